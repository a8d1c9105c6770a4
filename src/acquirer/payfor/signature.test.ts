import { describe, expect, it } from "vitest";
import {
  FORM_VECTORS,
  PAYFOR_STORE_KEY,
  RETURN_VECTORS,
} from "../../../test/support/vectors/payfor.ts";
import { Secret } from "../../kernel/secret.ts";
import { hashOfForm, hashOfReturn } from "./signature.ts";

const storeKey = new Secret(PAYFOR_STORE_KEY);

describe("the hashes of PayFor equal", () => {
  it.each(FORM_VECTORS)("the form of order $fields.OrderId", ({ fields, hash }) => {
    expect(hashOfForm(storeKey, fields)).toBe(hash);
  });
  it.each(RETURN_VECTORS)("$name", ({ merchantId, userCode, fields, hash }) => {
    expect(hashOfReturn({ merchantId, userCode, storeKey }, fields, hash)).toBe(hash);
  });
  it("no value of another length than SHA-1's and SHA-256's", () => {
    for (const { merchantId, userCode, fields, hash } of RETURN_VECTORS) {
      const signer = { merchantId, userCode, storeKey };
      expect(hashOfReturn(signer, fields, hash.slice(1))).toBeUndefined();
    }
  });
});
