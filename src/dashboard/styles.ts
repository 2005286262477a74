// The stylesheet of the dashboard, in cascade order.
import { docs } from "./styles/docs.ts";
import { forms } from "./styles/forms.ts";
import { components } from "./styles/components.ts";
import { monitors } from "./styles/monitors.ts";
import { comparison } from "./styles/comparison.ts";
import { playground } from "./styles/playground.ts";
import { screenshots } from "./styles/screenshots.ts";
import { shell } from "./styles/shell.ts";
import { tokens } from "./styles/tokens.ts";
import { welcome } from "./styles/welcome.ts";

/** The chart of captures and the latest failures. */
const overview = `
.chart { margin: 1rem 0 0; }
.chart svg { display: block; width: 100%; height: 8rem; border-bottom: 1px solid var(--field-line); }
.chart .ground { fill: transparent; }
.chart g:hover .ground { fill: var(--sunken); }
.chart .completed { fill: var(--field-line); background: var(--field-line); }
.chart .failed { fill: var(--bad); background: var(--bad); }
.chart > :is(p, figcaption) { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 1rem; margin-block: 0.5rem; }
.chart i { display: inline-block; width: 0.625rem; height: 0.625rem; margin-left: 0.5rem; border-radius: 0.125rem; }
.rates { display: flex; flex-wrap: wrap; gap: 0.75rem 2.5rem; margin-top: 1rem; }
.rates dt { color: var(--soft); font-size: 0.875rem; }
.rates dd { margin: 0; font-size: 1.375rem; font-weight: 650; letter-spacing: -0.02em; }
.range { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1rem; }
.range .presets { flex-basis: auto; margin: 0 -0.625rem 0 0; }
.failures p:not(.soft) { color: var(--bad); }
.chart > p > span { white-space: nowrap; }
.failures { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.875rem; padding: 0; list-style: none; }
.failures li + li { padding-top: 0.875rem; border-top: 1px solid var(--line); }
.failures + p { margin-top: 1rem; }
.failures .clip { max-width: 100%; }
`;

/** The deliveries of a webhook. */
const webhooks = `
.deliveries h3 { margin: 1rem 0 0.375rem; font-size: 0.875rem; color: var(--soft); }
.deliveries .group > summary + h3 { margin-top: 0.25rem; }
.deliveries form { margin: 1rem 0; }
.deliveries summary strong { font-weight: 600; }
`;

export const stylesheet = [
  tokens,
  shell,
  components,
  forms,
  overview,
  screenshots,
  monitors,
  comparison,
  playground,
  webhooks,
  welcome,
  docs,
].join("");
