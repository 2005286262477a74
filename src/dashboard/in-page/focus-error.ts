// Runs in the browser of the user: moves the focus to the first field with an error.

export function focusError(): void {
  document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
