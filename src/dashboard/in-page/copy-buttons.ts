// Runs in the browser of the user, because only a script can write to the clipboard.

/** Makes each button with data-copy="<id>" copy the text of that element. Without the script, these buttons stay hidden. */
export function copyButtons(): void {
  const show = () => {
    for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]"))
      button.hidden = false;
  };
  show();
  document.addEventListener("parts-replaced", show);
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>("button[data-copy]");
    if (!button) return;
    const source = document.getElementById(button.dataset["copy"] ?? "");
    const label = button.dataset["label"] ?? button.textContent;
    button.dataset["label"] = label;
    void navigator.clipboard.writeText(source?.textContent ?? "").then(() => {
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = label), 2000);
    });
  });
}
