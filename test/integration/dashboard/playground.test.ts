// The playground, tested without a browser: captures, errors and credits.
import { describe, expect, it } from "vitest";
import { ServiceError } from "../../../src/contract/errors.ts";
import { failingRender, fakeRender } from "../../support/fake-render.ts";
import { recordsOf, usedCredits } from "../../support/records.ts";
import { createMember } from "../../support/visitor.ts";

const url = "https://example.com/page";

describe("the playground", () => {
  it("A capture uses the options of the form, costs one credit and stores a record.", async () => {
    const renderer = fakeRender();
    const member = await createMember(renderer);

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
    expect(renderer.requests).toMatchObject([
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

  it('The button "Show code" shows the code without a capture.', async () => {
    const renderer = fakeRender();
    const member = await createMember(renderer);
    const html = await (await member.post("/playground", { url, delay: "70", do: "code" })).text();

    expect(html).toContain("&quot;delay&quot;:70");
    expect(renderer.requests).toEqual([]);
    expect(await usedCredits(member.accountId)).toBe(0);
  });

  it("A device preset fills its fields in an empty form without errors.", async () => {
    const member = await createMember(fakeRender());
    const answer = await member.post("/playground", { url: "", preset: "Phone" });
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain('value="390"');
    expect(html).not.toContain("Is required");
    expect(html).toContain("Enter a URL to see the request as code.");
  });

  it("A device preset keeps the errors of other fields.", async () => {
    const member = await createMember(fakeRender());
    for (const address of ["", url]) {
      const form = { url: address, delay: "soon", preset: "Phone" };
      const answer = await member.post("/playground", form);
      expect(answer.status).toBe(422);
      const html = await answer.text();
      expect(html).toContain('value="390"');
      expect(html).toMatch(/id="delay-fault">Must be an integer/);
      expect(html).toContain('<a href="#delay">delay</a>: Must be an integer');
      expect(html).not.toContain("Enter a URL");
      expect(html).not.toContain("Is required");
      expect(html).not.toContain("The capture failed");
    }
  });

  it("Errors of a form are not reported as a failed capture.", async () => {
    const member = await createMember(fakeRender());
    const submit = async (action: string) =>
      (await member.post("/playground", { url, delay: "soon", do: action })).text();
    const code = await submit("code");
    expect(code).toContain("The form has errors. Correct them to see the request as code.");
    expect(code).toContain('<a href="#delay">delay</a>: Must be an integer');
    expect(code).not.toContain("captured.");
    const capture = await submit("capture");
    expect(capture).toContain("The form has errors. Nothing was captured.");
    for (const html of [code, capture]) {
      expect(html).toMatch(/id="delay-fault">Must be an integer/);
      expect(html).not.toContain("The capture failed");
    }
  });

  it("The live code of an invalid form names the errors and shows no code.", async () => {
    const member = await createMember(fakeRender());
    const code = async (form: Record<string, string>) => {
      const answer = await member.post("/playground/code", form);
      expect(answer.status).toBe(200);
      return answer.text();
    };
    expect(await code({ url, delay: "70" })).toContain("&quot;delay&quot;:70");
    const invalid = await code({ url, delay: "70000" });
    expect(invalid).toContain('<a href="#delay">delay</a>: Must be an integer');
    expect(invalid).not.toContain("curl");
    expect(await code({ url: "" })).toContain("Enter a URL to see the request as code.");
  });

  it("The live code does not use up the forms of a user.", async () => {
    const member = await createMember(fakeRender());
    const previews = Array.from({ length: 70 }, (_, i) =>
      i % 2 === 0
        ? member.post("/playground/code", { url })
        : member.post("/monitors/schedule", { scheduleKind: "every", every: "6h" }),
    );
    const statuses = (await Promise.all(previews)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await member.post("/playground", { url, do: "capture" })).status).toBe(200);
  });

  it("An invalid form shows an error for each field, keeps the entered values and costs nothing.", async () => {
    const member = await createMember(fakeRender());
    const entered = { url: "nonsense", delay: "20000", cookies: "[{]", do: "capture" };
    const answer = await member.post("/playground", entered);

    expect(answer.status).toBe(422);
    const html = await answer.text();
    for (const [name, error] of [
      ["url", "Must be a valid URL"],
      ["delay", "Must be an integer between 0 and 10000."],
      ["cookies", "Must be valid JSON."],
    ] as const) {
      expect(html).toMatch(new RegExp(`id="${name}-fault">${error}`));
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
    "The form shows the error of %s and the credit is refunded.",
    async (_, entered, error, status, message) => {
      const member = await createMember(
        error === undefined ? fakeRender() : { render: failingRender(error) },
      );
      const answer = await member.post("/playground", { ...entered, do: "capture" });

      expect(answer.status).toBe(status);
      const html = await answer.text();
      expect(html).toMatch(message);
      expect(html).toContain("The capture failed.");
      expect(html).toContain("curl -fsS");
      expect(await usedCredits(member.accountId)).toBe(0);
    },
  );

  it("A group of fields with an error can receive the focus.", async () => {
    const member = await createMember(fakeRender());
    const clip = { "clip.x": "1", "clip.y": "2", "clip.width": "3", "clip.height": "4" };
    const answer = await member.post("/playground", {
      url,
      ...clip,
      selector: "h1",
      do: "capture",
    });
    const html = await answer.text();
    expect(html).toContain('href="#clip"');
    expect(html).toMatch(/<fieldset[^>]* id="clip" tabindex="-1" data-invalid/);
  });

  it("A device fills the viewport and keeps the other values without a capture.", async () => {
    const renderer = fakeRender();
    const member = await createMember(renderer);
    const html = await (
      await member.post("/playground", { url, delay: "70", preset: "Phone" })
    ).text();
    for (const [name, value] of [
      ["viewport_width", "390"],
      ["delay", "70"],
    ])
      expect(html).toMatch(new RegExp(`name="${name}"[^>]*value="${value}"`));
    expect(html).toContain("&quot;device_scale_factor&quot;");
    expect(renderer.requests).toEqual([]);
  });

  it("The playground applies the rate limit of the plan.", async () => {
    const member = await createMember(fakeRender());
    const answers: Response[] = [];
    for (let count = 0; count < 6; count++)
      answers.push(await member.post("/playground", { url, do: "capture" }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(Number(answers[5]?.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  it("The playground starts with the options of an existing screenshot.", async () => {
    const member = await createMember(fakeRender());
    await member.post("/playground", { url, delay: "33", hide_selectors: "#a", do: "capture" });
    const [record] = await recordsOf(member.accountId);

    const html = await member.read(`/playground?from=${record?.["id"]}`);

    expect(html).toContain(`value="33"`);
    expect(html).toContain(`value="${url}"`);
    expect(html).not.toContain(`&quot;response_type&quot;`);
  });
});
