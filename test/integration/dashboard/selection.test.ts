// Actions on several screenshots of the gallery: delete, ZIP file, comparison.
import { unzipSync } from "fflate";
import { expect, it } from "vitest";
import { fakeRender, imageBytes } from "../../support/fake-render.ts";
import { findRecord, recordsOf } from "../../support/records.ts";
import { seedScreenshot } from "../../support/screenshots.ts";
import { createMember } from "../../support/visitor.ts";

const url = "https://example.com/page";

it("The selected screenshots are deleted, and screenshots of other accounts are refused.", async () => {
  const [member, other] = [await createMember(), await createMember()];
  const [first, second, kept] = [
    await seedScreenshot(member.accountId),
    await seedScreenshot(member.accountId),
    await seedScreenshot(member.accountId),
  ];
  const foreign = await seedScreenshot(other.accountId);

  const refused = await member.post("/selected-screenshots", { do: "delete", id: foreign });
  expect(refused.status).toBe(404);
  const deleted = await member.post("/selected-screenshots", { do: "delete", id: [first, second] });
  expect(deleted.headers.get("Location")).toBe("/screenshots?done=screenshots-deleted");
  expect((await recordsOf(member.accountId)).filter((record) => record["deleted_at"])).toHaveLength(
    2,
  );
  expect(await findRecord(kept)).toMatchObject({ deleted_at: null });
  expect(await findRecord(foreign)).toMatchObject({ deleted_at: null });
});

it("A refused action leads back to the page of the gallery from which it was sent.", async () => {
  const member = await createMember();
  const gallery = "/screenshots?status=failed";
  const send = async (referer: string) => {
    const headers = { Referer: referer };
    return (await member.post("/selected-screenshots", { do: "other" }, headers)).text();
  };
  const page = await send(`https://edgeshot.test${gallery}`);
  expect(page).toContain("The action is unknown.");
  expect(page).toContain(`<a class="button quiet" href="${gallery}">Go back</a>`);
  for (const referer of [
    "https://evil.test/screenshots",
    "",
    "https://edgeshot.test/selected-screenshots",
  ])
    expect(await send(referer)).toContain('href="/overview">Go to the overview</a>');
});

it("A comparison with a screenshot that is not completed states why in a sentence.", async () => {
  const member = await createMember();
  const [before, after] = [
    await seedScreenshot(member.accountId, { status: "pending" }),
    await seedScreenshot(member.accountId),
  ];
  const page = await member.read(`/compare?before=${before}&after=${after}`);
  expect(page).toContain("</strong> The screenshot is pending, not completed.");
});

it("The ZIP file contains the images under their names and lists screenshots without an image.", async () => {
  const member = await createMember(fakeRender());
  const names = ["Start page", "Start page", "über/uns", "../../.bashrc", "..\\x\u202egnp.exe"];
  for (const name of names) await member.post("/playground", { url, name, do: "capture" });
  const expired = await seedScreenshot(member.accountId, { imageKey: null });
  const foreign = await seedScreenshot((await createMember()).accountId);
  const captured = await recordsOf(member.accountId);
  const ids = [...captured.map(({ id }) => String(id)), foreign];

  // A form may contain an identifier several times.
  const answer = await member.post("/selected-screenshots", {
    do: "download",
    id: [...ids, ...ids, ...ids],
  });

  expect(answer.headers.get("Content-Type")).toBe("application/zip");
  expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="screenshots.zip"');
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  expect(Object.keys(files)).toHaveLength(6);
  expect(files["Start page.png"]).toEqual(imageBytes);
  // No file is extracted to another folder, and no name looks like that of a program.
  for (const name of ["über_uns.png", "_.._.bashrc.png", "_x_gnp.exe.png"])
    expect(files[name]).toEqual(imageBytes);
  const missing = new TextDecoder().decode(files["missing.txt"]);
  expect(missing).toContain(expired);
  expect(missing).toContain(foreign);
});

it("The comparison uses the earlier of the two selected screenshots as `before`.", async () => {
  const member = await createMember();
  const later = await seedScreenshot(member.accountId, { createdAt: new Date(2000) });
  const earlier = await seedScreenshot(member.accountId, { createdAt: new Date(1000) });

  const answer = await member.post("/selected-screenshots", {
    do: "compare",
    id: [later, earlier],
  });
  expect(answer.headers.get("Location")).toBe(`/compare?before=${earlier}&after=${later}`);
});

it("A wrong number of selected screenshots shows the same page of the gallery with the selection.", async () => {
  const member = await createMember();
  const ids = [
    await seedScreenshot(member.accountId),
    await seedScreenshot(member.accountId),
    await seedScreenshot(member.accountId),
    await seedScreenshot(member.accountId),
  ];
  const filters = "status=completed&view=list";
  const action = `/selected-screenshots?${filters}`;
  expect(await member.read(`/screenshots?${filters}`)).toContain(
    `action="${action.replaceAll("&", "&amp;")}"`,
  );
  const shownAfter = async (fields: Record<string, string | string[]>) => {
    const answer = await member.post(action, fields);
    const location = answer.headers.get("Location") ?? "";
    expect(location).toContain(`/screenshots?${filters}&`);
    const html = await member.read(location);
    const checked = ids.filter((id) => html.includes(`value="${id}" checked`));
    return { message: /role="alert">([^<]*)/.exec(html)?.[1], checked };
  };

  const three = ids.slice(0, 3);
  const message = "Select two screenshots to compare.";
  expect(await shownAfter({ do: "compare", id: three })).toEqual({ message, checked: three });
  const [one = ""] = ids;
  expect(await shownAfter({ do: "compare", id: one })).toEqual({ message, checked: [one] });
  for (const name of ["compare", "download", "delete"])
    expect(await shownAfter({ do: name }), name).toEqual({
      message: "Select at least one screenshot.",
      checked: [],
    });
});

it("The comparison page explains why screenshots cannot be compared.", async () => {
  const [member, other] = [await createMember(), await createMember()];
  const png = await seedScreenshot(member.accountId);
  const pdf = await seedScreenshot(member.accountId, { format: "pdf" });
  const foreign = await seedScreenshot(other.accountId);

  const answer = await member.get(`/compare?before=${png}&after=${pdf}`);
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain("only png can be compared");
  expect((await member.get(`/compare?before=${png}&after=${foreign}`)).status).toBe(404);
  expect((await member.get("/compare")).status).toBe(404);
});
