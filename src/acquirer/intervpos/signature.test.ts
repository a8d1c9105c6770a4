import { describe, expect, it } from "vitest";
import {
  FORM_VECTOR,
  INTERVPOS_MERCHANT_KEY,
  RETURN_VECTOR,
} from "../../../test/support/vectors/intervpos.ts";
import { Secret } from "../../kernel/secret.ts";
import { hashOfForm, hashOfReturn, RETURN_HASH_PARAMS, signedValuesOf } from "./signature.ts";

const KEY = new Secret(INTERVPOS_MERCHANT_KEY);

describe("the hashes of InterVPOS equal", () => {
  it("the published form", () => {
    expect(hashOfForm(KEY, FORM_VECTOR.fields)).toBe(FORM_VECTOR.hash);
  });
  it("the published return", () => {
    const { HASHPARAMS, HASHPARAMSVAL, ...values } = RETURN_VECTOR.fields;
    expect(RETURN_HASH_PARAMS).toBe(HASHPARAMS);
    expect(signedValuesOf(values)).toBe(HASHPARAMSVAL);
    expect(hashOfReturn(KEY, HASHPARAMSVAL)).toBe(RETURN_VECTOR.hash);
  });
});
