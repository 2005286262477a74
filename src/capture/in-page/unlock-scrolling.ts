// Consent banners stop the page from scrolling while they are open; one that is hidden must not.

export function unlockScrolling(): void {
  for (const element of [document.documentElement, document.body]) {
    if (element === null || getComputedStyle(element).overflowY !== "hidden") continue;
    element.style.setProperty("overflow", "auto", "important");
    if (getComputedStyle(element).position === "fixed")
      element.style.setProperty("position", "static", "important");
  }
}
