// Which errors one response reports together, and page ranges.
import { expect, it } from "vitest";
import { captureBody, captureQuery } from "../../../src/contract/capture.ts";
import { captureOptions, optionShape } from "../../../src/contract/capture-options.ts";

const clip = { x: 0, y: 0, width: 9, height: 9 };
const invalidValues = [
  "",
  " ",
  "a".repeat(9_000),
  -1,
  1.5,
  Number.NaN,
  null,
  [],
  [""],
  [5],
  {},
  { name: "" },
  JSON.parse('{"__proto__":"x"}'),
];

function errorsOf(options: unknown): string[] {
  return (captureOptions.safeParse(options).error?.issues ?? []).map(
    ({ path, message }) => `${path.join(".")} ${message}`,
  );
}

it.each(Object.keys(optionShape).filter((name) => name !== "clip" && name !== "full_page"))(
  "An invalid value of %s hides no certain contradiction of other options.",
  (name) => {
    for (const value of invalidValues)
      expect(
        errorsOf({ clip, full_page: true, [name]: value }),
        JSON.stringify(value),
      ).toContainEqual(expect.stringMatching(/^clip cannot be combined with .*full_page$/));
  },
);

it.each([
  [{ clip: "x", selector: "" }, "clip cannot be combined with selector"],
  [
    { clip: "x", selector: 5, full_page: true },
    "clip cannot be combined with selector and full_page",
  ],
  [{ format: "pdf", selector: "a >" }, "selector cannot be combined with format pdf"],
  [
    { format: "pdf", pdf_margin: "105mm", pdf_header: 5 },
    "pdf_margin leaves no space on the paper",
  ],
  [
    { cookies: [{ name: "__Host-a", domain: "a", value: 5 }] },
    /^cookies\.0\.domain must not be set/,
  ],
  [
    { cookies: [{ name: "__Secure-a", value: "b", secure: false, path: 5 }] },
    /secure must not be false/,
  ],
])("The options %j have the error of each field and of their combination.", (options, error) => {
  const errors = errorsOf(options);
  expect(errors).toContainEqual(error instanceof RegExp ? expect.stringMatching(error) : error);
  expect(errors.length).toBeGreaterThan(1);
});

it("An invalid field outside of the options hides no contradiction.", () => {
  const body = captureBody.safeParse({ url: 5, name: "", options: { clip, selector: "" } });
  const query = captureQuery.safeParse({
    url: "x",
    clip: JSON.stringify(clip),
    selector: "",
    delay: "x",
  });
  for (const { error } of [body, query])
    expect(error?.issues.map(({ message }) => message)).toContain(
      "cannot be combined with selector",
    );
});

it.each(["1", "99", " 2 - 3 , 5", "5,1-2", "4294967295"])(
  "The page ranges %j are left to the document.",
  (pdf_pages) => expect(errorsOf({ format: "pdf", pdf_pages })).toEqual([]),
);

it.each(["", "0", "0-1", "3-2", "1,", "a", "1.5", "-1", "4294967296", "1-99999999999999999999"])(
  "The page ranges %j, which no document can have, are refused.",
  (pdf_pages) =>
    expect(errorsOf({ format: "pdf", pdf_pages })).toEqual([
      "pdf_pages must be page ranges such as 1-3,5",
    ]),
);
