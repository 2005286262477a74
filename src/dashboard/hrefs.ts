// The URL paths of all dashboard pages.

export const hrefs = {
  home: "/",
  signIn: "/sign-in",
  signUp: "/sign-up",
  signOut: "/sign-out",
  overview: "/overview",
  overviewOf: (days: number) => `/overview?days=${days}`,
  screenshots: "/screenshots",
  batch: (id: string) => `/screenshots?batchId=${id}`,
  /** The form of the gallery that applies an action to the selected screenshots. */
  selected: "/selected-screenshots",
  compare: "/compare",
  /** Rows of a stored PNG. The key is that of the image URL. */
  imageRows: (key: string, { y, height }: { y: number; height: number }) =>
    `/compare/images/${key}?top=${y}&height=${height}`,
  comparison: (beforeId: string, afterId: string) => `/compare?before=${beforeId}&after=${afterId}`,
  /** The comparison of two screenshots of a monitor, with its settings. */
  monitorComparison: (monitorId: string, beforeId: string, afterId: string) =>
    `/compare?before=${beforeId}&after=${afterId}&monitor=${monitorId}`,
  failures: "/screenshots?status=failed",
  screenshot: (id: string) => `/screenshots/${id}`,
  /** Captures the page of a screenshot again. */
  screenshotAgain: (id: string) => `/screenshots/${id}/again`,
  screenshotFile: (id: string) => `/screenshots/${id}/file`,
  /** The comparison of a run with the screenshot before it. */
  runComparison: (runId: string) => `/compare?run=${runId}`,
  monitors: "/monitors",
  newMonitor: "/monitors/new",
  /** Returns the schedule of a form in words, with its next runs. */
  schedulePreview: "/monitors/schedule",
  schedulePreviewOf: (monitorId: string) => `/monitors/schedule?monitor=${monitorId}`,
  monitor: (id: string) => `/monitors/${id}`,
  /** A page of the runs of a monitor. `first`: the screenshot that is already selected for a comparison. */
  /** `first`: the screenshot selected on another page. `refused`: the selection that could not be compared. */
  monitorRuns: (
    id: string,
    { page = 1, first, refused }: { page?: number; first?: string | undefined; refused?: string[] },
  ) => {
    const query = new URLSearchParams({
      ...(page === 1 ? {} : { page: String(page) }),
      ...(first === undefined ? {} : { first }),
      ...(refused === undefined ? {} : { refused: refused.join(".") }),
    });
    return query.size === 0 ? `/monitors/${id}` : `/monitors/${id}?${query.toString()}`;
  },
  monitorSettings: (id: string) => `/monitors/${id}/edit`,
  playground: "/playground",
  /** Returns the request of a form as code. */
  playgroundCode: "/playground/code",
  /** The playground, filled with the options of a screenshot. */
  playgroundFor: (id: string) => `/playground?from=${id}`,
  keys: "/keys",
  key: (id: string) => `/keys/${id}`,
  /** Shows the key that was created last. */
  createdKey: "/keys/created",
  webhooks: "/webhooks",
  replay: (deliveryId: string) => `/webhooks/deliveries/${deliveryId}/replay`,
  /** The page of a webhook, with a warning that the test event was not delivered. */
  webhookAfterFailedTest: (id: string, deliveryId: string) => `/webhooks/${id}?test=${deliveryId}`,
  webhook: (id: string) => `/webhooks/${id}`,
  /** Shows a new signing secret. */
  webhookSecret: (id: string) => `/webhooks/${id}/secret`,
  account: "/account",
  accountDeletion: "/account/delete",
  service: "/service",
  accounts: "/accounts",
  /** Shows the invite that was created last. */
  createdInvite: "/accounts/invited",
  accountOf: (id: string) => `/accounts/${id}`,
  /** Grants or removes operator access of a login. */
  operator: (accountId: string, userId: string) => `/accounts/${accountId}/operators/${userId}`,
  docs: "/docs",
  guide: (slug: string) => `/docs/${slug}`,
  guideSearch: "/docs/search",
  apiReference: "/docs/api",
  invite: (token: string) => `/invite/${token}`,
} as const;
