import { expect, it } from "vitest";
import { attachment } from "../../../src/http/content-disposition.ts";

it.each([
  ["report", 'filename="report.png"'],
  ["report.png", 'filename="report.png"'],
  ["report.PNG", 'filename="report.PNG"'],
  ["report.pdf", 'filename="report.pdf.png"'],
  ["a/b\\c:d*e?f", 'filename="a_b_c_d_e_f.png"'],
  ["..hidden.", 'filename="hidden.png"'],
  [" . ", 'filename="screenshot.png"'],
  ["", 'filename="screenshot.png"'],
  ["50%", `filename="50_.png"; filename*=UTF-8''50%25.png`],
  ["naïve (1)", `filename="na_ve (1).png"; filename*=UTF-8''na%C3%AFve%20%281%29.png`],
  ["😀", `filename="__.png"; filename*=UTF-8''%F0%9F%98%80.png`],
])("The name %j becomes the header parameters %s.", (name, expected) => {
  expect(attachment(name, "png")).toBe(`attachment; ${expected}`);
});

it("No name breaks the header or its quotes.", () => {
  const all = String.fromCharCode(...Array.from({ length: 0x300 }, (_, i) => i));
  expect(() => new Headers({ "Content-Disposition": attachment(all, "png") })).not.toThrow();
  expect(attachment(all, "png").match(/"/g)).toHaveLength(2);
});
