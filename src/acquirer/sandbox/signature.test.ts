import { createSecretKey } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Secret } from "../../kernel/secret.ts";
import { sign, signReturn, TerminalKeys } from "../../bank/terminal.ts";
import { hashReturn, signMessage, TerminalKeyring, verifyReturn } from "./signature.ts";

const KEY = createSecretKey("key", "utf8");

const FIELDS = {
  amount: "1000",
  cavv: "AA+/=",
  currency: "TRY",
  eci: "05",
  md: "m",
  md_status: "1",
  order_id: "ORD-1",
  request_id: "att_1",
  result: "approve",
  timestamp: "1795251600000",
};

describe("the sandbox signatures", () => {
  // Computed with `openssl dgst -hmac` over the texts that the protocol describes.
  it("are plain HMACs that any other tool can compute", () => {
    expect(signMessage(KEY, "1795251600000", '{"a":1}')).toBe(
      "a619c2fbe4025e8c7ce79dda3367b23f21169909e565329816bd1490f456f0fe",
    );
    expect(hashReturn(KEY, FIELDS)).toBe(
      "g4xzhJGtSaoOBhi/J1SXQefdqs9D9KoQir8Sotn/mqRgzaiN6mf4JoF8SE06lxL9UELnuNTMK55IQb9q2wlo8w==",
    );
    expect(new TerminalKeyring(new Secret("master")).keyOf("mer_1").export().toString()).toBe(
      "51a2ded4fa1d9477ea62135202bdc66dce1240ac73f527222e9d7c4e52bf20b7",
    );
  });

  it("are equal on both sides, including their keys", () => {
    const master = new Secret("master");
    const [ours, theirs] = [new TerminalKeyring(master), new TerminalKeys(master)];
    const [key, bankKey] = [ours.keyOf("mer_1"), theirs.of("mer_1")];
    expect(key.equals(bankKey)).toBe(true);
    expect(ours.keyOf("mer_2").equals(key)).toBe(false);
    const body = '{"holder":"Şahin"}';
    expect(signMessage(key, "1", body)).toBe(
      sign(bankKey, { timestamp: "1", body: Buffer.from(body) }),
    );
    expect(hashReturn(key, FIELDS)).toBe(signReturn(bankKey, FIELDS));
  });

  it("of a return cover every field and no more", () => {
    const returned = { ...FIELDS, hash: hashReturn(KEY, FIELDS) };
    expect(verifyReturn(KEY, { ...returned, state: "ours" })).toEqual(FIELDS);
    for (const name of Object.keys(FIELDS)) {
      expect(verifyReturn(KEY, { ...returned, [name]: "x" })).toBeUndefined();
    }
    const other = createSecretKey("other", "utf8");
    expect(verifyReturn(other, returned)).toBeUndefined();
    expect(verifyReturn(KEY, { ...returned, hash: "" })).toBeUndefined();
    expect(verifyReturn(KEY, {})).toBeUndefined();
    expect(verifyReturn(KEY, { ...returned, md: "\ud800" })).toBeUndefined();
  });

  it("of a return fail for any changed field", () => {
    const returned = { ...FIELDS, hash: hashReturn(KEY, FIELDS) };
    const anyField = fc.constantFrom(...Object.entries(returned));
    fc.assert(
      fc.property(anyField, fc.string({ unit: "binary" }), ([name, genuine], value) => {
        fc.pre(value !== genuine);
        expect(verifyReturn(KEY, { ...returned, [name]: value })).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
  });

  it("of a return fail if characters move from one field to the next", () => {
    const moved = { ...FIELDS, md: "m&md_status=1", md_status: "" };
    expect(hashReturn(KEY, moved)).not.toBe(hashReturn(KEY, FIELDS));
  });
});
