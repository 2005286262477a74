// The gallery and the page of a screenshot.

export const screenshots = `
.filters { display: flex; flex-wrap: wrap; gap: 0.875rem 0.75rem; align-items: end; margin-bottom: 1.5rem; padding-block: 1rem; }
.filters .field { flex: 1 1 6.5rem; width: auto; max-width: none; }
.filters .field:first-child { flex: 2 1 8rem; }
.filters .actions { flex: none; min-height: 2.75rem; }

.shots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 14.5rem), 1fr)); gap: 1.75rem 1.25rem; padding: 0; list-style: none; }
.shot { min-width: 0; }
.shot a { display: block; color: var(--ink); text-decoration: none; border-radius: var(--radius); }
.shot a:hover strong { color: var(--accent); text-decoration: underline; }
.shot .badge { margin-right: 0.25rem; }
.frame {
  display: block;
  aspect-ratio: 4 / 3;
  margin-bottom: 0.625rem;
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--sheet);
}
.shot a:hover .frame { border-color: var(--accent); }
.frame img { display: block; width: 100%; height: 100%; object-fit: cover; object-position: top; }
.frame.none { display: grid; place-items: center; padding: 1rem; background: var(--sunken); color: var(--soft); font-weight: 600; text-align: center; }
.frame.failed { background: var(--bad-wash); color: var(--bad); }
.frame.pending, .frame.processing { background: var(--warn-wash); color: var(--warn); }

.beside { display: grid; gap: 1.25rem; align-items: start; }
.beside > * { min-width: 0; }
@media (min-width: 78rem) { .beside { grid-template-columns: minmax(0, 1fr) 24rem; } .beside .facts { column-gap: 1rem; } }
.preview { margin: 0; }
.preview figcaption { margin-top: 0.5rem; }
.canvas {
  max-height: 75vh;
  overflow: auto;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: repeating-conic-gradient(var(--sunken) 0 25%, var(--sheet) 0 50%) 0 0 / 1.25rem 1.25rem;
}
.canvas img { display: block; max-width: 100%; height: auto; }
.facts code { font-size: 0.75rem; }
.facts .nowrap { white-space: normal; }
`;
