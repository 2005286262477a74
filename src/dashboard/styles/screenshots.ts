// The gallery and the page of a screenshot.

export const screenshots = `
.filters { display: grid; justify-items: stretch; gap: 0.875rem; margin-bottom: 1.5rem; padding-block: 1rem; }
.filters .field { flex: 1 1 6.5rem; width: auto; max-width: none; }
.filters > details { max-width: none; }
.filters .search { display: flex; max-width: 36rem; gap: 0.75rem; align-items: end; }
.filters .search a { align-self: center; margin-top: 1.5rem; white-space: nowrap; }
.filters .field:has(#limit) { flex: 0 1 6.5rem; }
.more-filters { display: flex; flex-wrap: wrap; gap: 0.875rem 0.75rem; align-items: end; }
@supports selector(::details-content) {
  @media (min-width: 60rem) {
    .filters summary { display: none; }
    .filters details::details-content { content-visibility: visible; }
  }
}

.shots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 14.5rem), 1fr)); gap: 1.75rem 1.25rem; padding: 0; list-style: none; }
.selection { display: block; justify-items: normal; }
.toolbar { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; justify-content: space-between; margin-bottom: 1rem; }
:is(.views, .presets) a { padding: 0.375rem 0.625rem; border-radius: 0.5rem; color: var(--soft); font-weight: 550; text-decoration: none; }
:is(.views, .presets) a:hover { background: var(--sunken); color: var(--ink); }
:is(.views, .presets) a[aria-current] { background: var(--accent-wash); color: var(--accent-strong); }
.presets { display: flex; flex-wrap: wrap; flex-basis: 100%; gap: 0.25rem; margin-left: -0.625rem; }
.shot { position: relative; min-width: 0; }
.pick { position: absolute; top: 0.5rem; left: 0.5rem; display: grid; place-items: center; width: 2rem; height: 2rem; border-radius: 0.5rem; background: var(--sheet); border: 1px solid var(--line); cursor: pointer; }
.pick input { margin: 0; }
.shot:has(.pick :checked) .frame { border-color: var(--accent); box-shadow: 0 0 0 2px var(--accent); }
.reason { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; color: var(--bad); }
.shot .badge[href] { text-decoration: none; }
.shot .badge[href]:hover { color: var(--accent); text-decoration: underline; }
.rows { grid-template-columns: minmax(0, 1fr); gap: 0; border-top: 1px solid var(--line); }
.rows .shot { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 0.75rem; align-items: center; padding: 0.625rem 0; border-bottom: 1px solid var(--line); }
.rows .pick { position: static; grid-row: 1 / span 3; }
.rows .shot > a { display: grid; grid-template-columns: 5rem minmax(0, 1fr); gap: 0.75rem; align-items: center; }
.rows .frame { margin: 0; font-size: 0.75rem; }
.rows .frame.none { padding: 0.125rem; }
.rows .clip { max-width: 100%; }
.rows .shot > p { grid-column: 2; padding-left: 5.75rem; }
.batch progress { width: 100%; height: 0.5rem; accent-color: var(--accent); }
.batch { margin-bottom: 1.5rem; }
.shot > a { display: block; color: var(--ink); text-decoration: none; border-radius: var(--radius); }
.shot > a:hover strong { color: var(--accent); text-decoration: underline; }
.frame {
  display: block;
  aspect-ratio: 4 / 3;
  margin-bottom: 0.625rem;
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--sheet);
}
.shot > a:hover .frame { border-color: var(--accent); }
.frame img { display: block; width: 100%; height: 100%; object-fit: cover; object-position: top; }
.frame.none { display: grid; place-items: center; padding: 1rem; background: var(--sunken); color: var(--soft); font-weight: 600; text-align: center; }
.frame.failed { background: var(--bad-wash); color: var(--bad); }
.frame.pending, .frame.processing { background: var(--warn-wash); color: var(--warn); }

.beside { display: grid; gap: 1.25rem; align-items: start; }
.beside > * { min-width: 0; }
@media (min-width: 78rem) { .beside { grid-template-columns: minmax(0, 1fr) 24rem; } .beside .facts { column-gap: 1rem; } }
.preview { margin: 0; }
.preview figcaption { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.75rem; margin-top: 0.5rem; }
.canvas {
  max-height: 75vh;
  overflow: auto;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: repeating-conic-gradient(var(--sunken) 0 25%, var(--sheet) 0 50%) 0 0 / 1.25rem 1.25rem;
}
.preview .canvas { width: fit-content; max-width: 100%; }
.canvas img { display: block; max-width: 100%; height: auto; }
.preview:has(.zoom :checked) .canvas img { max-width: none; }
.zoom { display: inline-flex; gap: 0.375rem; align-items: center; font-weight: 500; font-size: inherit; }
.zoom input { margin: 0; }
.notice p { margin-top: 0.375rem; }
.facts code { font-size: 0.75rem; }
.facts .nowrap { white-space: normal; }
`;
