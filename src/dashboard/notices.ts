// What has just been done, told on the page that a form leads to. The address carries only a word of this list.

const notices = {
  renamed: "Your name has been changed.",
  "password-changed": "Your password has been changed. Every other session has ended.",
  "session-ended": "The session has ended.",
  "account-changed": "The account has been changed.",
  "operator-made": "There is a further operator now.",
  "operator-taken-back": "It is no operator any more.",
  "key-revoked": "The key has been revoked. It does not work any more.",
  "webhook-saved": "The settings have been saved.",
  "webhook-deleted": "The webhook has been deleted; nothing more is sent to it.",
  "webhook-answers": "The test has arrived.",
  "delivery-replayed": "The event is sent again.",
  "screenshot-renamed": "The name has been saved.",
  "screenshot-deleted": "The screenshot has been deleted.",
} as const;

export type Done = keyof typeof notices;

/** The address with the word for what was done. */
export function withNotice(href: string, done: Done): string {
  return `${href}${href.includes("?") ? "&" : "?"}done=${done}`;
}

export function noticeOf(done: string | undefined): string | undefined {
  return done !== undefined && Object.hasOwn(notices, done) ? notices[done as Done] : undefined;
}
