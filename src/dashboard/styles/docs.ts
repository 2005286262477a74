// The documentation: bar, list of guides, content, search results.

export const docs = `
.docs-bar {
  display: flex;
  align-items: center;
  gap: 0.75rem;
  padding: 0.75rem clamp(1.25rem, 3vw, 2rem);
  border-bottom: 1px solid var(--line);
  background: var(--sheet);
}
.docs-bar form { flex: 1 1 auto; min-width: 0; max-width: 26rem; margin-left: auto; }
.docs-bar input { width: 100%; padding-block: 0.4375rem; }
@media (max-width: 43.99rem) {
  .docs-bar .mark span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
}

.docs { max-width: 84rem; margin: 0 auto; padding: 1.25rem clamp(1.25rem, 3vw, 2rem) 5rem; }
.docs-main { min-width: 0; margin-top: 1.5rem; }
.docs-main > .lead, .prose > h1 + p { margin-top: 0.75rem; max-width: 46rem; color: var(--soft); font-size: 1.0625rem; }
.docs-main > h2 { margin: 2.25rem 0 0.75rem; }

.docs-guides { width: min(20rem, calc(100vw - 2.5rem)); max-height: calc(100vh - 4rem); overflow-y: auto; }
.docs-guides h2 { margin: 1.25rem 0 0.25rem; padding: 0 0.75rem; color: var(--soft); font-size: 0.875rem; }
.docs-guides h2:first-child { margin-top: 0; }
.docs-guides ul { padding: 0; list-style: none; }
.docs-guides a { display: block; padding: 0.4375rem 0.75rem; border-radius: 0.5rem; color: var(--ink); text-decoration: none; }
.docs-guides a:hover { background: var(--sunken); }
.docs-guides a[aria-current] { background: var(--accent-wash); color: var(--accent-strong); font-weight: 600; }

@media (min-width: 60rem) {
  .docs { display: grid; grid-template-columns: 13.5rem minmax(0, 1fr); gap: 0 3rem; padding-top: 2rem; }
  .docs-menu { display: none; }
  .docs-guides, .docs-guides[popover] {
    display: block;
    position: sticky;
    inset: 2rem auto auto;
    align-self: start;
    width: auto;
    max-width: none;
    max-height: calc(100vh - 4rem);
    margin: 0 -0.75rem;
    padding: 0;
    border: 0;
    background: none;
    box-shadow: none;
  }
  .docs-main { margin-top: 0; }
}

.docs-cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); padding: 0; list-style: none; }
.docs-cards li { position: relative; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--sheet); }
.docs-cards li:hover { border-color: var(--field-line); }
.docs-cards a { text-decoration: none; }
.docs-cards a::after { content: ""; position: absolute; inset: 0; border-radius: var(--radius); }
.docs-cards p { margin-top: 0.25rem; color: var(--soft); font-size: 0.9375rem; }

.docs-columns { display: grid; gap: 0 3rem; grid-template-columns: minmax(0, 1fr); }
.docs-contents { display: none; }
@media (min-width: 80rem) {
  .docs-columns:has(.docs-contents) { grid-template-columns: minmax(0, 1fr) 12.5rem; }
  .docs-contents { display: block; position: sticky; top: 2rem; align-self: start; max-height: calc(100vh - 4rem); overflow-y: auto; font-size: 0.875rem; }
  .docs-contents h2 { color: var(--soft); font-size: inherit; }
  .docs-contents ul { padding: 0; list-style: none; }
  .docs-contents a { display: block; padding: 0.25rem 0; color: var(--soft); text-decoration: none; }
  .docs-contents a:hover { color: var(--ink); text-decoration: underline; }
}

.prose { min-width: 0; max-width: 48rem; }
.prose > h2 { margin: 2.5rem 0 0.75rem; font-size: 1.375rem; scroll-margin-top: 1rem; }
.prose > h3 { margin: 1.75rem 0 0.5rem; scroll-margin-top: 1rem; }
.prose > :is(p, ul, ol, .copy, .scroll) { margin-top: 1rem; }
.prose > :is(h2, h3) + * { margin-top: 0.5rem; }
.prose li + li { margin-top: 0.375rem; }
.prose :not(pre) > code { padding: 0.0625rem 0.3125rem; border-radius: 0.3125rem; background: var(--sunken); overflow-wrap: anywhere; }
.prose .scroll { margin-inline: 0; padding: 0; }
.prose td { vertical-align: top; }
.prose td code { overflow-wrap: normal; }

.docs-neighbors { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem; max-width: 48rem; margin-top: 3.5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
.docs-neighbors span { display: block; color: var(--soft); font-size: 0.875rem; }
.docs-neighbors a { font-weight: 600; text-decoration: none; }
.docs-neighbors a:hover { text-decoration: underline; }
.docs-neighbors a[rel="next"] { margin-left: auto; text-align: right; }

@media (max-width: 44rem) {
  .prose .copy button { justify-self: start; }
  .prose table { min-width: 34rem; }
}

.docs-results { max-width: 48rem; padding: 0; list-style: none; }
.docs-results li { padding: 1rem 0; border-top: 1px solid var(--line); }
.docs-results li:first-child { margin-top: 1.25rem; }
.docs-results p { color: var(--soft); overflow-wrap: anywhere; }
mark { padding: 0 0.125rem; border-radius: 0.1875rem; background: var(--accent-wash); color: var(--accent-strong); }
`;
