// Runs in the browser of the user: shows how long a capture has been running, and lets the user cancel it.

/** Applies to each form[data-capture]. Its element .progress is shown between the submission and the response. */
export function captureProgress(): void {
  const start = (form: HTMLFormElement) => {
    const progress = form.querySelector<HTMLElement>(".progress");
    const seconds = progress?.querySelector<HTMLElement>("[data-seconds]");
    const cancel = progress?.querySelector<HTMLButtonElement>("button");
    const canceled = form.querySelector<HTMLElement>("[data-canceled]");
    if (!progress || !seconds || !cancel || !canceled) return;
    const buttons = [...form.querySelectorAll<HTMLButtonElement>("button:not(.progress button)")];
    const startedAt = Date.now();
    const timer = setInterval(() => {
      seconds.textContent = `${Math.round((Date.now() - startedAt) / 1000)} s`;
    }, 250);
    const end = () => {
      clearInterval(timer);
      progress.hidden = true;
      for (const button of buttons) button.disabled = false;
    };
    seconds.textContent = "0 s";
    progress.hidden = false;
    canceled.hidden = true;
    // Disable the buttons after the browser has read the pressed button for the form data.
    setTimeout(() => {
      for (const button of buttons) button.disabled = true;
      cancel.focus();
    });
    const stop = () => {
      window.stop();
      end();
      canceled.hidden = false;
      buttons[0]?.focus();
    };
    cancel.addEventListener("click", stop, { once: true });
    // The browser may restore the page from its cache.
    window.addEventListener("pageshow", end, { once: true });
  };
  document.addEventListener("submit", ({ target, submitter }) => {
    const isCapture =
      !(submitter instanceof HTMLButtonElement) || ["", "capture"].includes(submitter.value);
    if (target instanceof HTMLFormElement && target.matches("[data-capture]") && isCapture)
      start(target);
  });
}
