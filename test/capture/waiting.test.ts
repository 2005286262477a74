// The options that determine the time of the screenshot: wait_until, wait_for_selector, delay, timeout, navigation_timeout.
// These captures mostly wait, so several run at the same time.
import { describe, expect, inject, it } from "vitest";
import { capture, captureImage } from "../support/capture.ts";
import { expectError } from "../support/expectations.ts";
import { pageOf } from "../support/pages.ts";
import { expectColour, GREEN, RED, WHITE } from "../support/image.ts";

describe.concurrent("wait_until", () => {
  it("By default, a capture waits for the load event and therefore for images.", async () => {
    const image = await captureImage("/late-image.html?after=700");
    expectColour(image, [50, 50], RED);
  });

  it("The condition load waits for images.", async () => {
    const image = await captureImage("/late-image.html?after=700", { wait_until: "load" });
    expectColour(image, [50, 50], RED);
  });

  it("The condition domcontentloaded does not wait for images.", async () => {
    const options = { wait_until: "domcontentloaded" } as const;
    expectColour(await captureImage("/late-image.html?after=8000", options), [50, 50], WHITE);
  });

  it("The condition load does not wait for requests that start after the load event.", async () => {
    expectColour(await captureImage("/late-fetch.html?after=8000"), [640, 512], WHITE);
  });

  it("The condition networkidle0 waits for requests that start after the load event.", async () => {
    const options = { wait_until: "networkidle0" } as const;
    expectColour(await captureImage("/late-fetch.html?after=1500", options), [640, 512], GREEN);
  });

  it("The condition networkidle2 waits until two requests remain.", async () => {
    const options = { wait_until: "networkidle2" } as const;
    const image = await captureImage("/late-fetch.html?after=1500&never=2", options);
    expectColour(image, [640, 512], GREEN);
  });

  it("An array of conditions waits for all of them.", async () => {
    const options = { wait_until: ["domcontentloaded", "networkidle0"] } as const;
    const image = await captureImage("/late-fetch.html?after=1500", {
      wait_until: [...options.wait_until],
    });
    expectColour(image, [640, 512], GREEN);
  });

  it("A capture whose network never becomes idle fails and names the pending requests.", async () => {
    const answer = await capture("/late-fetch.html?after=0&never=1", {
      wait_until: "networkidle0",
      navigation_timeout: 3000,
    });

    await expectError(answer, 504, "navigation_timeout", {
      phase: "navigation",
      pending: [`${inject("site").origin}/never?0`],
    });
  });
});

describe.concurrent("wait_for_selector", () => {
  it("wait_for_selector waits for a visible element only with wait_for_selector_visible.", async () => {
    const html = `<body style="background:white"><p class=t hidden>x</p><p class=t id=t style="display:none">x</p><script>
      setTimeout(() => {
        document.body.style.background = "green";
        t.style.display = "block";
      }, 4000)</script>`;
    const present = { wait_for_selector: ".t" };
    const visible = { ...present, wait_for_selector_visible: true };

    expectColour(await captureImage(pageOf(html), present), [640, 512], WHITE);
    expectColour(await captureImage(pageOf(html), visible), [640, 512], GREEN);
  });

  it("wait_for_selector waits for an element that is added later.", async () => {
    const options = { wait_for_selector: "#late" };
    const image = await captureImage("/late-element.html?after=1500", options);
    expectColour(image, [640, 512], GREEN);
  });

  it("A capture fails at the timeout if the element never appears.", async () => {
    const options = { wait_for_selector: "#never", timeout: 3000 };
    const answer = await capture("/late-element.html?after=0", options);

    await expectError(answer, 504, "navigation_timeout", { phase: "wait_for_selector" });
  });

  it("wait_for_selector is applied before delay.", async () => {
    const options = { wait_for_selector: "#late", delay: 8000, timeout: 5000 };
    const answer = await capture("/late-element.html?after=500", options);

    await expectError(answer, 504, "navigation_timeout", { phase: "delay" });
  });
});

describe.concurrent("delay", () => {
  it("delay postpones the capture by its value.", async () => {
    const path = "/late-element.html?after=1500";

    expectColour(await captureImage(path, { delay: 3000 }), [640, 512], GREEN);
  });

  it("The default delay is 0.", async () => {
    expectColour(await captureImage("/late-element.html?after=8000"), [640, 512], WHITE);
  });
});

describe.concurrent("timeout", () => {
  it("timeout ends a capture whose page never responds.", async () => {
    const startedAt = Date.now();
    const answer = await capture("/never", { timeout: 2000 });

    const { details } = await expectError(answer, 504, "navigation_timeout");
    expect(details).toEqual({
      phase: "navigation",
      pending: [`${inject("site").origin}/never`],
    });
    expect(Date.now() - startedAt).toBeGreaterThan(1900);
    expect(Date.now() - startedAt).toBeLessThan(15_000);
  });

  it("The timeout error names the step that was running.", async () => {
    const answer = await capture("/quarters.html", { delay: 10_000, timeout: 4000 });
    await expectError(answer, 504, "navigation_timeout", { phase: "delay" });
  });

  it("timeout does not end a faster capture.", async () => {
    const options = { timeout: 20_000, delay: 1500 };
    expectColour(await captureImage("/quarters.html", options), [100, 100], RED);
  });
});

describe.concurrent("navigation_timeout", () => {
  it.each(["/never", "/never-ends"])("navigation_timeout ends the loading of %s.", async (path) => {
    const startedAt = Date.now();
    const answer = await capture(path, { navigation_timeout: 2000 });

    await expectError(answer, 504, "navigation_timeout", {
      phase: "navigation",
      pending: [`${inject("site").origin}${path}`],
    });
    expect(Date.now() - startedAt).toBeLessThan(20_000);
  });

  it("navigation_timeout does not include the time after the navigation.", async () => {
    const options = { navigation_timeout: 5000, delay: 6000 };
    expectColour(await captureImage("/quarters.html", options), [100, 100], RED);
  });
});
