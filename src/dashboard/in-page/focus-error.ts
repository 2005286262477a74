// Runs in the browser of the user: moves the focus to the first field with an error.

export function focusError(): void {
  const focus = () =>
    document.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus();
  // Wait until the browser has scrolled to the fragment of the URL, because this scroll moves the focus.
  window.addEventListener("load", () => setTimeout(focus));
}
