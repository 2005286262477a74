// Runs in the browser of the user: disables the buttons of a form while it is sent, so that a double click sends it once.

/** Does not apply to form[data-reusable], whose response can be a file and leaves the page open. */
export function submitOnce(): void {
  /** The browser does not report a submission that the user canceled. */
  const ENABLE_AFTER_MS = 10_000;

  const disable = (form: HTMLFormElement) => {
    const buttons = [...form.elements].filter(
      (element) =>
        element instanceof HTMLButtonElement && element.type === "submit" && !element.disabled,
    ) as HTMLButtonElement[];
    const enable = () => {
      for (const button of buttons) button.disabled = false;
    };
    for (const button of buttons) button.disabled = true;
    setTimeout(enable, ENABLE_AFTER_MS);
    // The browser may restore the page from its cache.
    window.addEventListener("pageshow", enable, { once: true });
  };
  document.addEventListener("submit", ({ target, defaultPrevented }) => {
    if (!(target instanceof HTMLFormElement) || target.method !== "post") return;
    // capture-progress.ts disables the buttons of a capture until it ends.
    const isCapture = target.querySelector(".progress:not([hidden])") !== null;
    if (defaultPrevented || isCapture || target.matches("[data-reusable]")) return;
    // The browser reads the pressed button for the form data first.
    setTimeout(() => disable(target));
  });
}
