// The landing page.

export const welcome = `
.welcome { max-width: 62rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 2.5rem) clamp(1.25rem, 6vw, 4rem) 5rem; }
.welcome header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 1rem; }
.welcome header nav { display: flex; gap: 0.5rem; }
.welcome h1 {
  margin: clamp(2.5rem, 8vw, 5rem) 0 1rem;
  max-width: 17ch;
  font-size: clamp(2.25rem, 6vw, 4rem);
  line-height: 1.04;
  letter-spacing: -0.035em;
}
.welcome .lead { max-width: 42rem; color: var(--soft); font-size: 1.1875rem; }
.welcome h2 {
  margin: 2.75rem 0 0.75rem;
  font-size: 0.8125rem;
  letter-spacing: 0.08em;
  text-transform: uppercase;
  color: var(--soft);
}
.welcome h2 + p { margin-bottom: 1rem; }
.endpoints { padding: 0; list-style: none; border: 1px solid var(--line); border-radius: var(--radius); background: var(--sheet); }
.endpoints li {
  display: grid;
  grid-template-columns: 3.75rem 21rem 1fr;
  gap: 0.25rem 1rem;
  align-items: baseline;
  padding: 0.8rem 1.25rem;
}
.endpoints li + li { border-top: 1px solid var(--line); }
.endpoints b { color: var(--accent); font-size: 0.8125rem; letter-spacing: 0.04em; }
.endpoints code { overflow-wrap: anywhere; }
.endpoints span { color: var(--soft); }
@media (max-width: 44rem) {
  .endpoints li { grid-template-columns: 3.75rem 1fr; }
  .endpoints span { grid-column: 1 / -1; }
}
`;
