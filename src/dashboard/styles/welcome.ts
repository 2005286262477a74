// The landing page.

export const welcome = `
.welcome { max-width: 62rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 2.5rem) clamp(1.25rem, 6vw, 4rem) 5rem; }
.welcome header { display: flex; align-items: center; gap: 0.75rem; }
.welcome header .mark { margin-right: auto; }
@media (max-width: 43.99rem) {
  .welcome header > .button { min-height: 2.25rem; padding: 0.25rem 0.75rem; font-size: 0.875rem; }
  .welcome .site-menu-button { order: 1; }
}
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
.welcome figure { margin: 1.25rem 0 0; }
.welcome figure img { display: block; width: 100%; height: auto; border: 1px solid var(--line); border-radius: var(--radius); }
.welcome figcaption { margin-top: 0.5rem; color: var(--soft); font-size: 0.875rem; }
.abilities { display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); padding: 0; list-style: none; }
.abilities p, .more { color: var(--soft); }
.abilities h3 { margin-bottom: 0.25rem; }
.more { margin-top: 2rem; }
.welcome .copy pre { white-space: pre-wrap; overflow-wrap: anywhere; }
`;
