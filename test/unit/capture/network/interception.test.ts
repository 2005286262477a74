// The commands with which the interceptor answers paused requests.
import type { CDPSession } from "@cloudflare/puppeteer";
import type { Protocol } from "devtools-protocol";
import { describe, expect, it } from "vitest";
import { Interceptor } from "../../../../src/capture/network/interception.ts";

type Command = { method: string; parameters: Record<string, unknown> };

function recordingSession(): { session: CDPSession; commands: Command[] } {
  const commands: Command[] = [];
  const send = async (method: string, parameters: Record<string, unknown>) => {
    commands.push({ method, parameters });
  };
  // The interceptor uses only this method.
  return { session: { send } as unknown as CDPSession, commands };
}

function navigationOf(frameId: string): Protocol.Fetch.RequestPausedEvent {
  const request = { url: "http://site.example/", method: "GET", headers: {} };
  return {
    requestId: `of ${frameId}`,
    frameId,
    resourceType: "Document",
    // The interceptor reads only the address and the headers.
    request: request as Protocol.Network.Request,
  };
}

describe("a page whose navigation is stopped", () => {
  it("The browser pauses every navigation before its request, even after the page's response.", async () => {
    const { session, commands } = recordingSession();
    const interceptor = new Interceptor("main");
    await interceptor.stopNavigation(session);
    interceptor.handle(session, { ...navigationOf("main"), responseStatusCode: 200 });

    const patterns = commands
      .filter(({ method }) => method === "Fetch.enable")
      .map(({ parameters }) => parameters["patterns"]);
    expect(patterns).toHaveLength(2);
    for (const pattern of patterns) {
      expect(pattern).toContainEqual({
        urlPattern: "*",
        resourceType: "Document",
        requestStage: "Request",
      });
    }
  });

  it("Navigations of the page are aborted, and those of its frames continue.", async () => {
    const { session, commands } = recordingSession();
    const interceptor = new Interceptor("main");
    interceptor.handle(session, navigationOf("main"));
    await interceptor.stopNavigation(session);
    interceptor.handle(session, navigationOf("main"));
    interceptor.handle(session, navigationOf("frame"));

    const answers = commands.filter(({ method }) => method !== "Fetch.enable");
    expect(answers.map(({ method }) => method)).toEqual([
      "Fetch.continueRequest",
      "Fetch.failRequest",
      "Fetch.continueRequest",
    ]);
    // With another reason, Chromium shows an error page.
    expect(answers[1]?.parameters).toEqual({ requestId: "of main", errorReason: "Aborted" });
  });
});
