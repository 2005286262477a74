// The three frames: the bare document, a page for whoever is signed in, and a narrow one for whoever is not.
import { html } from "hono/html";
import type { Child } from "hono/jsx";
import type { Viewer } from "../domain/accounts/viewer.ts";
import { asset, type AssetName } from "./assets.ts";
import { Logo } from "./components/logo.tsx";
import { Notice } from "./components/notice.tsx";
import { hrefs } from "./hrefs.ts";

type DocumentProps = {
  title: string;
  /** For the few pages that cannot work without. */
  scripts?: readonly AssetName[];
  children?: Child;
};

export function Document({ title, scripts = [], children }: DocumentProps) {
  return html`<!doctype html>${(
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>{title === "Edgeshot" ? title : `${title} · Edgeshot`}</title>
          <link rel="stylesheet" href={asset("dashboard.css")} />
          <link rel="icon" href={asset("mark.svg")} type="image/svg+xml" />
          {scripts.map((name) => (
            <script src={asset(name)} defer />
          ))}
        </head>
        <body>{children}</body>
      </html>
    )}`;
}

type PageProps = DocumentProps & {
  viewer: Viewer;
  /** Which way of the navigation leads here. */
  here: Way;
  /** A sentence below the title. */
  lead?: Child;
  /** Buttons and links beside the title. */
  actions?: Child;
  /** What has just been done. */
  done?: string | undefined;
  /** The list that this page is a part of. */
  parent?: { href: string; label: string };
};

export function Page({
  viewer,
  here,
  lead,
  actions,
  done,
  parent,
  children,
  ...document
}: PageProps) {
  return (
    <Document {...document}>
      <a class="skip button" href="#main">
        Skip to the page
      </a>
      <div class="shell">
        <Side viewer={viewer} here={here} />
        <main class="main" id="main">
          {parent !== undefined && (
            <p class="crumb">
              <a href={parent.href}>{parent.label}</a>
            </p>
          )}
          <div class="head">
            <div>
              <h1>{document.title}</h1>
              {lead !== undefined && <p>{lead}</p>}
            </div>
            {actions !== undefined && <div class="actions">{actions}</div>}
          </div>
          {viewer.caller.subscriptionStatus === "canceled" && (
            <Notice tone="warn">
              <strong>This account is suspended.</strong> Its images stay, but nothing new is
              captured.
            </Notice>
          )}
          {done !== undefined && <Notice tone="good">{done}</Notice>}
          {children}
        </main>
      </div>
    </Document>
  );
}

type NarrowPageProps = {
  title: string;
  /** A sentence below the title. */
  lead: Child;
  /** What is wrong with no field in particular. */
  fault?: string | undefined;
  children?: Child;
};

export function NarrowPage({ title, lead, fault, children }: NarrowPageProps) {
  return (
    <Document title={title}>
      <main class="narrow">
        <Logo />
        <h1>{title}</h1>
        <p>{lead}</p>
        {fault !== undefined && <Notice tone="bad">{fault}</Notice>}
        {children}
      </main>
    </Document>
  );
}

const ways = {
  overview: "Overview",
  screenshots: "Screenshots",
  playground: "Playground",
  keys: "API keys",
  webhooks: "Webhooks",
  account: "Account",
} as const;

type Way = keyof typeof ways | "accounts";

function Side({ viewer, here }: { viewer: Viewer; here: Way }) {
  const current = (way: Way) => (way === here ? { "aria-current": "page" as const } : {});
  return (
    <header class="side">
      <Logo />
      <nav aria-label="Dashboard">
        <ul>
          {Object.entries(ways).map(([way, label]) => (
            <li>
              <a href={hrefs[way as keyof typeof ways]} {...current(way as keyof typeof ways)}>
                {label}
              </a>
            </li>
          ))}
          {viewer.isOperator && (
            <li class="apart">
              <a href={hrefs.accounts} {...current("accounts")}>
                Accounts
              </a>
            </li>
          )}
        </ul>
      </nav>
      <div class="who">
        <p>
          <strong>{viewer.name}</strong>
          <span class="soft">{viewer.email}</span>
        </p>
        <form method="post" action={hrefs.signOut}>
          <button class="quiet compact">Sign out</button>
        </form>
      </div>
    </header>
  );
}
