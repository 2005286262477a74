// Generates the script with which a vendor inserts a widget into a page.

export type Widget = {
  /** Appended to the body. */
  html: string;
  css: string;
  /** Content of an open shadow root. The host is the first element of `html`, or the match of `shadowHost` in it. */
  shadow?: string;
  shadowHost?: string;
  /** Selectors of buttons. A click reports the answer to the page's host and closes the widget. */
  accept?: string;
  reject?: string;
  /** A button, and the content that a click on it adds to the first element of `html`. */
  settings?: { button: string; html: string };
  /** The vendor's API for scripts. It can call `widget.close(answer)` and `report(answer)`. */
  globals?: string;
};

/** A known consent platform. */
export type Platform = Widget & {
  name: string;
  /** The vendor's script. Platforms without a script are served only by the page's host. */
  script?: string;
  /** A document of the vendor that replaces FRAME in `html`. Its buttons report answers by message. */
  frame?: Required<Pick<Widget, "html" | "css" | "accept" | "reject">> & { address: string };
};

/** Returns the script. A click on a button requests `/answered/<answer>` from the page's host. */
export function programOf({
  html,
  css,
  shadow,
  shadowHost,
  accept,
  reject,
  settings,
  globals = "",
}: Widget): string {
  const text = JSON.stringify;
  return `(() => {
  const report = (answer) => { new Image().src = location.origin + "/answered/" + answer; };
  const widget = {
    parts: [],
    root: document,
    add(html, parent) {
      const template = document.createElement("template");
      template.innerHTML = html;
      const added = [...template.content.children];
      this.parts.push(...added);
      parent.append(...added);
      return added;
    },
    close(answer) { report(answer); for (const part of this.parts) part.remove(); },
    listen(selector, act) {
      if (selector === "") return;
      for (const button of this.root.querySelectorAll(selector)) button.addEventListener("click", (event) => { event.preventDefault(); act(); });
    },
    listenToAll() {
      this.listen(${text(accept ?? "")}, () => this.close("accepted"));
      this.listen(${text(reject ?? "")}, () => this.close("rejected"));
    },
    open() {
      const style = document.head.appendChild(document.createElement("style"));
      style.textContent = ${text(css)};
      this.parts.push(style);
      const [first] = this.add(${text(html)}, document.body);
      const shadow = ${text(shadow ?? "")};
      if (shadow !== "") {
        const host = ${text(shadowHost ?? "")};
        this.root = (host === "" ? first : first.querySelector(host)).attachShadow({ mode: "open" });
        this.root.innerHTML = shadow;
      }
      this.listenToAll();
      this.listen(${text(settings?.button ?? "")}, () => { this.add(${text(settings?.html ?? "")}, first); this.listenToAll(); });
    },
  };
  ${globals}
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", () => widget.open());
  else widget.open();
})();`;
}
