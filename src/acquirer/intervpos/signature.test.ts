import { describe, expect, it } from "vitest";
import {
  FORM_VECTOR,
  INTERVPOS_MERCHANT_KEY,
  RETURN_VECTOR,
} from "../../../test/support/vectors/intervpos.ts";
import { Secret } from "../../kernel/secret.ts";
import { ownSignature } from "../kit/signed-return.ts";
import { hashOfForm, RETURN_HASH_PARAMS, signedReturn, signedValuesOf } from "./signature.ts";

const KEY = new Secret(INTERVPOS_MERCHANT_KEY);

describe("the hashes of InterVPOS equal", () => {
  it("the published form", () => {
    expect(hashOfForm(KEY, FORM_VECTOR.fields)).toBe(FORM_VECTOR.hash);
  });
  it("the published return", () => {
    const { HASHPARAMS, HASHPARAMSVAL, ...values } = RETURN_VECTOR.fields;
    expect(RETURN_HASH_PARAMS).toBe(HASHPARAMS);
    expect(signedValuesOf(values)).toBe(HASHPARAMSVAL);
    const text = signedReturn(RETURN_VECTOR.fields, { merchantKey: KEY, shopCode: "3123" });
    expect(ownSignature(text)).toBe(RETURN_VECTOR.hash);
  });
});
