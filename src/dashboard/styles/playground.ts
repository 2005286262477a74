// The playground: the form and its result.

export const playground = `
.bench { display: grid; gap: 1.25rem; align-items: start; }
.bench > * { min-width: 0; }
.capture { gap: 1.25rem; justify-items: stretch; }
.capture .panel { margin: 0; }
.capture > .panel:first-child { display: grid; gap: 1rem; }
.outcome { scroll-margin-top: 1rem; }
.outcome .empty { padding: 1.5rem 1rem; }
.outcome .notice ul { margin-top: 0.25rem; }
.outcome .panel > p + .preview { margin-top: 0.75rem; }
.outcome .canvas { max-height: 60vh; }
.outcome .preview + .actions { margin-top: 1rem; }
summary { cursor: pointer; border-radius: 0.375rem; font-weight: 600; }
summary h3 { display: inline; }
summary .badge { margin-left: 0.5rem; vertical-align: 0.0625rem; }
details.plain > summary { padding: 0.375rem 0; font-size: 0.9375rem; }
details.plain[open] > summary { margin-bottom: 0.625rem; }
details.plain[open] + details.plain { margin-top: 0.625rem; }
details.plain > .field + .field { margin-top: 1rem; }
.groups { padding-block: 0.25rem; }
.group + .group { border-top: 1px solid var(--line); }
.group > summary { padding: 0.8125rem 0; }
.group .controls { padding: 0.25rem 0 1.5rem; }
.controls { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 12rem), 1fr)); gap: 1.25rem; }
.controls .field { max-width: none; align-content: start; }
.controls label, .controls legend { font-family: var(--mono); font-size: 0.8125rem; overflow-wrap: anywhere; }
.controls :is(.parts, .field:has(textarea)) { grid-column: 1 / -1; }
.parts { display: grid; gap: 0.5rem; }
.parts legend { padding: 0; margin-bottom: 0.375rem; }
.parts .row > .field { flex: 1 1 4.5rem; }
@media (max-width: 30rem) {
  .parts .row:has(> :nth-child(4)) > .field { flex-basis: 7rem; }
}
.devices { display: flex; flex-wrap: wrap; gap: 0.5rem; padding-block: 0.75rem; }
.filter { padding-top: 0.75rem; }
.filter .hint:empty { display: none; }
#code pre { white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 77.99rem) {
  /* The result is between the target and the options. */
  .capture { display: contents; }
  .bench > .outcome { order: 1; }
  .capture > :not(:first-child) { order: 2; }
}
@media (min-width: 78rem) {
  .main:has(.bench) { max-width: 96rem; }
  .bench { grid-template-columns: minmax(0, 1.1fr) minmax(0, 1fr); }
}
`;
