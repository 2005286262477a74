// Runs in the browser of the user: moves the focus to the first field with an error.

export function focusError(): void {
  const focus = () => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  // After the browser has scrolled to the fragment of the URL, which moves the focus.
  window.addEventListener("load", () => setTimeout(focus));
}
