// Runs in the browser of whoever looks at the page: nothing else reaches the clipboard.

/** A button with data-copy="<id>" copies the text of that element, and says so. Without script it stays hidden. */
export function copyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
    const source = document.getElementById(button.dataset["copy"] ?? "");
    const label = button.textContent;
    button.hidden = false;
    button.addEventListener("click", () => {
      void navigator.clipboard.writeText(source?.textContent ?? "").then(() => {
        button.textContent = "Copied";
        setTimeout(() => (button.textContent = label), 2000);
      });
    });
  }
}
