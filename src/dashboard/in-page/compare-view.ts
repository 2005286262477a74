// Runs in the browser of the user: moves the divider of a comparison and zooms without loading the page again.

/** Applies to form[data-compare-view]. Without the script, the divider stays in the middle and zoom buttons send the form. */
export function compareView(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-compare-view]");
  const panes = form?.querySelector<HTMLElement>(".panes");
  const divide = form?.querySelector<HTMLElement>("[data-divide]");
  const range = divide?.querySelector<HTMLInputElement>("input");
  if (!form || !panes || !divide || !range) return;

  const mode = () => form.querySelector<HTMLInputElement>('[name="mode"]:checked')?.value ?? "side";
  divide.hidden = false;
  const divideAt = (percent: number) => {
    range.value = String(percent);
    form.style.setProperty("--at", range.value);
  };
  range.addEventListener("input", () => divideAt(range.valueAsNumber));
  const follow = (event: PointerEvent) => {
    const { left, width } = panes.getBoundingClientRect();
    if (event.buttons === 1 && mode() === "slider")
      divideAt(((event.clientX - left) / width) * 100);
  };
  panes.addEventListener("pointerdown", follow);
  panes.addEventListener("pointermove", follow);

  const views = [...form.elements].filter(
    (element): element is HTMLButtonElement =>
      element instanceof HTMLButtonElement && element.dataset["view"] !== undefined,
  );
  const position = form.querySelector("[data-position]");
  const parameters = new URLSearchParams(location.search);
  let shown = Number(parameters.get("region")) || 0;

  const remember = () => {
    parameters.set("mode", mode());
    parameters.set("region", String(shown));
    history.replaceState(null, "", `?${parameters.toString()}`);
  };
  const show = (index: number) => {
    const view = views[index]?.dataset["view"];
    if (view === undefined) return;
    shown = index;
    for (const image of panes.querySelectorAll(".pane > svg")) image.setAttribute("viewBox", view);
    if (position !== null) {
      const last = views.length - 1;
      position.textContent = index === 0 ? "Whole page" : `Change ${index} of ${last}`;
    }
    form.querySelector(".stage")?.scrollTo(0, 0);
    form.scrollIntoView({ block: "nearest" });
    remember();
  };
  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    // A tall page is shown in parts, and another part needs other images.
    if (!(button instanceof HTMLButtonElement) || button.name !== "region" || !views[0]) return;
    event.preventDefault();
    const step = Number(button.dataset["step"] ?? 0);
    show(step === 0 ? Number(button.value) : Math.min(Math.max(shown + step, 1), views.length - 1));
  });
  form.addEventListener("change", remember);
}
