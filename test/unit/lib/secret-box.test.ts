import { describe, expect, test } from "vitest";
import { createSecretBox } from "../../../src/lib/secret-box.ts";

const secretBox = createSecretBox("a master key of at least 32 characters");

describe("seal and unseal", () => {
  test("A sealed text is readable with the same purpose.", async () => {
    const sealed = await secretBox.seal("webhook", "whsec_ü");
    expect(sealed).not.toContain("whsec");
    expect(await secretBox.unseal("webhook", sealed)).toBe("whsec_ü");
  });

  test("Each call of seal returns another ciphertext.", async () => {
    expect(await secretBox.seal("webhook", "x")).not.toBe(await secretBox.seal("webhook", "x"));
  });

  test("A sealed text is unreadable with another purpose or key, or after a change.", async () => {
    const sealed = await secretBox.seal("webhook", "secret");
    const altered = (sealed.startsWith("A") ? "B" : "A") + sealed.slice(1);
    expect(await secretBox.unseal("job", sealed)).toBeUndefined();
    expect(
      await createSecretBox("another key".repeat(4)).unseal("webhook", sealed),
    ).toBeUndefined();
    for (const broken of [altered, sealed.slice(0, 8), "", "no base64 !"])
      expect(await secretBox.unseal("webhook", broken)).toBeUndefined();
  });
});

test("A derived key has 32 bytes, is stable and differs for each purpose.", async () => {
  const key = await secretBox.derive("sessions");
  expect(Uint8Array.fromBase64(key, { alphabet: "base64url" })).toHaveLength(32);
  expect(await secretBox.derive("sessions")).toBe(key);
  expect(await secretBox.derive("links")).not.toBe(key);
});

test("Without a master key, each function throws an error that names SECRET_KEY.", async () => {
  await expect(createSecretBox(undefined).derive("sessions")).rejects.toThrow(/SECRET_KEY/);
});
