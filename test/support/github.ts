// A dashboard visitor with a GitHub account.
import { expect, inject } from "vitest";
import type { GitHubUser } from "./github-server.ts";
import { createVisitor } from "./visitor.ts";

const gitHubOrigin = inject("gitHub");
const { clientId, clientSecret } = inject("gitHubApp");

/** Returns a GitHub user with one verified, private email address. `user` overrides these defaults. */
export function gitHubUser(user: Partial<GitHubUser> = {}): GitHubUser {
  const id = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  const emails = [{ email: `${id}@edgeshot.test`, primary: true, verified: true }];
  return { id, login: `user${id}`, name: null, email: null, emails, ...user };
}

export function createGitHubVisitor({
  vars,
  ...options
}: Parameters<typeof createVisitor>[0] = {}) {
  const gitHub = { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret };
  const visitor = createVisitor({ ...options, vars: { ...gitHub, ...vars } });

  /** Sends GitHub's consent form. Returns the callback URL. */
  async function answerForm(form: Record<string, string>, next?: string): Promise<string> {
    const start = await visitor.get(
      `/sign-in/github${next === undefined ? "" : `?next=${encodeURIComponent(next)}`}`,
    );
    const authorizeUrl = new URL(start.headers.get("Location") ?? "");
    expect(authorizeUrl.origin).toBe("https://github.com");
    const address = new URL(authorizeUrl.pathname + authorizeUrl.search, gitHubOrigin);
    const body = new URLSearchParams(form);
    const answer = await fetch(address, { method: "POST", body, redirect: "manual" });
    return answer.headers.get("Location") ?? "";
  }
  const consent = (user: GitHubUser, next?: string) =>
    answerForm({ user: JSON.stringify(user), do: "authorize" }, next);

  return {
    ...visitor,
    consent,
    /** Authorizes the app on GitHub and follows the callback. */
    signInAs: async (user: GitHubUser, next?: string) => visitor.get(await consent(user, next)),
    refuse: async (next?: string) => visitor.get(await answerForm({ do: "cancel" }, next)),
    /** Returns the page to which a response redirects. */
    follow: (answer: Response) => visitor.read(answer.headers.get("Location") ?? ""),
  };
}
