// What a vendor's script does to a page, as the text of that script.

export type Widget = {
  /** Appended to the body. */
  html: string;
  css: string;
  /** Put into an open shadow root of the first element of `html`, or of what `shadowHost` matches. */
  shadow?: string;
  shadowHost?: string;
  /** Selectors of buttons: pressed, they say so to the page's own host and close the widget. */
  accept?: string;
  reject?: string;
  /** A button that shows more, and what it shows inside the first element of `html`. */
  settings?: { button: string; html: string };
  /** The vendor's interface for scripts; `widget.close(word)` and `say(word)` are at hand. */
  globals?: string;
};

/** The script. `GET /said/<word>` on the page's host is what it says when a button is pressed. */
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
  const say = (word) => { new Image().src = location.origin + "/said/" + word; };
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
    close(word) { say(word); for (const part of this.parts) part.remove(); },
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
