// Runs in the browser of the user: filters the options of the playground by name and description.

/** Shows input[data-option-filter]. Without the script, the field stays hidden. */
export function optionFilter(): void {
  const input = document.querySelector<HTMLInputElement>("input[data-option-filter]");
  const field = input?.closest<HTMLElement>("[hidden]");
  if (!input || !field) return;
  field.hidden = false;
  const groups = [...document.querySelectorAll<HTMLDetailsElement>("details.group")];
  const openAtFirst = new Set(groups.filter(({ open }) => open));
  input.addEventListener("keydown", (event) => {
    // The Enter key would submit the form and use a credit.
    if (event.key === "Enter") event.preventDefault();
  });
  input.addEventListener("input", (event) => {
    // The filter is not part of the request.
    event.stopPropagation();
    const words = input.value.trim().toLowerCase();
    for (const group of groups) {
      const controls = [...group.querySelectorAll<HTMLElement>(".controls > *")];
      for (const control of controls)
        control.hidden = !control.textContent.toLowerCase().includes(words);
      group.hidden = controls.every(({ hidden }) => hidden);
      group.open = words === "" ? openAtFirst.has(group) : true;
    }
  });
}
