// The unmodified Worker, with the fake GitHub server for its requests and redirects to GitHub.
import { env } from "cloudflare:workers";
import worker from "../../src/index.ts";
import { rerouteGitHub } from "./reroute-github.ts";

export * from "../../src/index.ts";

const { GITHUB_STAND_IN } = env;
rerouteGitHub(GITHUB_STAND_IN);

export default {
  ...worker,
  async fetch(request, bindings, executionCtx) {
    const answer = await worker.fetch(request, bindings, executionCtx);
    const location = answer.headers.get("Location");
    if (!location?.startsWith("https://github.com/")) return answer;
    const moved = new Response(answer.body, answer);
    moved.headers.set("Location", location.replace("https://github.com", GITHUB_STAND_IN));
    return moved;
  },
} satisfies ExportedHandler<Cloudflare.Env>;
