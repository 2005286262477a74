// The layout around a page: logo, navigation, page header.

export const shell = `
.skip { position: absolute; left: 1rem; top: -4rem; padding: 0.5rem 1rem; background: var(--sheet); z-index: 2; }
.skip:focus { top: 1rem; }
.mark {
  display: inline-flex;
  align-items: center;
  gap: 0.625rem;
  color: var(--ink);
  font-weight: 650;
  letter-spacing: -0.01em;
  text-decoration: none;
}
.mark:hover { color: var(--ink); }
.mark svg { width: 1.75rem; height: 1.75rem; color: var(--accent); }

.shell { display: grid; min-height: 100vh; grid-template: auto 1fr / minmax(0, 1fr); }
.side {
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 1rem;
  padding: 0.75rem 1.25rem;
  border-bottom: 1px solid var(--line);
  background: var(--sheet);
}
.side nav { width: min(20rem, calc(100vw - 2.5rem)); max-height: calc(100vh - 4rem); overflow-y: auto; }
.side ul { display: flex; flex-direction: column; margin: 0; padding: 0; list-style: none; }
.side li a {
  display: block;
  padding: 0.5rem 0.75rem;
  border-radius: 0.5rem;
  color: var(--soft);
  font-weight: 550;
  text-decoration: none;
  white-space: nowrap;
}
.side li a:hover { background: var(--sunken); color: var(--ink); }
.side li a[aria-current] { background: var(--accent-wash); color: var(--accent-strong); }
.side li a:focus-visible { outline-offset: -3px; }
.side li.apart { margin-top: 1rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.who { display: flex; flex-direction: column; align-items: stretch; gap: 0.75rem; margin-top: 1rem; padding: 1rem 0.75rem 0; border-top: 1px solid var(--line); font-size: 0.875rem; }
.who p { min-width: 0; }
.who strong, .who p span { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.main { width: 100%; max-width: 70rem; padding: clamp(1.5rem, 4vw, 3rem) clamp(1.25rem, 4vw, 3rem) 5rem; }

@media (min-width: 60rem) {
  .shell { grid-template: 1fr / 15.5rem minmax(0, 1fr); }
  .side {
    position: sticky;
    top: 0;
    flex-direction: column;
    align-items: stretch;
    justify-content: start;
    gap: 2rem;
    height: 100vh;
    padding: 1.75rem 1rem 1.25rem;
    border: 0;
    border-right: 1px solid var(--line);
  }
  .side .mark { padding: 0 0.75rem; align-self: start; }
  .side .menu { display: none; }
  .side nav, .side nav[popover] {
    position: static;
    display: flex;
    flex: 1;
    flex-direction: column;
    width: auto;
    min-height: 0;
    max-width: none;
    max-height: none;
    margin: 0;
    padding: 0;
    border: 0;
    background: none;
    box-shadow: none;
  }
  .who { margin-top: auto; }
  .main { margin: 0 auto; }
}

.site-menu { width: min(20rem, calc(100vw - 2.5rem)); }
.site-menu a { display: block; padding: 0.5rem 0.75rem; border-radius: 0.5rem; color: var(--soft); font-weight: 550; text-decoration: none; white-space: nowrap; }
.site-menu a:hover { background: var(--sunken); color: var(--ink); }
.site-menu a:focus-visible { outline-offset: -3px; }
@media (min-width: 44rem) {
  .site-menu-button { display: none; }
  .site-menu, .site-menu[popover] {
    position: static;
    display: flex;
    width: auto;
    max-width: none;
    margin: 0;
    padding: 0;
    border: 0;
    background: none;
    box-shadow: none;
  }
}

.head { display: flex; flex-wrap: wrap; align-items: end; justify-content: space-between; gap: 1rem; margin-bottom: 1.75rem; }
.head > div { min-width: 0; overflow-wrap: anywhere; }
.head p { margin-top: 0.375rem; max-width: 42rem; color: var(--soft); }
.head .actions { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.crumb { margin-bottom: 0.5rem; font-size: 0.875rem; }

.narrow { width: 100%; max-width: 27rem; margin: 0 auto; padding: clamp(2rem, 9vh, 6rem) 1.25rem 4rem; }
.narrow .mark { margin-bottom: 2rem; }
.narrow h1 { margin-bottom: 0.375rem; }
.narrow h1 + p { margin-bottom: 1.5rem; color: var(--soft); }
.narrow-links { display: flex; justify-content: center; gap: 1.25rem; padding: 0 1.25rem 3rem; font-size: 0.875rem; }
.narrow .below { margin-top: 1.5rem; color: var(--soft); text-align: center; }
`;
