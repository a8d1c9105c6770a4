import { describe, expect, it } from "vitest";
import {
  FORM_VECTOR,
  INTERVPOS_MERCHANT_KEY,
  RETURN_VECTOR,
} from "../../../../test/support/vectors/intervpos.ts";
import { hashCardForm, signReturn } from "./signature.ts";

describe("the hashes of InterVPOS's door equal", () => {
  it("the published form", () => {
    expect(hashCardForm(INTERVPOS_MERCHANT_KEY, FORM_VECTOR.fields)).toBe(FORM_VECTOR.hash);
  });
  it("the published return", () => {
    const { HASHPARAMS: _names, HASHPARAMSVAL: _values, ...values } = RETURN_VECTOR.fields;
    expect(signReturn(INTERVPOS_MERCHANT_KEY, values)).toEqual({
      ...RETURN_VECTOR.fields,
      HASH: RETURN_VECTOR.hash,
    });
  });
});
