import { expect, it } from "vitest";
import { parsePrivateTargets } from "../../../src/lib/private-targets.ts";

it("An entry accepts every port from 1 to 65535.", () => {
  expect(parsePrivateTargets("a.corp:1,b.corp:65535,c.corp:08080")).toEqual([
    { host: "a.corp", port: "1" },
    { host: "b.corp", port: "65535" },
    { host: "c.corp", port: "8080" },
  ]);
});

it("An empty list contains no private targets.", () => {
  expect(parsePrivateTargets("")).toEqual([]);
  expect(parsePrivateTargets(" , ")).toEqual([]);
});

it.each([
  ["*"],
  ["*:80"],
  ["*.corp"],
  ["::1"],
  ["http://localhost"],
  ["localhost/"],
  ["localhost:"],
  ["localhost:0"],
  ["localhost:65536"],
  ["localhost:000080"],
  ["localhost:http"],
  ["localhost:80:81"],
  ["10.0.0.0/8"],
  ["user@localhost"],
  ["two words"],
  [":80"],
  ["[::1"],
  ["[::1]80"],
  ["[::g]"],
  ["%zz"],
  ["..."],
  ["ok.corp, *"],
])("The parser rejects the entry %s and names it in the error.", (list) => {
  const entry = list.split(", ").at(-1) ?? "";
  expect(() => parsePrivateTargets(list)).toThrow(`Private target "${entry}": `);
});
