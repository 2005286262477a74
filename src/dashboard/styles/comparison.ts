// The comparison of two screenshots.

export const comparison = `
.main:has(.viewer) { max-width: 96rem; }
.viewer { --at: 50; display: block; justify-items: normal; scroll-margin-top: 1rem; }
.viewer .toolbar { margin-bottom: 0.75rem; }
.modes { display: flex; flex-wrap: wrap; gap: 0.25rem; }
.modes label { position: relative; font-weight: 550; cursor: pointer; }
.modes input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.modes span { display: block; padding: 0.375rem 0.75rem; border: 1px solid transparent; border-radius: 0.5rem; color: var(--soft); font-size: 0.9375rem; }
.modes input:hover + span { background: var(--sunken); color: var(--ink); }
.modes input:checked + span { border-color: var(--accent); background: var(--accent-wash); color: var(--accent-strong); }
.modes input:focus-visible + span { outline: 3px solid var(--accent); outline-offset: 2px; }
.divide { display: none; gap: 0.25rem; max-width: 30rem; margin-bottom: 0.75rem; }
.divide input { min-height: 1.75rem !important; padding: 0 !important; accent-color: var(--accent); }
.align { display: inline-flex; gap: 0.5rem; margin-bottom: 0.75rem; font-weight: 500; }
.align input { margin-top: 0.125rem; }
.stage { max-height: 80vh; }
.panes { position: relative; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); padding: 0.75rem; background: var(--sheet); }
.pane { display: grid; gap: 0.375rem; align-content: start; min-width: 0; margin: 0; }
.pane > svg { display: block; width: 100%; height: auto; border: 1px solid var(--line); background: var(--sunken); }
.pane rect { fill: none; stroke: var(--outline, #0b62d6); stroke-width: 2px; vector-effect: non-scaling-stroke; }
.pane strong { color: var(--ink); }
.pane.diff, .divider { display: none; }
.missing { padding: 2rem 1rem; border: 1px dashed var(--field-line); text-align: center; }
.viewer:not(:has([data-align]:checked)) .aligned, .viewer:has([data-align]:checked) .in-place:has(+ .aligned) { display: none; }

.viewer:has([value="slider"]:checked) .for-overlay, .viewer:has([value="overlay"]:checked) .for-slider { display: none; }
.viewer:has([value="slider"]:checked, [value="overlay"]:checked) .divide:not([hidden]) { display: grid; }
.viewer:has([value="slider"]:checked, [value="overlay"]:checked, [value="diff"]:checked) .panes { grid-template-columns: minmax(0, 1fr); }
.viewer:has([value="slider"]:checked, [value="overlay"]:checked) .pane { grid-area: 1 / 1; }
.viewer:has([value="slider"]:checked, [value="overlay"]:checked) :is(.pane figcaption, .pane rect) { display: none; }
.viewer:has([value="slider"]:checked) .panes { cursor: ew-resize; touch-action: pan-y; user-select: none; padding-inline: 0; }
.viewer:has([value="slider"]:checked) .before > svg { clip-path: inset(0 calc(100% - var(--at) * 1%) 0 0); }
.viewer:has([value="slider"]:checked) .after > svg { clip-path: inset(0 0 0 calc(var(--at) * 1%)); }
.viewer:has([value="slider"]:checked) .divider {
  display: block; position: absolute; inset-block: 0; left: calc(var(--at) * 1%);
  width: 3px; margin-left: -1.5px; background: var(--accent); pointer-events: none;
}
.viewer:has([value="overlay"]:checked) .after > svg { opacity: calc(var(--at) / 100); }
.viewer:has([value="diff"]:checked) :is(.pane, .align) { display: none; }
.viewer:has([value="diff"]:checked) .pane.diff { display: grid; }
`;
