import { describe, expect, it } from "vitest";
import {
  AKBANK_TEST_TERMINAL,
  BODY_VECTORS,
  FORM_VECTORS,
  RETURN_VECTORS,
} from "../../../test/support/vectors/akbank.ts";
import { Secret } from "../../kernel/secret.ts";
import { ownSignature } from "../kit/signed-return.ts";
import { hashOfBody, hashOfForm, signedReturn } from "./signature.ts";

const KEY = new Secret(AKBANK_TEST_TERMINAL.secretKey);

describe("the hashes of Akbank equal", () => {
  it.each(BODY_VECTORS)("$name", ({ body, hash }) => {
    expect(hashOfBody(KEY, body)).toBe(hash);
  });
  it.each(FORM_VECTORS)("$name", ({ fields, hash }) => {
    expect(hashOfForm(KEY, fields)).toBe(hash);
  });
  it.each(RETURN_VECTORS)("$name", ({ fields }) => {
    const terminal = { secretKey: KEY, terminalSafeId: AKBANK_TEST_TERMINAL.terminalSafeId };
    expect(ownSignature(signedReturn(fields, terminal))).toBe(fields.hash);
  });
});
