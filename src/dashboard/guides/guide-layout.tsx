// The layout of the documentation: a bar with the search, the list of guides, and the content.
import type { Child } from "hono/jsx";
import { Logo } from "../components/logo.tsx";
import { SiteMenu } from "../components/site-menu.tsx";
import { hrefs } from "../hrefs.ts";
import { Document } from "../layout.tsx";
import type { Guide } from "./guide.ts";
import { MAX_QUERY_LENGTH } from "./search-guides.ts";

type GuideLayoutProps = {
  guides: Guide[];
  title: string;
  description: string;
  /** The absolute URL of this page. */
  canonical: string;
  /** The slug of this guide. */
  current?: string;
  /** The entered words of a search. */
  query?: string;
  children?: Child;
};

export function GuideLayout({
  guides,
  title,
  description,
  canonical,
  current,
  query = "",
  children,
}: GuideLayoutProps) {
  return (
    <Document title={title} description={description} canonical={canonical}>
      <a class="skip button" href="#main">
        Skip to content
      </a>
      <header class="docs-bar">
        <Logo />
        <form action={hrefs.guideSearch} role="search">
          <label class="hidden" for="q">
            Search the documentation
          </label>
          <input
            id="q"
            name="q"
            type="search"
            placeholder="Search the docs"
            value={query}
            maxlength={MAX_QUERY_LENGTH}
          />
        </form>
        <SiteMenu>
          <a href={hrefs.docs} aria-current={current === undefined ? undefined : "true"}>
            Docs
          </a>
          <a href={hrefs.apiReference}>API reference</a>
          <a href={hrefs.overview}>Dashboard</a>
        </SiteMenu>
      </header>
      <div class="docs">
        {/* Wide windows show the list without a popover (styles/docs.ts). */}
        <button class="quiet docs-menu" popovertarget="guides" type="button">
          All guides
        </button>
        <nav id="guides" class="docs-guides" aria-label="Guides" popover="auto">
          <GuideList guides={guides} {...(current === undefined ? {} : { current })} />
        </nav>
        <main id="main" class="docs-main">
          {children}
        </main>
      </div>
    </Document>
  );
}

function GuideList({ guides, current }: { guides: Guide[]; current?: string }) {
  return [...Map.groupBy(guides, ({ group }) => group)].map(([group, inGroup]) => (
    <>
      <h2>{group}</h2>
      <ul>
        {inGroup.map(({ slug, title }) => (
          <li>
            <a
              href={hrefs.guide(slug)}
              {...(slug === current ? { "aria-current": "page" as const } : {})}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </>
  ));
}
