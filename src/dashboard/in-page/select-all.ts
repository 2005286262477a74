// Runs in the browser of the user: selects all screenshots of the gallery.

/** Makes each button[data-select-all] check or uncheck all boxes of its form. Without the script, the button stays hidden. */
export function selectAll(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-select-all]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const boxes = [...(button.form?.querySelectorAll<HTMLInputElement>(".pick input") ?? [])];
      const checked = boxes.some((box) => !box.checked);
      for (const box of boxes) box.checked = checked;
    });
  }
}
