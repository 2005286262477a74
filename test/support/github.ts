// Somebody at the dashboard who has an account at GitHub.
import { expect, inject } from "vitest";
import type { GitHubUser } from "./github-server.ts";
import { createVisitor } from "./visitor.ts";

const standIn = inject("gitHub");
const { clientId, clientSecret } = inject("gitHubApp");

/** With one address, which GitHub has verified and shows to nobody, unless `user` says otherwise. */
export function gitHubUser(user: Partial<GitHubUser> = {}): GitHubUser {
  const id = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  const emails = [{ email: `${id}@edgeshot.test`, primary: true, verified: true }];
  return { id, login: `user${id}`, name: null, email: null, emails, ...user };
}

export function createGitHubVisitor({
  vars,
  ...planted
}: Parameters<typeof createVisitor>[0] = {}) {
  const gitHub = { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret };
  const visitor = createVisitor({ ...planted, vars: { ...gitHub, ...vars } });

  /** Sends GitHub's form. Returns the address that it leads back to. */
  async function answerForm(form: Record<string, string>, next?: string): Promise<string> {
    const start = await visitor.get(
      `/sign-in/github${next === undefined ? "" : `?next=${encodeURIComponent(next)}`}`,
    );
    const asked = new URL(start.headers.get("Location") ?? "");
    expect(asked.origin).toBe("https://github.com");
    const address = new URL(asked.pathname + asked.search, standIn);
    const body = new URLSearchParams(form);
    const answer = await fetch(address, { method: "POST", body, redirect: "manual" });
    return answer.headers.get("Location") ?? "";
  }
  const consent = (user: GitHubUser, next?: string) =>
    answerForm({ user: JSON.stringify(user), do: "authorize" }, next);

  return {
    ...visitor,
    consent,
    /** Goes to GitHub, allows it there, and comes back. */
    signInAs: async (user: GitHubUser, next?: string) => visitor.get(await consent(user, next)),
    refuse: async (next?: string) => visitor.get(await answerForm({ do: "cancel" }, next)),
    /** The page that an answer leads to. */
    follow: (answer: Response) => visitor.read(answer.headers.get("Location") ?? ""),
  };
}
