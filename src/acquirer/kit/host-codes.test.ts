import { describe, expect, it } from "vitest";
import { HOST_CODES, hostRefusal, twoCharacters } from "./host-codes.ts";

/** Every listed code: its reason and retry, `?` for an unknown outcome, `–` for modifications. */
const EXPECTED: readonly (readonly [codes: string, outcome: string])[] = [
  ["01 02 06 39 52 53 57 93", "do_not_honour no"],
  ["05 09 27 76 77 78 79 80 81 83 85 89", "do_not_honour later"],
  ["03 13 20 30 58 95 GK", "general_error same_request"],
  ["04 07 18 33 36 37 38 41 43", "card_blocked never"],
  ["62", "card_blocked no"],
  ["12", "general_error never"],
  ["14", "invalid_card_number no"],
  ["15 56", "invalid_card_number later"],
  ["16 51 61 65", "insufficient_balance no"],
  ["17", "cancelled_by_customer no"],
  ["19 91", "general_error later"],
  ["22 55 75 1A", "do_not_honour with_challenge"],
  ["34", "suspected_fraud never"],
  ["59 63 YK", "suspected_fraud no"],
  ["54", "expired_card no"],
  ["82 84 N7", "invalid_cvc no"],
  ["R0 R1 R3", "do_not_honour never"],
  ["08 10 11 31 32 92 96 99 SF", "?"],
  ["21 25 26 28 29 98", "–"],
];

const ROWS = EXPECTED.flatMap(([codes, outcome]) =>
  codes.split(" ").map((code) => [code, outcome] as const),
);

const refused = (code: string, about: "authorization" | "modification" = "authorization") =>
  hostRefusal({ code, message: "text", about });

describe("host codes", () => {
  it("are all tested", () => {
    expect(Object.keys(HOST_CODES).toSorted()).toEqual(ROWS.map(([code]) => code).toSorted());
  });

  it.each(ROWS)("%s is %s", (code, outcome) => {
    const refusal = refused(code);
    if (outcome === "?" || outcome === "–") {
      expect(refusal).toEqual({ kind: "unknown", cause: `host_${code}` });
    } else {
      expect(refusal).toMatchObject({ kind: "declined", bankCode: code, bankMessage: "text" });
      expect(refusal.kind === "declined" && `${refusal.reason} ${refusal.retry}`).toBe(outcome);
    }
  });

  it.each(ROWS)("%s of a modification says nothing about the card", (code, outcome) => {
    const refusal = refused(code, "modification");
    const isOfOriginal = ["12", "13", "21", "28", "98"].includes(code);
    if (isOfOriginal) expect(refusal).toEqual({ kind: "unknown", cause: `already_done_${code}` });
    else if (outcome === "?") expect(refusal.kind).toBe("unknown");
    else expect(refusal).toMatchObject({ reason: "general_error", retry: "no" });
  });

  it.each(["00", "0", "000", "0000"])("%s is never a refusal", (code) => {
    expect(refused(code)).toEqual({ kind: "unknown", cause: "host_00" });
  });

  it.each(["", " ", "999", "E500", "0-5"])("%j is no code of a host", (code) => {
    expect(refused(code).kind).toBe("unknown");
    expect(refused(code, "modification").kind).toBe("unknown");
  });

  it.each([
    ["5", "05"],
    ["05", "05"],
    ["005", "05"],
    ["0005", "05"],
    ["gk", "GK"],
    ["100", "100"],
    ["0100", "100"],
  ])("are read with any zeros: %s is %s", (written, code) => {
    expect(twoCharacters(written)).toBe(code);
  });

  it("depend on installments and on 3-D Secure", () => {
    const base = { message: "", about: "authorization" } as const;
    expect(hostRefusal({ ...base, code: "12", installmentCount: 3 })).toMatchObject({
      retry: "other_terms",
    });
    expect(hostRefusal({ ...base, code: "57", hasChallenge: false })).toMatchObject({
      retry: "with_challenge",
    });
    expect(hostRefusal({ ...base, code: "57", hasChallenge: true })).toMatchObject({ retry: "no" });
  });

  it("keep the deviations of a protocol, and refuse an unlisted code without a reason", () => {
    const deviations = {
      "91": { charged: "unknown", reason: "general_error", retry: "no" },
    } as const;
    expect(hostRefusal({ code: "91", message: "", about: "authorization", deviations })).toEqual({
      kind: "unknown",
      cause: "host_91",
    });
    expect(refused("Q9")).toMatchObject({ reason: "do_not_honour", retry: "no" });
  });
});
