import { describe, expect, it } from "vitest";
import { parseExactRecord } from "./exact-json.ts";

describe("JSON with exact numbers", () => {
  it.each([
    ['{"a":1234.10}', { a: "1234.10" }],
    [
      '{"a":1e3,"b":-0.50E-2,"c":9007199254740993}',
      { a: "1e3", b: "-0.50E-2", c: "9007199254740993" },
    ],
    [String.raw`{"a 1":"2 \" 3 \\","b":[0,{"c":4}]}`, { "a 1": '2 " 3 \\', b: ["0", { c: "4" }] }],
    ['{"a":null,"b":true,"c":"5"}', { a: null, b: true, c: "5" }],
  ])("keeps every number of %s as it stands there", (text, value) => {
    expect(parseExactRecord(text)).toEqual(value);
  });

  it.each(["", "[1]", '{"a":01}', '{"a":1', '{"a":"1', "1"])("refuses %j", (text) => {
    expect(parseExactRecord(text)).toBeUndefined();
  });
});
