// Runs in the browser of the user, because only a script can write to the clipboard.

/** Makes each button with data-copy="<id>" copy the text of that element. Without the script, these buttons stay hidden. */
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
