// The playground, without a browser: what it captures, refuses and charges.
import { describe, expect, it } from "vitest";
import { ServiceError } from "../../../src/contract/errors.ts";
import { failingRender, fakeRender } from "../../support/fake-render.ts";
import { recordsOf, usedCredits } from "../../support/records.ts";
import { createMember } from "../../support/visitor.ts";

const url = "https://example.com/page";

describe("the playground", () => {
  it("captures what was asked for, costs a credit and keeps the record", async () => {
    const planted = fakeRender();
    const member = await createMember(planted);

    const answer = await member.post("/playground", {
      url,
      wait_until: ["load", "networkidle0"],
      "clip.x": "1",
      "clip.y": "2",
      "clip.width": "3",
      "clip.height": "4",
      hide_selectors: "#a\r\n.b",
      do: "capture",
    });

    expect(answer.status).toBe(200);
    expect(planted.requests).toMatchObject([
      {
        source: { kind: "url", url },
        options: {
          wait_until: ["load", "networkidle0"],
          clip: { x: 1, y: 2, width: 3, height: 4 },
          hide_selectors: ["#a", ".b"],
        },
      },
    ]);
    const html = await answer.text();
    const [record] = await recordsOf(member.accountId);
    expect(html).toContain(`src="https://edgeshot.test/images/${record?.["image_key"]}"`);
    expect(html).toContain("99 credits left");
    expect(html).toContain("curl -fsS");
    expect(await usedCredits(member.accountId)).toBe(1);
  });

  it("only shows the code when that was asked for", async () => {
    const planted = fakeRender();
    const member = await createMember(planted);
    const html = await (await member.post("/playground", { url, delay: "70", do: "code" })).text();

    expect(html).toContain("&quot;delay&quot;:70");
    expect(planted.requests).toEqual([]);
    expect(await usedCredits(member.accountId)).toBe(0);
  });

  it("says what is wrong beside each field, keeps what was typed, and charges nothing", async () => {
    const member = await createMember(fakeRender());
    const typed = { url: "nonsense", delay: "20000", cookies: "[{]", do: "capture" };
    const answer = await member.post("/playground", typed);

    expect(answer.status).toBe(422);
    const html = await answer.text();
    for (const [name, fault] of [
      ["url", "Must be a valid URL"],
      ["delay", "Must be an integer between 0 and 10000."],
      ["cookies", "Must be valid JSON."],
    ] as const) {
      expect(html).toMatch(new RegExp(`id="${name}-fault">${fault}`));
      expect(html).toContain(`<a href="#${name}">`);
    }
    for (const value of ["nonsense", "20000", "[{]"]) expect(html).toContain(value);
    expect(await recordsOf(member.accountId)).toEqual([]);
  });

  it.each([
    ["a private address", { url: "http://127.0.0.1/" }, undefined, 422, /id="url-fault">.*private/],
    [
      "a target that cannot be reached",
      { url },
      new ServiceError("host_error", { details: { reason: "ERR_NAME_NOT_RESOLVED" } }),
      502,
      /id="url-fault">.*ERR_NAME_NOT_RESOLVED/,
    ],
    [
      "a selector that matches nothing",
      { url, selector: "#no" },
      new ServiceError("selector_not_found"),
      422,
      /id="selector-fault"/,
    ],
    [
      "a page that is too tall",
      { url, format: "webp" },
      new ServiceError("invalid_options", { details: { "options.format": "webp holds less" } }),
      422,
      /id="format-fault">webp holds less/,
    ],
    [
      "a page that takes too long",
      { url },
      new ServiceError("navigation_timeout", { details: { phase: "scroll" } }),
      504,
      /while scrolling/,
    ],
    [
      "no free browser",
      { url },
      new ServiceError("service_unavailable", { retryAfterSeconds: 3 }),
      503,
      /Try again in 3 seconds/,
    ],
  ])(
    "tells of %s beside its field, and gives the credit back",
    async (_, typed, error, status, told) => {
      const member = await createMember(
        error === undefined ? fakeRender() : { render: failingRender(error) },
      );
      const answer = await member.post("/playground", { ...typed, do: "capture" });

      expect(answer.status).toBe(status);
      const html = await answer.text();
      expect(html).toMatch(told);
      expect(html).toContain("curl -fsS");
      expect(await usedCredits(member.accountId)).toBe(0);
    },
  );

  it("holds the plan's requests a minute", async () => {
    const member = await createMember(fakeRender());
    const answers: Response[] = [];
    for (let count = 0; count < 6; count++)
      answers.push(await member.post("/playground", { url, do: "capture" }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(Number(answers[5]?.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  it("begins with the options of an earlier screenshot", async () => {
    const member = await createMember(fakeRender());
    await member.post("/playground", { url, delay: "33", hide_selectors: "#a", do: "capture" });
    const [record] = await recordsOf(member.accountId);

    const html = await member.read(`/playground?from=${record?.["id"]}`);

    expect(html).toContain(`value="33"`);
    expect(html).toContain(`value="${url}"`);
    expect(html).not.toContain(`&quot;response_type&quot;`);
  });
});
