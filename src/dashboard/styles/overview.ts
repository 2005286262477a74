// The month at a glance: the chart of captures and the latest failures.

export const overview = `
.chart { margin: 1rem 0 0; }
.chart svg { display: block; width: 100%; height: 8rem; border-bottom: 1px solid var(--field-line); }
.chart .ground { fill: transparent; }
.chart g:hover .ground { fill: var(--sunken); }
.chart .others { fill: var(--accent); background: var(--accent); }
.chart .failed { fill: var(--ink); background: var(--ink); }
.chart > :is(p, figcaption) { display: flex; justify-content: space-between; gap: 1rem; margin-block: 0.5rem; }
.chart i { display: inline-block; width: 0.625rem; height: 0.625rem; margin-left: 0.5rem; border-radius: 0.125rem; }
.failures { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.875rem; padding: 0; list-style: none; }
.failures li + li { padding-top: 0.875rem; border-top: 1px solid var(--line); }
.failures + p { margin-top: 1rem; }
.failures .clip { max-width: 100%; }
`;
