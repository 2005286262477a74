// Every address of the dashboard.

export const hrefs = {
  home: "/",
  signIn: "/sign-in",
  signUp: "/sign-up",
  signOut: "/sign-out",
  overview: "/overview",
  screenshots: "/screenshots",
  batch: (id: string) => `/screenshots?batchId=${id}`,
  failures: "/screenshots?status=failed",
  screenshot: (id: string) => `/screenshots/${id}`,
  screenshotFile: (id: string) => `/screenshots/${id}/file`,
  playground: "/playground",
  /** The playground with the options of a screenshot. */
  playgroundFor: (id: string) => `/playground?from=${id}`,
  keys: "/keys",
  webhooks: "/webhooks",
  replay: (deliveryId: string) => `/webhooks/deliveries/${deliveryId}/replay`,
  /** The webhook whose test has not arrived. */
  silentWebhook: (id: string) => `/webhooks/${id}?test=silent`,
  webhook: (id: string) => `/webhooks/${id}`,
  account: "/account",
  accountDeletion: "/account/delete",
  accounts: "/accounts",
  accountOf: (id: string) => `/accounts/${id}`,
  /** Whether a login is an operator. */
  operator: (accountId: string, userId: string) => `/accounts/${accountId}/operators/${userId}`,
  invite: (token: string) => `/invite/${token}`,
} as const;
