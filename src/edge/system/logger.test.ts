import { expect, it } from "vitest";
import { createLogger } from "./logger.ts";

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
