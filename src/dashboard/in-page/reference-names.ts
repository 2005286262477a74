// Runs in the browser of the user, on the page of the API reference.

/**
 * Adds names and states that the program of the reference omits, so that screen readers announce its buttons and fields. The
 * program renders parts of the page on scrolling, so this function follows the changes of the page.
 */
export function referenceNames(): void {
  const complete = () => {
    // The text of a copy button is invisible.
    for (const button of document.querySelectorAll("button[class*=copy]:not([aria-label])"))
      button.setAttribute("aria-label", "Copy");
    for (const field of document.querySelectorAll("[role=combobox]:not([aria-expanded])")) {
      field.setAttribute("aria-expanded", "false");
      const name = field.getAttribute("data-placeholder") ?? "Value";
      if (!field.hasAttribute("aria-label")) field.setAttribute("aria-label", name);
    }
  };
  let isScheduled = false;
  new MutationObserver(() => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      complete();
    });
  }).observe(document.documentElement, { childList: true, subtree: true });
}
