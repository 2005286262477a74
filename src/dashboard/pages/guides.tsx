// The documentation: the list of guides, the guides and the search. The pages need no script and no session.
import type { Context } from "hono";
import { raw } from "hono/html";
import { ServiceError } from "../../contract/errors.ts";
import { type AppEnv, factory } from "../../http/hono.ts";
import { allowMethods } from "../../http/middleware/allow-methods.ts";
import { EXAMPLE_ORIGIN, type Guide } from "../guides/guide.ts";
import { GuideLayout } from "../guides/guide-layout.tsx";
import { loadGuides } from "../guides/load-guides.ts";
import { MAX_QUERY_LENGTH, searchGuides, type SearchResult } from "../guides/search-guides.ts";
import { hrefs } from "../hrefs.ts";
import { pageRules } from "../middleware/page-rules.ts";

const INDEX_DESCRIPTION =
  "Guides for the screenshot service: the first capture, full pages, batches, webhooks, signed links, limits and errors.";

const paths = [hrefs.docs, hrefs.guideSearch, hrefs.guide(":slug")] as const;

export const guidePages = factory
  .createApp()
  .on("ALL", [...paths], allowMethods("GET", "HEAD"), pageRules())
  .get(hrefs.docs, async (c) => {
    const guides = await loadGuides(c.env);
    return respond(c, <Index guides={guides} canonical={canonicalOf(c, hrefs.docs)} />);
  })
  .get(hrefs.guideSearch, async (c) => {
    const guides = await loadGuides(c.env);
    const query = (c.req.query("q") ?? "").trim().slice(0, MAX_QUERY_LENGTH);
    const results = searchGuides(guides, query);
    const canonical = canonicalOf(c, hrefs.guideSearch);
    return respond(c, <Search {...{ guides, canonical, query, results }} />);
  })
  .get(hrefs.guide(":slug"), async (c, next) => {
    // The paths of the API reference and its script match this route, too.
    if (c.req.path === hrefs.apiReference || c.req.path.endsWith(".js")) return next();
    const guides = await loadGuides(c.env);
    const index = guides.findIndex(({ slug }) => slug === c.req.param("slug"));
    const guide = guides[index];
    if (guide === undefined) throw new ServiceError("not_found");
    const { origin } = new URL(c.req.url);
    const canonical = canonicalOf(c, hrefs.guide(guide.slug));
    const neighbors = { previous: guides[index - 1], next: guides[index + 1] };
    return respond(c, <GuidePage {...{ guides, guide, canonical, origin, ...neighbors }} />);
  });

function respond(c: Context<AppEnv>, page: Parameters<typeof c.html>[0]) {
  c.header("Cache-Control", "public, max-age=300");
  return c.html(page);
}

function canonicalOf(c: Context<AppEnv>, path: string): string {
  return new URL(path, c.req.url).href;
}

function Index({ guides, canonical }: { guides: Guide[]; canonical: string }) {
  return (
    <GuideLayout
      title="Documentation"
      description={INDEX_DESCRIPTION}
      guides={guides}
      canonical={canonical}
    >
      <h1>Documentation</h1>
      <p class="lead">
        New here? Begin with the <a href={hrefs.guide("quick-start")}>quick start</a>. Every
        endpoint, with a form that sends requests, is in the{" "}
        <a href={hrefs.apiReference}>API reference</a>.
      </p>
      {[...Map.groupBy(guides, ({ group }) => group)].map(([group, inGroup]) => (
        <>
          <h2>{group}</h2>
          <ul class="docs-cards">
            {inGroup.map(({ slug, title, description }) => (
              <li>
                <h3>
                  <a href={hrefs.guide(slug)}>{title}</a>
                </h3>
                <p>{description}</p>
              </li>
            ))}
          </ul>
        </>
      ))}
      <h2>For programs</h2>
      <p>
        The service describes itself as <a href="/openapi.json">OpenAPI 3.1</a> and, for language
        models, as <a href="/llms.txt">plain text</a>.
      </p>
    </GuideLayout>
  );
}

function GuidePage({
  guides,
  guide,
  canonical,
  origin,
  previous,
  next,
}: {
  guides: Guide[];
  guide: Guide;
  canonical: string;
  origin: string;
  previous: Guide | undefined;
  next: Guide | undefined;
}) {
  const headings = guide.sections.filter(({ id }) => id !== "");
  return (
    <GuideLayout {...{ guides, canonical, ...guide }} current={guide.slug}>
      <div class="docs-columns">
        <article class="prose">
          <h1>{guide.title}</h1>
          {raw(guide.html.replaceAll(EXAMPLE_ORIGIN, origin))}
        </article>
        {headings.length > 1 && (
          <nav class="docs-contents" aria-label="On this page">
            <h2>On this page</h2>
            <ul>
              {headings.map(({ id, heading }) => (
                <li>
                  <a href={`#${id}`}>{heading}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
      <nav class="docs-neighbors" aria-label="Neighboring guides">
        {previous !== undefined && (
          <a href={hrefs.guide(previous.slug)} rel="prev">
            <span>Previous</span> {previous.title}
          </a>
        )}
        {next !== undefined && (
          <a href={hrefs.guide(next.slug)} rel="next">
            <span>Next</span> {next.title}
          </a>
        )}
      </nav>
    </GuideLayout>
  );
}

function Search({
  guides,
  canonical,
  query,
  results,
}: {
  guides: Guide[];
  canonical: string;
  query: string;
  results: SearchResult[];
}) {
  return (
    <GuideLayout
      title={query === "" ? "Search" : `Search: ${query}`}
      description="Search the guides of the screenshot service."
      {...{ guides, canonical, query }}
    >
      <h1>Search</h1>
      <p class="lead" role="status">
        {describeResults(query, results.length)}
      </p>
      <ul class="docs-results">
        {results.map(({ guide, section, excerpt }) => (
          <li>
            <h2>
              <a href={`${hrefs.guide(guide.slug)}${section.id === "" ? "" : `#${section.id}`}`}>
                {section.id === "" ? guide.title : `${guide.title}: ${section.heading}`}
              </a>
            </h2>
            <p>{excerpt.map(({ text, isMatch }) => (isMatch ? <mark>{text}</mark> : text))}</p>
          </li>
        ))}
      </ul>
    </GuideLayout>
  );
}

function describeResults(query: string, count: number): string {
  if (query === "") return "Enter a word, an option or an error code.";
  if (count === 0)
    return `No guide contains “${query}”. Search for fewer or shorter words, such as “timeout” or “webhook”.`;
  return `${count} ${count === 1 ? "section contains" : "sections contain"} “${query}”.`;
}
