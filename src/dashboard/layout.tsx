// The page layouts: the bare document, a page for signed-in users, and a narrow page for other visitors.
import { html } from "hono/html";
import type { Child } from "hono/jsx";
import type { Viewer } from "../domain/accounts/viewer.ts";
import { asset } from "./assets.ts";
import { Logo } from "./components/logo.tsx";
import { Notice } from "./components/notice.tsx";
import { hrefs } from "./hrefs.ts";

type DocumentProps = {
  title: string;
  /** A sentence for search engines. */
  description?: string;
  /** The absolute URL of a public page. */
  canonical?: string;
  /** The page shows captures in progress. The script updates them; without the script, the page refreshes itself. */
  isLive?: boolean;
  children?: Child;
};

const REFRESH_SECONDS = 5;

export function Document({
  title,
  description,
  canonical,
  isLive = false,
  children,
}: DocumentProps) {
  return html`<!doctype html>${(
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          {description !== undefined && <meta name="description" content={description} />}
          {canonical !== undefined && <link rel="canonical" href={canonical} />}
          <title>{title === "Edgeshot" ? title : `${title} · Edgeshot`}</title>
          <link rel="stylesheet" href={asset("dashboard.css")} />
          <link rel="icon" href={asset("mark.svg")} type="image/svg+xml" />
          <script src={asset("page.js")} defer />
          {isLive && (
            <noscript>
              <meta http-equiv="refresh" content={String(REFRESH_SECONDS)} />
            </noscript>
          )}
        </head>
        <body>{children}</body>
      </html>
    )}`;
}

type PageProps = DocumentProps & {
  viewer: Viewer;
  /** The navigation item of this page; undefined if the navigation does not contain the page. */
  current?: NavItem;
  /** A sentence below the title. */
  lead?: Child;
  /** Buttons and links next to the title. */
  actions?: Child;
  /** A message about the last action. */
  notice?: string | undefined;
  /** The parent page, shown as a link above the title. */
  parent?: { href: string; label: string };
};

export function Page({
  viewer,
  current,
  lead,
  actions,
  notice,
  parent,
  children,
  ...document
}: PageProps) {
  return (
    <Document description={describePage(document.title, lead)} {...document}>
      <a class="skip button" href="#main">
        Skip to content
      </a>
      <div class="shell" data-member>
        <Sidebar viewer={viewer} {...(current === undefined ? {} : { current })} />
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
              <strong>This account is suspended.</strong> Its images stay available, but it cannot
              capture pages. Contact the operator.
            </Notice>
          )}
          {notice !== undefined && <Notice tone="good">{notice}</Notice>}
          {children}
        </main>
      </div>
    </Document>
  );
}

/** Returns the default description of a page. */
function describePage(title: string, lead: Child): string {
  return typeof lead === "string" ? lead : `${title}: a page of the Edgeshot dashboard.`;
}

type NarrowPageProps = {
  title: string;
  /** A sentence below the title. */
  lead: Child;
  /** An error that concerns no single field. */
  error?: string | undefined;
  children?: Child;
};

export function NarrowPage({ title, lead, error, children }: NarrowPageProps) {
  return (
    <Document title={title} description={describePage(title, lead)}>
      <main class="narrow">
        <Logo />
        <h1>{title}</h1>
        <p>{lead}</p>
        {error !== undefined && <Notice tone="bad">{error}</Notice>}
        {children}
      </main>
      <footer class="narrow-links">
        <a href={hrefs.docs}>Docs</a>
        <a href={hrefs.apiReference}>API reference</a>
      </footer>
    </Document>
  );
}

const navItems = {
  overview: "Overview",
  screenshots: "Screenshots",
  monitors: "Monitors",
  playground: "Playground",
  keys: "API keys",
  webhooks: "Webhooks",
  account: "Account",
} as const;

const operatorItems = { accounts: "Accounts", service: "Service" } as const;

type NavItem = keyof typeof navItems | keyof typeof operatorItems;

function Sidebar({ viewer, current }: { viewer: Viewer; current?: NavItem }) {
  const items = { ...navItems, ...(viewer.isOperator ? operatorItems : {}) };
  return (
    <header class="side">
      <Logo />
      {/* Wide windows show the navigation without a popover (styles/shell.ts). */}
      <button class="quiet compact menu" popovertarget="navigation" type="button">
        Menu
      </button>
      <nav id="navigation" aria-label="Dashboard" popover="auto">
        <ul>
          {Object.entries(items).map(([item, label]) => (
            <li>
              <a
                href={hrefs[item as NavItem]}
                {...(item === current ? { "aria-current": "page" as const } : {})}
              >
                {label}
              </a>
            </li>
          ))}
          <li class="apart">
            <a href={hrefs.docs}>Docs</a>
          </li>
          <li>
            <a href={hrefs.apiReference}>API reference</a>
          </li>
        </ul>
        <div class="who">
          <p>
            <strong>{viewer.name}</strong>
            <span class="soft">{viewer.email}</span>
          </p>
          <form method="post" action={hrefs.signOut}>
            <button class="quiet compact">Sign out</button>
          </form>
        </div>
      </nav>
    </header>
  );
}
