// Messages about the last action. The redirect after a form has the code of the message in `?done=`.

const notices = {
  renamed: "Name saved.",
  "password-changed": "Password changed. All other sessions ended.",
  "session-ended": "Session ended.",
  "account-changed": "Account updated.",
  "operator-granted": "Operator access granted.",
  "operator-removed": "Operator access removed.",
  "key-saved": "API key saved. The changes apply to the next request.",
  "key-revoked": "API key revoked. Requests with this key now fail.",
  "webhook-saved": "Settings saved.",
  "webhook-deleted": "Webhook deleted. It receives no more events.",
  "test-delivered": "Test event delivered.",
  "delivery-replayed": "Event queued. Refresh the page to see the result.",
  "monitor-created": "Monitor created.",
  "monitor-saved": "Settings saved.",
  "monitor-paused": "Monitor paused. It runs again when you resume it.",
  "monitor-resumed": "Monitor resumed.",
  "monitor-deleted": "Monitor deleted. Its screenshots remain.",
  "run-started": "Run started. This page updates itself.",
  "baseline-pinned": "Baseline saved. All later runs are compared with this screenshot.",
  "baseline-previous": "Baseline removed. Each run is compared with the previous run.",
  "captured-again": "The page was captured again. This is the new screenshot.",
  "screenshot-renamed": "Name saved.",
  "screenshots-deleted": "The selected screenshots were deleted.",
  "screenshot-deleted": "Screenshot deleted.",
} as const;

export type NoticeCode = keyof typeof notices;

/** Returns the address with the code of a notice. */
export function withNotice(href: string, code: NoticeCode): string {
  return `${href}${href.includes("?") ? "&" : "?"}done=${code}`;
}

/** Returns the message of a code, or undefined for an unknown code. */
export function noticeOf(code: string | undefined): string | undefined {
  return code !== undefined && Object.hasOwn(notices, code)
    ? notices[code as NoticeCode]
    : undefined;
}
