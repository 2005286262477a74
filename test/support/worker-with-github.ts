// The unmodified Worker, with the fake GitHub server for its requests and redirects to GitHub.
import { env } from "cloudflare:workers";
import worker from "../../src/index.ts";
import { rerouteGitHub } from "./reroute-github.ts";

export * from "../../src/index.ts";

const { FAKE_GITHUB_ORIGIN } = env;
rerouteGitHub(FAKE_GITHUB_ORIGIN);

export default {
  ...worker,
  async fetch(request, bindings, executionCtx) {
    const answer = await worker.fetch(request, bindings, executionCtx);
    const location = answer.headers.get("Location");
    if (!location?.startsWith("https://github.com/")) return answer;
    const moved = new Response(answer.body, answer);
    moved.headers.set("Location", location.replace("https://github.com", FAKE_GITHUB_ORIGIN));
    return moved;
  },
} satisfies ExportedHandler<Cloudflare.Env>;
