import { describe, expect, it } from "vitest";
import { parseJsonBody } from "./body-parser.ts";

const parse = (value: unknown): unknown => parseJsonBody(Buffer.from(JSON.stringify(value)));

describe("a text of a body", () => {
  it.each<[string, string]>([
    ["a tab", "a\tb"],
    ["a line break", "a\nb"],
    ["an escape", "a\u001b[2J"],
    ["DEL", "a\u007f"],
    ["an escape of eight bits", "a\u009b2J"],
    ["a backspace", "a\b"],
  ])("is refused with %s wherever it stands, naming the field", (_name, text) => {
    const rule = "must not contain control characters";
    expect(() => parse({ customer: { city: text } })).toThrow(`customer.city ${rule}`);
    expect(() => parse({ metadata: { a: [{ note: text }] } })).toThrow(rule);
    expect(() => parse({ metadata: { [text]: 1 } })).toThrow(`metadata ${rule}`);
    expect(() => parse({ [text]: 1 })).toThrow(rule);
  });

  it("may have line breaks in an address and in a table, and nothing else there", () => {
    const value = { customer: { address: "Cad. 1\r\nKat 2" }, csv: "bin\tbank\r\n1\t2\n" };
    expect(parse(value)).toEqual(value);
    expect(() => parse({ customer: { address: "Cad.\t1" } })).toThrow("customer.address must not");
    expect(() => parse({ csv: "bin\u001b" })).toThrow("csv must not");
  });

  it("may have letters, signs and marks of any script", () => {
    const value = { name: 'Işıl \u200d👩\u200d🔬 \u00a0é \\ " / \u2028' };
    expect(parse(value)).toEqual(value);
  });
});
