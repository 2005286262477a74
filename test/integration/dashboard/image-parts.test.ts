// The parts of tall images on comparison pages, tested without a browser.
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { inTurn } from "../../../src/domain/comparisons/comparison-turns.ts";
import { createImageKey } from "../../../src/domain/screenshots/capture/image-key.ts";
import { createMember } from "../../support/visitor.ts";
import { decodePng, encodePng, noise } from "../../unit/capture/encode/png-image.ts";

it("A page receives the parts of three images at the same time, and a missing image is not found.", async () => {
  const member = await createMember();
  const image = noise({ widthPx: 50, heightPx: 500, channels: 3 });
  const keys = await Promise.all([seedImage(image), seedImage(image), seedImage(image)]);

  const answers = await Promise.all(
    keys.map((key) => member.get(`/compare/images/${key}?top=300&height=20`)),
  );

  for (const answer of answers) {
    expect(answer.status).toBe(200);
    const part = decodePng(new Uint8Array(await answer.arrayBuffer()));
    expect(part).toMatchObject({ widthPx: 50, heightPx: 20 });
  }
  const unknown = await member.get(`/compare/images/${createImageKey("png")}?top=0&height=20`);
  expect(unknown.status).toBe(404);
});

it("A part waits while the account receives two other parts.", async () => {
  const member = await createMember();
  const key = await seedImage(noise({ widthPx: 50, heightPx: 500, channels: 3 }));
  const events: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const others = [1, 2].map(() => inTurn(`parts-of:${member.accountId}`, () => released));
  const answered = member.get(`/compare/images/${key}?top=300&height=20`).then((answer) => {
    events.push("answered");
    return answer;
  });

  await scheduler.wait(1_000);
  events.push("released");
  release();

  expect((await answered).status).toBe(200);
  expect(events).toEqual(["released", "answered"]);
  await Promise.all(others);
});

async function seedImage(image: Parameters<typeof encodePng>[0]): Promise<string> {
  const key = createImageKey("png");
  await env.IMAGES.put(key, encodePng(image));
  return key;
}
