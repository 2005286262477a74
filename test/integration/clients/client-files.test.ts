// The files of the client that the service serves.
import { describe, expect, it } from "vitest";
import { createApi } from "../../support/api.ts";

describe("the client that the service serves", () => {
  it.each([
    ["/client.js", "text/javascript", "export {"],
    ["/client.d.ts", "text/plain", "declare class Edgeshot"],
  ])("The service serves %s without an API key to every origin.", async (path, type, content) => {
    const answer = await createApi().get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toContain(type);
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
    const text = await answer.text();
    expect(text).toContain(content);
    expect(text).not.toMatch(/^import /m);
  });

  it("The module names its types, and is smaller than 30 kB.", async () => {
    const answer = await createApi().get("/client.js");
    expect(answer.headers.get("X-TypeScript-Types")).toBe("/client.d.ts");
    expect((await answer.arrayBuffer()).byteLength).toBeLessThan(30_000);
  });

  it("The service serves the package for npm.", async () => {
    const answer = await createApi().get("/client.tgz");
    expect(answer.status).toBe(200);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.slice(0, 2)], "gzip").toEqual([0x1f, 0x8b]);
  });

  it("Other methods are refused.", async () => {
    expect((await createApi().post("/client.js", {})).status).toBe(405);
  });
});
