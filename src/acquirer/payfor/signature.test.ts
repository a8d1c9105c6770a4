import { describe, expect, it } from "vitest";
import {
  FORM_VECTORS,
  PAYFOR_STORE_KEY,
  RETURN_VECTORS,
} from "../../../test/support/vectors/payfor.ts";
import { Secret } from "../../kernel/secret.ts";
import { ownSignature } from "../kit/signed-return.ts";
import { hashOfForm, signedReturn } from "./signature.ts";

const storeKey = new Secret(PAYFOR_STORE_KEY);

describe("the hashes of PayFor equal", () => {
  it.each(FORM_VECTORS)("the form of order $fields.OrderId", ({ fields, hash }) => {
    expect(hashOfForm(storeKey, fields)).toBe(hash);
  });
  it.each(RETURN_VECTORS)("$name", ({ merchantId, userCode, fields, hash }) => {
    const signed = { ...fields, ResponseHash: hash };
    const text = signedReturn(signed, { merchantId, userCode, storeKey });
    expect(ownSignature(text)).toBe(hash);
  });
  it("no value of another length than SHA-1's and SHA-256's", () => {
    for (const { merchantId, userCode, fields, hash } of RETURN_VECTORS) {
      const signer = { merchantId, userCode, storeKey };
      const cut = { ...fields, ResponseHash: hash.slice(1) };
      expect(signedReturn(cut, signer).given).toBe("");
    }
  });
});
