import { describe, expect, it } from "vitest";
import { instant } from "../kernel/clock.ts";
import { systemOneTimeCodes } from "./one-time-codes.ts";

/** The secret of RFC 6238, appendix B: the ASCII text 12345678901234567890. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("codes of authenticator apps", () => {
  it.each([
    ["287082", 59, 1],
    ["081804", 1_111_111_109, 37_037_036],
    ["005924", 1_234_567_890, 41_152_263],
  ])("are those of RFC 6238: %s at %i s", async (token, seconds, step) => {
    expect(await systemOneTimeCodes.stepOf(SECRET, token, instant(seconds * 1_000))).toBe(step);
  });

  it("are accepted one step early and late, with the step that they belong to", async () => {
    const at = (seconds: number) =>
      systemOneTimeCodes.stepOf(SECRET, "287082", instant(seconds * 1_000));
    expect(await Promise.all([0, 29, 30, 89, 90].map(at))).toEqual([1, 1, 1, 1, undefined]);
  });

  it.each(["287083", "28708", "2870820", "", "28708x"])("are not %j", async (token) => {
    expect(await systemOneTimeCodes.stepOf(SECRET, token, instant(59_000))).toBeUndefined();
  });

  it("come from a secret of 160 bits that an app reads from a URI", () => {
    const secret = systemOneTimeCodes.secretFrom("31323334353637383930".repeat(3));
    expect(secret).toBe(SECRET);
    const uri = new URL(systemOneTimeCodes.enrolmentUri(secret, "ayşe@example.com"));
    expect(uri.protocol).toBe("otpauth:");
    expect(decodeURIComponent(uri.pathname)).toBe("/Vezne:ayşe@example.com");
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret, issuer: "Vezne" });
  });
});
