import { describe, expect, it } from "vitest";
import {
  FORM_VECTORS,
  PAYFOR_STORE_KEY,
  RETURN_VECTORS,
} from "../../../../test/support/vectors/payfor.ts";
import { hashCardForm, hashReturn } from "./signature.ts";

describe("the hashes of PayFor's door equal", () => {
  it.each(FORM_VECTORS)("the form of order $fields.OrderId", ({ fields, hash }) => {
    expect(hashCardForm(PAYFOR_STORE_KEY, fields)).toBe(hash);
  });
  it.each(RETURN_VECTORS)("$name", ({ merchantId, userCode, fields, hash }) => {
    const returnHash = hash.length === 44 ? "sha256" : "sha1";
    const signer = { merchantId, userCode, merchantPass: PAYFOR_STORE_KEY, returnHash } as const;
    expect(hashReturn(signer, fields)).toBe(hash);
  });
});
