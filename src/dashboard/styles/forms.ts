// Fields and buttons.

export const forms = `
form { display: grid; gap: 1.125rem; justify-items: start; }
.field { display: grid; gap: 0.3125rem; width: 100%; max-width: 30rem; }
.field.wide { max-width: none; }
label, legend, .label { font-weight: 600; font-size: 0.9375rem; }
.hint { color: var(--soft); font-size: 0.875rem; }
.fault { color: var(--bad); font-size: 0.875rem; font-weight: 550; }
input:not([type="checkbox"], [type="radio"]), select, textarea {
  width: 100%;
  min-height: 2.75rem;
  padding: 0.5rem 0.75rem;
  border: 1px solid var(--field-line);
  border-radius: 0.5rem;
  background: var(--sheet);
  color: var(--ink);
  font: inherit;
}
textarea { min-height: 6rem; font-family: var(--mono); font-size: 0.875rem; line-height: 1.55; resize: vertical; }
input[type="date"] { height: 2.75rem; }
select { padding-right: 0.75rem; }
input::placeholder, textarea::placeholder { color: var(--soft); opacity: 1; }
:is(input, select, textarea):focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; border-radius: 0.5rem; }
[aria-invalid="true"] { border-color: var(--bad) !important; box-shadow: inset 0 0 0 1px var(--bad); }
input[type="checkbox"], input[type="radio"] { width: 1.125rem; height: 1.125rem; flex: none; margin: 0.1875rem 0 0; accent-color: var(--accent); }
.check { display: flex; gap: 0.625rem; align-items: start; }
.check label { font-weight: 500; }
fieldset { min-width: 0; padding: 0; border: 0; }
.row { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; width: 100%; }
.row > .field { flex: 1 1 12rem; width: auto; }
.actions { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }

button, .button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 0.5rem;
  min-height: 2.75rem;
  padding: 0.5rem 1.125rem;
  border: 1px solid transparent;
  border-radius: 0.5rem;
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  line-height: 1.2;
  text-decoration: none;
  cursor: pointer;
}
button:hover, .button:hover { background: var(--accent-strong); color: var(--on-accent); }
.quiet { border-color: var(--field-line); background: transparent; color: var(--ink); }
.quiet:hover { background: var(--sunken); color: var(--ink); }
.danger { border-color: var(--bad); background: transparent; color: var(--bad); }
.danger:hover { background: var(--bad-wash); color: var(--bad); }
.danger.solid { background: var(--bad); color: var(--sheet); }
.danger.solid:hover { background: var(--bad); color: var(--sheet); filter: brightness(1.08); }
.compact { min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
.whole { width: 100%; }
.on-code { border-color: transparent; background: #3a3631; color: #f3efe6; }
.on-code:hover { background: #4a453f; color: #ffffff; }
.inline { display: inline-flex; }
`;
