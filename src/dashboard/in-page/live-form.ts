// Runs in the browser of the user: updates a part of the page while the user changes a form, such as the code of a capture.

/**
 * Sends form[data-live-form="<id>"] with `do=<id>` and replaces the element with this id. Only changes inside
 * [data-live-scope] count, if the form has such an element. Without the script, a button sends `do=<id>`.
 */
export function liveForm(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-live-form]");
  if (form === null) return;
  const part = form.dataset["liveForm"] ?? "";
  const scope = form.querySelector<HTMLElement>("[data-live-scope]") ?? form;
  const DELAY_MS = 400;
  let timer = 0;
  let newest = 0;

  const update = async () => {
    newest += 1;
    const request = newest;
    const body = new URLSearchParams();
    // The form has no file fields.
    for (const [name, value] of new FormData(form))
      if (typeof value === "string") body.append(name, value);
    body.set("do", part);
    const answer = await fetch(form.action, { method: "POST", body });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [shown, fresh] = [document.getElementById(part), page.getElementById(part)];
    // Ignore responses of earlier requests. The response to an invalid form may not contain the element.
    if (request !== newest || shown === null || fresh === null) return;
    const open = [...shown.querySelectorAll("details")].findIndex((details) => details.open);
    for (const [i, details] of [...fresh.querySelectorAll("details")].entries())
      details.open = i === open;
    shown.replaceWith(fresh);
    document.dispatchEvent(new Event("parts-replaced"));
  };
  scope.addEventListener("input", () => {
    clearTimeout(timer);
    // A network error leaves the code unchanged.
    timer = setTimeout(() => void update().catch(() => undefined), DELAY_MS);
  });
}
