import { createSecretKey } from "node:crypto";
import { describe, expect, it } from "vitest";
import { instant } from "../kernel/clock.ts";
import { eciOf, refuseCard, traceCard } from "./card.ts";

const NOW = instant(Date.UTC(2026, 10, 21));

function card(over: Partial<Parameters<typeof refuseCard>[0]> = {}) {
  return {
    number: "5528790000000008",
    expiry_month: 12,
    expiry_year: 2026,
    cvc: "123",
    holder: "Ada",
    ...over,
  };
}

describe("a card at the test bank", () => {
  it.each([
    ["as it should be", {}, undefined],
    ["without a CVC", { cvc: undefined }, undefined],
    ["with a digit changed", { number: "5528790000000009" }, "14"],
    ["with letters", { number: "552879000000000a" }, "14"],
    ["too short", { number: "55287900008" }, "14"],
    ["of last month", { expiry_month: 10 }, "54"],
    ["of last year", { expiry_year: 2025 }, "54"],
    ["with a CVC of four", { cvc: "1234" }, "82"],
    ["with a CVC of letters", { cvc: "12a" }, "82"],
    ["of American Express with a CVC of three", { number: "374427000000003" }, "82"],
    ["of American Express", { number: "374427000000003", cvc: "1234" }, undefined],
  ])("%s is refused before its behaviour is looked up", (_, over, code) => {
    expect(refuseCard(card(over), NOW)).toBe(code);
  });

  it("is valid until its month has ended everywhere on Earth", () => {
    const end = Date.UTC(2027, 0, 1, 12);
    expect(refuseCard(card(), instant(end - 1))).toBeUndefined();
    expect(refuseCard(card(), instant(end))).toBe("54");
  });

  it("is recognised by a trace that does not contain its number", () => {
    const [key, otherKey] = [createSecretKey("one", "utf8"), createSecretKey("two", "utf8")];
    const trace = traceCard(key, "5528790000000008");
    expect(trace).toMatchObject({ bin: "552879", lastFour: "0008", behaviour: "approved" });
    expect(JSON.stringify(trace)).not.toContain("5528790000000008");
    expect(traceCard(key, "5528790000000008")).toEqual(trace);
    expect(traceCard(key, "5528790000000016").fingerprint).not.toBe(trace.fingerprint);
    expect(traceCard(otherKey, "5528790000000008").fingerprint).not.toBe(trace.fingerprint);
  });

  it("has the ECI of its scheme", () => {
    expect(["552879", "222100", "454359", "979203"].map((bin) => eciOf(bin, true))).toEqual([
      "02",
      "02",
      "05",
      "05",
    ]);
    expect([eciOf("552879", false), eciOf("454359", false)]).toEqual(["01", "06"]);
  });
});
