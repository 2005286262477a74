import { expect, it, vi } from "vitest";
import { z } from "zod";
import { describeIssues } from "../../../src/http/validation-errors.ts";

const schema = z.strictObject({
  name: z.string({ error: "must be a string" }),
  options: z.strictObject({
    clip: z.strictObject({ x: z.number({ error: "must be a number" }) }).optional(),
  }),
  urls: z.array(z.string({ error: "must be a string" })).optional(),
});

function faultsOf(input: unknown) {
  return describeIssues(schema.safeParse(input).error?.issues ?? [], input);
}

it("Errors name fields by their path, including array indexes.", () => {
  expect(faultsOf({ name: 1, options: { clip: { x: "1" } }, urls: ["a", 2] })).toEqual({
    name: "must be a string",
    "options.clip.x": "must be a number",
    "urls.1": "must be a string",
  });
});

it("A missing field is reported as required.", () => {
  expect(faultsOf({ options: { clip: {} } })).toEqual({
    name: "is required",
    "options.clip.x": "is required",
  });
});

it("Unknown options and unknown fields have different errors.", () => {
  expect(faultsOf({ name: "n", colour: 1, options: { shiny: 1, clip: { x: 1, z: 1 } } })).toEqual({
    colour: "is not a known field",
    "options.shiny": "is not a known option",
    "options.clip.z": "is not a known field",
  });
});

it("Names such as __proto__ are reported like other names.", () => {
  const faults = faultsOf(JSON.parse('{"name":"n","options":{},"__proto__":1,"constructor":1}'));
  expect(Object.entries(faults)).toEqual([
    ["__proto__", "is not a known field"],
    ["constructor", "is not a known field"],
  ]);
});

it("The errors of a large body stay short.", () => {
  const many = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, i) => [`k${i}${"x".repeat(10_000)}`, 1]),
  );
  expect(JSON.stringify(faultsOf({ name: "n", options: {}, ...many })).length).toBeLessThan(30_000);
});

it("The search for similar names ends with the last error of the response.", () => {
  const includes = vi.fn(() => false);
  const fields = Object.assign(["name"], { includes });
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`k${i}`, 1]));
  const { issues } = schema.safeParse({ name: "n", options: {}, ...many }).error ?? { issues: [] };
  expect(Object.keys(describeIssues(issues, many, fields))).toHaveLength(100);
  expect(includes).toHaveBeenCalledTimes(100);
});
