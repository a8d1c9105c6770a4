import { describe, expect, it } from "vitest";
import { textFields } from "../../src/edge/page/fields.ts";
import { readUpload } from "../../src/edge/panel/upload.ts";
import { maskSecrets } from "../../src/edge/request-log/mask-secrets.ts";
import { redact } from "../../src/edge/request-log/redact.ts";
import { redactPath } from "../../src/edge/request-log/redact-path.ts";
import { SHOWN_IN_REQUESTS } from "../../src/edge/request-log/shown-names.ts";
import { readStatement } from "../../src/edge/statement/statement-file.ts";
import { systemDigest } from "../../src/edge/system/digest.ts";
import { growthOf, isLinear } from "../support/growth.ts";

const names = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, ""]));

const statement = (text: string): unknown => {
  try {
    return readStatement(new TextEncoder().encode(text), systemDigest);
  } catch (error) {
    return error;
  }
};

const PART = `--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n1\r\n`;
const MULTIPART = "multipart/form-data; boundary=x";

/** Inputs that once held the event loop for seconds, each by its size and what reads it. */
const CASES: readonly [string, number, (size: number) => unknown, (input: never) => unknown][] = [
  ["a query of many names", 2_000, names, textFields],
  ["a text with an @ at its end", 4_000, (size) => `${"a".repeat(size)}@ `, maskSecrets],
  [
    "a long return address in the request log",
    8_000,
    (size) => ({ success_url: `${"a".repeat(size)}@ ` }),
    (body) => redact(body, SHOWN_IN_REQUESTS),
  ],
  [
    "a long path in the log",
    2_000,
    (size) => `/${"a".repeat(size)}@/`,
    (path) => redactPath(path, undefined),
  ],
  ["an XML name that does not end", 4_000, (size) => `<${"a".repeat(size)}`, statement],
  [
    "an MT940 line of blanks",
    8_000,
    (size) => `:20:1\n:25:TR\n-}${" ".repeat(size)}\u2028x`,
    statement,
  ],
  [
    "a form of many files",
    400,
    (size) => Buffer.from(`${PART.repeat(size)}--x--\r\n`),
    (body) => readUpload(body, MULTIPART),
  ],
];

describe("the time that an input takes", () => {
  it.each(CASES)("grows no faster than %s", async (_name, size, make, work) => {
    expect(await growthOf(size, make, work as (input: unknown) => unknown)).toSatisfy(isLinear);
  });

  it("is judged: a quadratic search is found out", async () => {
    const quadratic = (text: string): unknown => text.replace(/[^\s@]+@/g, "");
    const growth = await growthOf(1_000, (size) => "a".repeat(size), quadratic);
    expect(growth).not.toSatisfy(isLinear);
  });
});
