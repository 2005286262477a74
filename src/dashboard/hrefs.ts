// Every address of the dashboard.

export const hrefs = {
  home: "/",
  signIn: "/sign-in",
  signUp: "/sign-up",
  signOut: "/sign-out",
  overview: "/overview",
  screenshots: "/screenshots",
  screenshot: (id: string) => `/screenshots/${id}`,
  playground: "/playground",
  keys: "/keys",
  webhooks: "/webhooks",
  webhook: (id: string) => `/webhooks/${id}`,
  account: "/account",
  accountDeletion: "/account/delete",
  accounts: "/accounts",
  accountOf: (id: string) => `/accounts/${id}`,
  invite: (token: string) => `/invite/${token}`,
} as const;
