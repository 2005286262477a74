// The pseudo-classes and pseudo-elements of Chromium (third_party/blink/renderer/core/css/css_selector.cc). Names with
// arguments end with "()".

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const USER_ACTIONS = "hover focus focus-visible focus-within active";
const SCROLLBAR_STATES =
  "horizontal vertical decrement increment start end double-button single-button no-button corner-present";
/** Pseudo-classes of elements by their place in the document. The parts of a component have none. */
const STRUCTURE =
  "empty first-child first-of-type last-child last-of-type only-child only-of-type root scope host";

/** Names that are valid without parentheses. */
const PSEUDO_CLASSES = words(`
  ${USER_ACTIONS} ${SCROLLBAR_STATES} ${STRUCTURE}
  -webkit-any-link -webkit-autofill -webkit-drag -webkit-full-page-media -webkit-full-screen -webkit-full-screen-ancestor
  active-view-transition any-link autofill checked current default defined disabled
  enabled fullscreen future granted in-range indeterminate interest-source interest-target invalid link modal open optional
  out-of-range past picture-in-picture placeholder-shown popover-open read-only read-write required target target-after
  target-before target-current unbounded user-invalid user-valid valid visited window-inactive xr-overlay
`);

/** Names that are valid without parentheses, in addition to any name that starts with `-webkit-`. */
const PSEUDO_ELEMENTS = words(`
  after backdrop before checkmark column cue details-content file-selector-button first-letter first-line grammar-error
  interest-button marker permission-icon picker-icon placeholder scroll-marker scroll-marker-group search-text
  select-listbox selection spelling-error target-text view-transition
`);

/** Names that only later versions enable. */
const UPCOMING = words(`
  active-option animated-image buffering expand-icon filtered has-slotted muted navigation-source overscroll-backdrop
  overscroll-open paused playing seeking skeleton stalled tool-form-active tool-submit-active volume-locked
`);

/** Pseudo-elements that are valid with a single colon. */
export const LEGACY_PSEUDO_ELEMENTS = words("after before first-letter first-line");

/** Pseudo-elements with children and styles of an element. */
const ELEMENT_BACKED = words("part() details-content picker() permission-icon select-listbox");

const SCROLLBAR_PARTS = words(`
  -webkit-resizer -webkit-scrollbar -webkit-scrollbar-button -webkit-scrollbar-corner -webkit-scrollbar-thumb
  -webkit-scrollbar-track -webkit-scrollbar-track-piece
`);

const TRANSITION_PARTS = words(
  "view-transition-group() view-transition-group-children() view-transition-image-pair() view-transition-new() view-transition-old()",
);

/** Pseudo-elements that are valid after ::slotted(). */
const AFTER_SLOTTED = words(`
  after backdrop before checkmark details-content file-selector-button interest-button marker permission-icon picker()
  picker-icon placeholder select-listbox view-transition
  ${[...TRANSITION_PARTS].join(" ")}
`);

/** Pseudo-classes that are not valid after an element-backed pseudo-element. */
const NOT_AFTER_ELEMENT = words(`
  ${STRUCTURE} ${SCROLLBAR_STATES} current nth-child() nth-last-child() nth-last-of-type() nth-of-type() has() host() host-context() -webkit-any()
`);

/** The pseudo-classes that are valid after other pseudo-elements. */
const CLASSES_AFTER = new Map<string, ReadonlySet<string>>([
  ["cue", words(USER_ACTIONS)],
  ["file-selector-button", words(USER_ACTIONS)],
  ["scroll-button()", words(`disabled enabled ${USER_ACTIONS}`)],
  ["scroll-marker", words(`target-after target-before target-current ${USER_ACTIONS}`)],
  ["scroll-marker-group", words("focus-within hover")],
  ["search-text", words("current")],
  ["selection", words("window-inactive")],
  ...[...SCROLLBAR_PARTS].map(
    (name) =>
      [name, words(`${SCROLLBAR_STATES} enabled disabled hover active window-inactive`)] as const,
  ),
  ...[...TRANSITION_PARTS].map((name) => [name, words("only-child")] as const),
]);

export function isKnownPseudoClass(name: string): boolean {
  return PSEUDO_CLASSES.has(name) || isLeftToBrowser(name);
}

export function isKnownPseudoElement(name: string): boolean {
  const isVendorName = name.startsWith("-webkit-") && !PSEUDO_CLASSES.has(name);
  return PSEUDO_ELEMENTS.has(name) || isVendorName || isLeftToBrowser(name);
}

/** Names that only the browser can check: upcoming ones, and `-internal-` ones, of which the browser accepts some. */
function isLeftToBrowser(name: string): boolean {
  return UPCOMING.has(name) || name.startsWith("-internal-");
}

/** Returns whether the pseudo-class or pseudo-element `name` may follow a pseudo-element, as in `::before::marker`. */
export function canFollowPseudoElement(
  pseudoElement: string,
  name: string,
  isPseudoElement: boolean,
): boolean {
  if (isLeftToBrowser(name) || isLeftToBrowser(pseudoElement)) return true;
  if (pseudoElement === "column") return isPseudoElement && name === "scroll-marker";
  if (pseudoElement === "slotted()") return isPseudoElement && AFTER_SLOTTED.has(name);
  if (isPseudoElement)
    return ELEMENT_BACKED.has(pseudoElement)
      ? name !== "part()" && name !== "slotted()"
      : name === "marker" && (pseudoElement === "before" || pseudoElement === "after");
  if (name === "is()" || name === "where()" || name === "not()") return true;
  if (ELEMENT_BACKED.has(pseudoElement)) return !NOT_AFTER_ELEMENT.has(name);
  const allowed = pseudoElement.startsWith("-webkit-") ? words(USER_ACTIONS) : undefined;
  return (CLASSES_AFTER.get(pseudoElement) ?? allowed)?.has(name) ?? false;
}
