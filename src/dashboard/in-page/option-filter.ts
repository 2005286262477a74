// Runs in the browser of the user: filters the options of the playground by name, description, group and synonym.

/**
 * Shows input[data-option-filter], whose value lists each option with its synonyms: "clip crop region|delay wait sleep". Writes
 * the number of matches to [data-options-found]. Without the script, the field stays hidden.
 */
export function optionFilter(): void {
  const input = document.querySelector<HTMLInputElement>("input[data-option-filter]");
  const field = input?.closest<HTMLElement>("[hidden]");
  const found = document.querySelector<HTMLElement>("[data-options-found]");
  if (!input || !field || !found) return;
  field.hidden = false;
  const synonyms = new Map(
    (input.dataset["optionFilter"] ?? "")
      .split("|")
      .map((words) => [words.slice(0, words.indexOf(" ")), words] as const),
  );
  const spaced = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ");
  const groups = [...document.querySelectorAll<HTMLDetailsElement>("details.group")];
  const openAtFirst = new Set(groups.filter(({ open }) => open));
  const options = groups.flatMap((group) =>
    [...group.querySelectorAll<HTMLElement>(".controls > *")].map((control) => {
      const name = control.querySelector("[name]")?.getAttribute("name")?.split(".")[0] ?? "";
      const title = group.querySelector("summary")?.textContent ?? "";
      const text = spaced(`${name} ${title} ${control.textContent} ${synonyms.get(name) ?? ""}`);
      // Also finds names without separators, such as "fullpage".
      return { control, text: `${text} ${name.replaceAll("_", "")}` };
    }),
  );
  input.addEventListener("keydown", (event) => {
    // The Enter key would submit the form and use a credit.
    if (event.key === "Enter") event.preventDefault();
  });
  input.addEventListener("input", (event) => {
    // The filter is not part of the request.
    event.stopPropagation();
    const words = spaced(input.value).trim();
    for (const { control, text } of options)
      control.hidden = !words.split(" ").every((word) => text.includes(word));
    for (const group of groups) {
      group.hidden = group.querySelector(".controls > :not([hidden])") === null;
      group.open = words === "" ? openAtFirst.has(group) : true;
    }
    const count = options.filter(({ control }) => !control.hidden).length;
    const shown = count === 1 ? "1 option found." : `${count} options found.`;
    const none = "No option matches. Try a shorter word, or see the API reference.";
    found.textContent = words === "" ? "" : count === 0 ? none : shown;
  });
}
