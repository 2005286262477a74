// The links of a public page: a row in wide windows, and a menu in narrow ones (styles/shell.ts).
import type { Child } from "hono/jsx";

export function SiteMenu({ children }: { children?: Child }) {
  return (
    <>
      <button class="quiet compact site-menu-button" popovertarget="site-menu" type="button">
        Menu
      </button>
      <nav id="site-menu" class="site-menu" aria-label="Service" popover="auto">
        {children}
      </nav>
    </>
  );
}
