import { describe, expect, it } from "vitest";

import {
  GARANTI_ANSWERS,
  GARANTI_FORMS,
  GARANTI_REQUESTS,
  GARANTI_RETURNS,
  GARANTI_SECURITY,
} from "../../../test/support/bank-vectors/garanti.ts";
import { Secret } from "../../kernel/secret.ts";
import { ownSignature } from "../kit/signed-return.ts";
import {
  hashAnswer,
  hashForm,
  hashRequest,
  RETURN_NAMES,
  securityData,
  signedReturn,
} from "./signature.ts";

const STORE_KEY = new Secret("12345678");

describe("the signatures of Garanti", () => {
  it("contain the password with the padded terminal number", () => {
    const password = new Secret("123qweASD/");
    expect(securityData(password, "30691298")).toBe(GARANTI_SECURITY);
    expect(securityData(password, "30691297")).toBe("BAF0BF326B0261A4288A7273F18674FF35E9826F");
  });

  it.each(GARANTI_REQUESTS)("sign $title", ({ signed, hash }) => {
    expect(hashRequest(signed, GARANTI_SECURITY)).toBe(hash);
  });

  it.each(GARANTI_FORMS)("sign the form for $form.orderId", ({ form, hash }) => {
    expect(hashForm(form, STORE_KEY, GARANTI_SECURITY)).toBe(hash);
  });

  it.each(GARANTI_ANSWERS)("are those of $title", ({ signed, hash }) => {
    expect(hashAnswer(signed, GARANTI_SECURITY)).toBe(hash);
  });

  it.each(GARANTI_RETURNS)("are those of the return of $values.1", ({ values, hash }) => {
    const named = RETURN_NAMES.map((name, index) => [name, values[index] ?? ""] as const);
    const terminal = { storeKey: STORE_KEY, terminalId: values[0] ?? "" };
    expect(ownSignature(signedReturn(Object.fromEntries(named), terminal))).toBe(hash);
  });
});
