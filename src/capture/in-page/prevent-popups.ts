// Runs at document start in every frame: prevents popups, which would not appear in the screenshot.

/** Makes window.open() return null, as with a popup blocker. */
export function preventPopups(): void {
  if (typeof document !== "object") return;
  Reflect.defineProperty(globalThis, "open", {
    value: () => null,
    writable: true,
    configurable: true,
  });
}
