// Components: panels, notices, badges, tables, meters, empty states, pagination, dialogs.

export const components = `
.panel {
  padding: clamp(1.125rem, 3vw, 1.5rem);
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--sheet);
  box-shadow: var(--shadow);
}
.panel + .panel, .panel + .grid, .grid + .panel, .grid + .grid, .notice + .panel, .notice + .grid { margin-top: 1.25rem; }
.panel > h2 { margin-bottom: 0.25rem; }
.panel > h2 + p { margin-bottom: 1rem; color: var(--soft); }
.panel > h2 + :is(form, table, .scroll, .copy, ul, dl, svg, pre) { margin-top: 1rem; }
.grid { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr)); }
.grid > .panel + .panel { margin-top: 0; }
.section { margin: 2.5rem 0 1rem; }

.notice {
  margin-bottom: 1.25rem;
  padding: 0.75rem 1rem;
  border-left: 4px solid var(--accent);
  border-radius: 0.5rem;
  background: var(--accent-wash);
}
.notice.good { border-color: var(--good); background: var(--good-wash); }
.notice.warn { border-color: var(--warn); background: var(--warn-wash); }
.notice.bad { border-color: var(--bad); background: var(--bad-wash); }
.notice strong { font-weight: 650; }
.notice .facts { margin-top: 0.75rem; }

.badge {
  display: inline-block;
  padding: 0.0625rem 0.5rem;
  border-radius: 1rem;
  background: var(--sunken);
  color: var(--soft);
  font-size: 0.8125rem;
  font-weight: 600;
  white-space: nowrap;
}
.badge.good { background: var(--good-wash); color: var(--good); }
.badge.warn { background: var(--warn-wash); color: var(--warn); }
.failing { color: var(--bad); }
.badge.bad { background: var(--bad-wash); color: var(--bad); }

.scroll { position: relative; overflow-x: auto; margin: 0 calc(-1 * clamp(1.125rem, 3vw, 1.5rem)); padding: 0 clamp(1.125rem, 3vw, 1.5rem); }
table { width: 100%; border-collapse: collapse; }
th { padding: 0 1rem 0.5rem 0; color: var(--soft); font-size: 0.8125rem; font-weight: 600; text-align: left; white-space: nowrap; }
td { padding: 0.75rem 1rem 0.75rem 0; border-top: 1px solid var(--line); vertical-align: middle; }
th:last-child, td:last-child { padding-right: 0; }
td.end, th.end { text-align: right; }
.clip { display: block; max-width: 26rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }

.facts { display: grid; grid-template-columns: minmax(7rem, auto) 1fr; gap: 0.625rem 1.5rem; }
form + .list { margin-top: 1.5rem; }
@media (max-width: 30rem) {
  .facts { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .facts dd + dt { margin-top: 0.75rem; }
  .facts dt { font-size: 0.875rem; }
}
.facts dt { color: var(--soft); }
.facts dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }

.gauge h2, .gauge h3 { color: var(--soft); font-size: 0.875rem; font-weight: 600; }
.gauge .figure { color: var(--ink); margin: 0.25rem 0 0.75rem; font-size: 1.75rem; font-weight: 700; letter-spacing: -0.03em; line-height: 1.1; }
.gauge .figure span { color: var(--soft); font-size: 1rem; font-weight: 500; letter-spacing: 0; }
.gauge p:last-child { margin-top: 0.625rem; color: var(--soft); font-size: 0.875rem; }
meter {
  display: block;
  width: 100%;
  height: 0.5rem;
  border: 0;
  border-radius: 1rem;
  background: var(--sunken);
  -webkit-appearance: none;
  appearance: none;
  overflow: hidden;
}
meter::-webkit-meter-inner-element { display: block; height: 100%; }
meter::-webkit-meter-bar { top: 0; height: 100%; border: 0; border-radius: 1rem; background: var(--sunken); }
meter::-webkit-meter-optimum-value { background: var(--accent); }
meter::-webkit-meter-suboptimum-value { background: var(--warn); border-radius: 1rem; }
meter::-webkit-meter-even-less-good-value { background: var(--bad); border-radius: 1rem; }
meter::-moz-meter-bar { background: var(--accent); border-radius: 1rem; }
meter:-moz-meter-sub-optimum::-moz-meter-bar { background: var(--warn); }
meter:-moz-meter-sub-sub-optimum::-moz-meter-bar { background: var(--bad); }

.empty { padding: clamp(2rem, 6vw, 3.5rem) 1rem; text-align: center; }
.empty svg { width: 2.5rem; height: 2.5rem; margin-bottom: 0.75rem; color: var(--field-line); }
.empty p { max-width: 32rem; margin: 0.375rem auto 0; color: var(--soft); }
.empty .button { margin-top: 1.25rem; }

.pages { display: flex; align-items: center; justify-content: space-between; gap: 1rem; margin-top: 1.25rem; }

[popover] {
  max-width: min(26rem, calc(100vw - 2.5rem));
  margin: auto;
  padding: 1.5rem;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--sheet);
  color: var(--ink);
  box-shadow: 0 24px 80px rgb(0 0 0 / 30%);
  text-align: left;
  white-space: normal;
}
[popover]::backdrop { background: rgb(20 15 5 / 45%); }
[popover] h2 { margin-bottom: 0.5rem; }
[popover] p { color: var(--soft); }
[popover] .actions { display: flex; flex-wrap: wrap; justify-content: end; gap: 0.5rem; margin-top: 1.5rem; }

.progress { display: flex; flex-wrap: wrap; align-items: center; gap: 0.625rem; }
.spinner { display: inline-block; width: 1em; height: 1em; border: 2px solid currentColor; border-right-color: transparent; border-radius: 50%; vertical-align: -0.125em; }
@media (prefers-reduced-motion: no-preference) {
  .spinner { animation: spin 0.9s linear infinite; }
  @keyframes spin { to { transform: rotate(1turn); } }
}
button:disabled { opacity: 0.55; cursor: default; }

.copy { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: start; min-width: 0; border-radius: var(--radius); background: var(--code); }
.copy button { margin: 0.625rem 0.625rem 0 0; }

@media (max-width: 44rem) {
  .copy { grid-template-columns: minmax(0, 1fr); background: none; }
  .copy button { margin: 0.5rem 0 0; }
  .main .copy pre { white-space: pre-wrap; overflow-wrap: anywhere; }

  /* Each row becomes a card in which the column name precedes the value. */
  .stack, .stack tbody { display: block; }
  .scroll:has(> .stack) { overflow: visible; }
  .stack thead { display: block; position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stack tr { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; padding: 1rem 0; border-top: 1px solid var(--line); }
  .stack tr:first-child { border-top: 0; padding-top: 0; }
  .stack td { padding: 0; border: 0; min-width: 0; }
  .stack .nowrap { white-space: normal; }
  .stack td[data-label]::before { content: attr(data-label); display: block; color: var(--soft); font-size: 0.8125rem; font-weight: 600; }
  .stack .clip { max-width: 100%; }
  .stack td:is(:first-child, .wide, .end) { grid-column: 1 / -1; text-align: left; }
}
`;
