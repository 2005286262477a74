// Runs in the browser of the user: updates a part of the page while the user changes a form, such as the code of a capture.

/**
 * Sends form[data-live-form="<id>"] to its data-live-action and replaces the element with this id. Only changes inside
 * [data-live-scope] count, if the form has such an element. If the request fails, the element's [data-outdated] is shown.
 * Without the script, a button of the form sends `do=<id>`.
 */
export function liveForm(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-live-form]");
  if (form === null) return;
  const part = form.dataset["liveForm"] ?? "";
  const action = form.dataset["liveAction"] ?? form.action;
  const scope = form.querySelector<HTMLElement>("[data-live-scope]") ?? form;
  const DELAY_MS = 400;
  let timer = 0;
  let newest = 0;
  /** The index of the open details element. */
  let open: number | undefined;

  const update = async () => {
    newest += 1;
    const request = newest;
    const body = new URLSearchParams();
    // The form has no file fields.
    for (const [name, value] of new FormData(form))
      if (typeof value === "string") body.append(name, value);
    const page = await fetch(action, { method: "POST", body })
      .then(async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html"))
      // A network error is handled like a response without the element.
      .catch(() => undefined);
    const [shown, fresh] = [document.getElementById(part), page?.getElementById(part)];
    // Ignore responses of earlier requests.
    if (request !== newest || shown === null) return;
    if (!fresh) {
      shown.querySelector("[data-outdated]")?.removeAttribute("hidden");
      return;
    }
    const shownDetails = [...shown.querySelectorAll("details")];
    if (shownDetails.length > 0) open = shownDetails.findIndex((details) => details.open);
    if (open !== undefined)
      for (const [i, details] of [...fresh.querySelectorAll("details")].entries())
        details.open = i === open;
    shown.replaceWith(fresh);
    document.dispatchEvent(new Event("parts-replaced"));
  };
  scope.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => void update(), DELAY_MS);
  });
}
