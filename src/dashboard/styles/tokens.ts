// Colors, sizes and the style of bare elements. Text has a contrast of at least 4.5 on its background.

export const tokens = `
:root {
  color-scheme: light dark;
  --paper: #f6f5f1;
  --sheet: #ffffff;
  --sunken: #efede6;
  --ink: #1c1b19;
  --soft: #635f57;
  --line: #dedad0;
  --field-line: #8d877b;
  --accent: #b83a0a;
  --accent-strong: #9a2f06;
  --on-accent: #ffffff;
  --accent-wash: #fdeee3;
  --good: #1c6b3c;
  --good-wash: #e6f4ea;
  --warn: #8a5200;
  --warn-wash: #fdf1d8;
  --bad: #b3261e;
  --bad-wash: #fdebe9;
  --code: #211f1c;
  --code-ink: #f3efe6;
  --code-soft: #b4aa98;
  --shadow: 0 1px 2px rgb(40 30 10 / 6%), 0 8px 24px rgb(40 30 10 / 5%);
  --radius: 0.75rem;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #141311;
    --sheet: #1d1b18;
    --sunken: #262320;
    --ink: #f1ede4;
    --soft: #aaa294;
    --line: #37332d;
    --field-line: #7c7567;
    --accent: #fb923c;
    --accent-strong: #fdb273;
    --on-accent: #221204;
    --accent-wash: #38230f;
    --good: #6dd394;
    --good-wash: #12301e;
    --warn: #f2bc5c;
    --warn-wash: #352708;
    --bad: #ff9d94;
    --bad-wash: #3b1714;
    --code: #0c0b0a;
    --code-ink: #f3efe6;
    --code-soft: #a89f8f;
    --shadow: none;
  }
}
*, *::before, *::after { box-sizing: border-box; }
* { margin: 0; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  min-height: 100vh;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Open Sans", sans-serif;
  overflow-wrap: break-word;
}
h1, h2, h3 { line-height: 1.2; letter-spacing: -0.02em; text-wrap: balance; }
h1 { font-size: clamp(1.625rem, 4vw, 2rem); font-weight: 700; }
h2 { font-size: 1.125rem; font-weight: 650; letter-spacing: -0.01em; }
h3 { font-size: 1rem; font-weight: 650; letter-spacing: 0; }
a { color: var(--accent); text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
a:hover { color: var(--accent-strong); text-decoration-thickness: 2px; }
code, pre, kbd { font-family: var(--mono); font-size: 0.9em; }
pre {
  padding: 1rem 1.25rem;
  overflow-x: auto;
  border-radius: var(--radius);
  background: var(--code);
  color: var(--code-ink);
  font-size: 0.875rem;
  line-height: 1.65;
}
pre code { font-size: inherit; }
pre i { font-style: normal; color: var(--code-soft); }
img, svg { max-width: 100%; }
ul, ol { padding-left: 1.25rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 0.25rem; }
::selection { background: var(--accent); color: var(--on-accent); }
.soft { color: var(--soft); }
.small { font-size: 0.875rem; }
.numeric { font-variant-numeric: tabular-nums; }
.nowrap { white-space: nowrap; }
.hidden {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
@media (prefers-reduced-motion: no-preference) {
  a, button, .button, input, select, textarea { transition: background-color 0.12s, border-color 0.12s, color 0.12s; }
}
`;
