import { describe, expect, it } from "vitest";
import { createLogger, maskText } from "./logger.ts";

it.each([
  ["vz_test_0123456789abcdefghjk", "vz_test_…"],
  ["vz_live_0123456789abcdefghjk", "vz_live_…"],
  ["vz_operator_7k2m9q4x01jd5w8z0123456789abcdefghjkmnpqrstvwxyz", "vz_operator_…"],
])("a line of the log hides the key %s", (key, hidden) => {
  const lines: string[] = [];
  const logger = createLogger("info", { write: (text) => lines.push(text) });
  logger.info({ header: `Bearer ${key}` }, `called with ${key}`);
  expect(lines.join("")).not.toContain(key);
  expect(lines.join("")).toContain(`called with ${hidden}`);
});

it("a line of the log holds nothing that a terminal would act on, and says the same", () => {
  let line = "";
  const logger = createLogger("info", { write: (text) => void (line += text) });
  const name = "\u001b[2J\u009b2J\u007f\u202eabc";
  logger.info({ name }, name);
  expect(line).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(JSON.parse(line)).toMatchObject({ name, msg: name });
});

describe("ids in a line of the log", () => {
  const written = (facts: object, message = "request"): unknown => {
    let line = "";
    createLogger("info", { write: (text) => void (line += text) }).info(facts, message);
    return JSON.parse(line);
  };

  it.each([
    ["request_id", "0f1e2d3c-4b5a-4697-8123-774099490998"],
    ["trace_id", "c80e11d827287f774099490998d7771a"],
    ["span_id", "6d774099490998d9"],
  ])("stay whole in %s although they hold as many digits as a card number", (name, id) => {
    expect(written({ [name]: id })).toMatchObject({ [name]: id });
  });

  it("hide no card number in a text or in a field that is no such id", () => {
    const number = "4111111111111111";
    const line = JSON.stringify(
      written(
        { trace_id: number, span_id: `${number}0`, note: `"trace_id":"${number}"` },
        `"request_id":"${number}"`,
      ),
    );
    expect(line).not.toContain(number);
  });

  it("are no exception in a text that is not a line of the log", () => {
    expect(maskText('"request_id":"4111111111111111"')).toBe('"request_id":"4111…1111"');
  });
});
