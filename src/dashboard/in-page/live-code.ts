// Runs in the browser of the user: updates the code snippets while the user changes the form of the playground.

/** Requests the code of form[data-live-code] without a capture. Without the script, the button "Show code" does this. */
export function liveCode(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-live-code]");
  if (form === null) return;
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
    body.set("do", "code");
    const answer = await fetch(form.action, { method: "POST", body });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [shown, fresh] = [document.getElementById("code"), page.getElementById("code")];
    // Ignore responses of earlier requests. An invalid form has no code.
    if (request !== newest || shown === null || fresh === null) return;
    const open = [...shown.querySelectorAll("details")].findIndex((details) => details.open);
    for (const [i, details] of [...fresh.querySelectorAll("details")].entries())
      details.open = i === open;
    shown.replaceWith(fresh);
    document.dispatchEvent(new Event("parts-replaced"));
  };
  form.addEventListener("input", () => {
    clearTimeout(timer);
    // A network error leaves the code unchanged.
    timer = setTimeout(() => void update().catch(() => undefined), DELAY_MS);
  });
}
