// The bar above the API reference. The script of the reference contains all other styles and its custom properties.

export const referenceStylesheet = `
body { margin: 0; --scalar-custom-header-height: 3.5rem; }
.reference-bar {
  position: sticky;
  top: 0;
  z-index: 20;
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 0.5rem 1.5rem;
  box-sizing: border-box;
  height: 3.5rem;
  padding: 0 1.25rem;
  border-bottom: 1px solid var(--scalar-border-color, GrayText);
  background: var(--scalar-background-1, Canvas);
  color: var(--scalar-color-1, CanvasText);
  font: 550 0.9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Open Sans", sans-serif;
}
.reference-bar a { color: inherit; text-decoration: none; white-space: nowrap; }
.reference-bar a:hover { text-decoration: underline; }
.reference-bar a:focus-visible { outline: 3px solid #b83a0a; outline-offset: 2px; }
.reference-bar .mark { display: inline-flex; align-items: center; gap: 0.5rem; font-weight: 650; }
.reference-bar svg { width: 1.5rem; height: 1.5rem; color: #d9480f; }
.reference-bar div { display: flex; gap: 0 1rem; }
.reference-bar a[aria-current] { text-decoration: underline; text-underline-offset: 0.3em; }
/* By default, the reference has colors with a contrast below 4.5 and buttons smaller than 24 pixels. */
body.light-mode {
  --scalar-color-2: #5f5f5f;
  --scalar-color-3: #676767;
  --scalar-color-green: #00693f;
  --scalar-color-blue: #005f9e;
  --scalar-color-orange: #a83c00;
  --scalar-color-red: #b3261e;
  --scalar-color-yellow: #7a5500;
  --scalar-color-purple: #6b3fa0;
}
body.dark-mode { --scalar-color-3: #9a9a9a; }
button[aria-expanded].absolute { min-width: 24px; min-height: 24px; }
noscript p { margin: 2rem 1.25rem; font: 1rem/1.5 system-ui, sans-serif; }
@media (max-width: 30rem) {
  .reference-bar { gap: 0.75rem; padding: 0 0.75rem; font-size: 0.8125rem; }
  .reference-bar div { gap: 0 0.75rem; }
}
`;
