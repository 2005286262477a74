// The state of consent platforms, from messages of the agent.
import { expect, it } from "vitest";
import type { CDPSession } from "@cloudflare/puppeteer";
import { ConsentTracker } from "../../../../src/capture/blocking/consent-tracker.ts";

/** Returns a tracker, and a function that sends it a message of the agent. */
function listen() {
  const tracker = new ConsentTracker();
  let receive: ((event: { name: string; payload: string }) => void) | undefined;
  const session = {
    on: (_event: string, handler: typeof receive) => {
      receive = handler;
    },
    send: () => Promise.resolve(),
  };
  tracker.listen(session as unknown as CDPSession); // the tracker calls no other method
  const send = (payload: string) => receive?.({ name: tracker.binding, payload });
  return { tracker, send };
}

it("The agent is answering from the open banner of a platform to the result.", () => {
  const { tracker, send } = listen();
  const states = ["found:Klaro", "opened:Klaro", "rejected:Klaro"].map((message) => {
    send(message);
    return tracker.isAnswering;
  });

  expect(states).toEqual([false, true, false]);
  expect(tracker.platform).toBe("Klaro");
});

it("A failed answer ends, too.", () => {
  const { tracker, send } = listen();
  send("opened:Klaro");
  send("failed:Klaro");

  expect(tracker.isAnswering).toBe(false);
});

it.each([
  ["tarteaucitron deny", "tarteaucitron.js"],
  ["Cybotcookiebot", "Cookiebot"],
  ["Sourcepoint-frame", "Sourcepoint"],
  ["cookie-law-info", "cookie-law-info"],
  ["a rule for one site", undefined],
])("The rule %j identifies the platform %j.", (rule, platform) => {
  const { tracker, send } = listen();
  send(`rejected:${rule}`);

  expect(tracker.platform).toBe(platform);
});
