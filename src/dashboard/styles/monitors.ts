// The list of monitors, the page of a monitor and its form.

export const monitors = `
.below { display: block; }
.badge svg { width: 0.625rem; height: 0.625rem; }
.badge svg, .run-mark svg { fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.badge.changed { background: var(--accent-wash); color: var(--accent-strong); }
.marks { display: flex; gap: 0.1875rem; margin: 0; padding: 0; list-style: none; }
.run-mark { display: inline-grid; place-items: center; width: 1.125rem; height: 1.375rem; flex: none; border-radius: 0.25rem; background: var(--sunken); color: var(--soft); vertical-align: middle; }
.run-mark svg { width: 0.75rem; height: 0.75rem; }
.run-mark.same { background: var(--good-wash); color: var(--good); }
.run-mark.changed { background: var(--accent); color: var(--on-accent); }
.run-mark.changed svg path { fill: currentColor; }
.run-mark.failed { background: var(--bad-wash); color: var(--bad); }
.run-mark.skipped { background: var(--warn-wash); color: var(--warn); }
.run-mark.capturing, .run-mark.confirming { background: var(--sunken); color: var(--soft); }
.legend { display: flex; flex-wrap: wrap; gap: 0.375rem 1.25rem; margin-top: 1rem; }
.facts .inline { flex-wrap: wrap; align-items: center; gap: 0.375rem 0.75rem; }
.frame.capturing, .frame.confirming, .frame.skipped { background: var(--warn-wash); color: var(--warn); }
.shot > .actions { gap: 0.125rem 0.875rem; margin-top: 0.25rem; }
.link { min-height: 0; padding: 0; border: 0; border-radius: 0.25rem; background: none; color: var(--accent); font-weight: inherit; line-height: inherit; text-decoration: underline 1px; text-underline-offset: 0.2em; }
.link:hover { background: none; color: var(--accent-strong); text-decoration-thickness: 2px; }

.monitor { gap: 1.25rem; justify-items: stretch; }
.monitor > :is(.panel, .notice) { margin: 0; }
.monitor > .groups > h2 { padding-top: 1rem; }
.monitor > .hidden { min-height: 0; padding: 0; border: 0; }
.fields { display: grid; gap: 1.125rem; justify-items: start; }
.fields .field, .fields > .row, .fields > .parts { width: 100%; }
.fields > .row { align-items: start; }
.schedule:has([value="cron"]:checked) .for-every, .schedule:has([value="every"]:checked) .for-cron { display: none; }
.for-every { width: 100%; }
.reading { padding: 0.625rem 0.875rem; border-radius: 0.5rem; background: var(--sunken); }
.rectangles { display: grid; gap: 0.75rem; margin-bottom: 0.75rem; padding: 0; list-style: none; }
.rectangles .row { gap: 0.5rem; }
.rectangles .row > .field { flex: 1 1 5rem; max-width: 9rem; }
.rectangles label { font-size: 0.8125rem; font-weight: 500; }
.rectangles legend { padding: 0; }
.ignored-parts { justify-items: start; }
.ignored-parts > :is(ol, .canvas) { width: 100%; }
.surface { display: block; width: 100%; height: auto; cursor: crosshair; touch-action: pan-y; user-select: none; }
.surface rect { fill: rgb(11 98 214 / 30%); stroke: #0b62d6; stroke-width: 2px; vector-effect: non-scaling-stroke; cursor: move; touch-action: none; }
.surface rect:focus { outline: none; stroke: var(--accent); stroke-width: 4px; }
@media (scripting: enabled) { .script-free { display: none; } }
`;
