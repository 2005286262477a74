// Runs in the browser of the user: updates the parts of a page that show captures in progress.

/**
 * Requests the page again while it has elements with data-live, and replaces them with the new elements of the same id.
 * Without the script, a meta element refreshes the page (see Document).
 */
export function liveParts(): void {
  const FIRST_DELAY_MS = 1000;
  const MAX_DELAY_MS = 5000;
  const FOCUSABLE = "a[href], button, input, select, summary";
  const parts = () => [...document.querySelectorAll<HTMLElement>("[data-live]")];

  const replace = (part: HTMLElement, fresh: HTMLElement) => {
    const focused = [...part.querySelectorAll(FOCUSABLE)].indexOf(
      document.activeElement ?? document.body,
    );
    // Keep what the user has selected.
    for (const { name, value, checked } of part.querySelectorAll("input")) {
      for (const input of fresh.querySelectorAll("input"))
        if (input.name === name && input.value === value) input.checked = checked;
    }
    part.replaceWith(fresh);
    if (focused >= 0) fresh.querySelectorAll<HTMLElement>(FOCUSABLE)[focused]?.focus();
  };

  const update = async () => {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    // Stop when the record was deleted or the session ended.
    if (!answer.ok || answer.redirected) return false;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of parts()) {
      const fresh = page.getElementById(part.id);
      if (fresh === null) part.removeAttribute("data-live");
      else if (fresh.outerHTML !== part.dataset["shown"]) {
        fresh.dataset["shown"] = fresh.outerHTML;
        replace(part, fresh);
      }
    }
    document.dispatchEvent(new Event("parts-replaced"));
    return true;
  };

  const schedule = (delayMs: number) => {
    if (parts().length === 0) return;
    setTimeout(() => {
      const next = Math.min(MAX_DELAY_MS, delayMs * 1.2);
      if (document.hidden) schedule(next);
      else
        update().then(
          (goesOn) => goesOn && schedule(next),
          () => schedule(MAX_DELAY_MS),
        );
    }, delayMs);
  };
  schedule(FIRST_DELAY_MS);
}
