import { assert, constantFrom, jsonValue, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { countMembers, jsonShape, repeatedName, roundedName } from "./json-shape.ts";

const text = string({ unit: "binary" });
const document = jsonValue({ maxDepth: 6 });

describe("the shape of a JSON text", () => {
  it("counts as many members as the parsed value has, whatever its strings contain", () => {
    assert(
      property(document, constantFrom(undefined, 2), (value, indent) => {
        const source = JSON.stringify(value, undefined, indent);
        expect(jsonShape(source).members).toBe(countMembers(JSON.parse(source)));
        expect(repeatedName(source)).toBeUndefined();
      }),
    );
  });

  it("is as deep as the parsed value", () => {
    assert(
      property(document, (value) => {
        expect(jsonShape(JSON.stringify(value)).depth).toBe(depthOf(value));
      }),
    );
  });

  it("finds a name that occurs twice in an object", () => {
    assert(
      property(text, document, document, (name, first, second) => {
        const key = JSON.stringify(name);
        const source = `[{${key}:${JSON.stringify(first)},${key}:${JSON.stringify(second)}}]`;
        expect(jsonShape(source).members).toBeGreaterThan(countMembers(JSON.parse(source)));
        expect(repeatedName(source)).toBe(name);
      }),
    );
  });

  it.each([
    ['{"a":1,"b":{"a":1}}', undefined],
    ['{"a":1,"b":2,"a":3}', "a"],
    ['{"a":{"x":1},"b":{"x":1,"x":2}}', "x"],
    ['{"":1,"":2}', ""],
    ['{"a":1,"\\u0061":2}', "a"],
    ['{"a\\"":1,"a":2}', undefined],
    ['{"a\\\\":1,"a\\\\":2}', "a\\"],
  ])("for %s has the repeated name %s", (source, name) => {
    expect(repeatedName(source)).toBe(name);
  });

  it("scans text that is not JSON to its end", () => {
    assert(
      property(text, (source) => {
        expect(jsonShape(source).parts).toBeGreaterThan(0);
      }),
    );
    expect(jsonShape('{"a')).toEqual({ depth: 1, members: 0, parts: 2 });
  });

  it.each([
    ['{"amount":1000.00000000000000001}', "amount"],
    ['{"amount":0.99999999999999999999}', "amount"],
    ['{"a":"1.00000000000000000001","amount":999999999999.00001}', "amount"],
    ['{"amount":10000000000000000000001e-22}', "amount"],
    ['{"amount":1000.00000000000000000}', undefined],
    ['{"amount":100000000000000000000e-18}', undefined],
    ['{"amount":0.00000000000000000000}', undefined],
    ['{"amount":1.00000000000000000001e20}', undefined],
    ['{"rate":0.30000000000000000001}', undefined],
    ['{"a":"1.00000000000000000001"}', undefined],
    ["1.00000000000000000001", ""],
  ])("for %s names the number that a double rounds to an integer", (source, name) => {
    expect(roundedName(source)).toBe(name);
  });
});

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
