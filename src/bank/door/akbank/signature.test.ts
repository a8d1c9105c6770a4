import { describe, expect, it } from "vitest";
import {
  AKBANK_TEST_TERMINAL,
  BODY_VECTORS,
  FORM_VECTORS,
  RETURN_VECTORS,
} from "../../../../test/support/vectors/akbank.ts";
import { hashBytes, hashCardForm, signReturn } from "./signature.ts";

const KEY = AKBANK_TEST_TERMINAL.secretKey;

describe("the hashes of Akbank's door equal", () => {
  it.each(BODY_VECTORS)("$name", ({ body, hash }) => {
    expect(hashBytes(KEY, Buffer.from(body))).toBe(hash);
  });
  it.each(FORM_VECTORS)("$name", ({ fields, hash }) => {
    expect(hashCardForm(KEY, fields)).toBe(hash);
  });
  it.each(RETURN_VECTORS)("$name", ({ fields }) => {
    const { hash: _hash, hashParams: _params, ...values } = fields;
    expect(signReturn(KEY, values)).toEqual(fields);
  });
});
