import { describe, expect, it } from "vitest";

import {
  GARANTI_ANSWERS,
  GARANTI_FORMS,
  GARANTI_REQUESTS,
  GARANTI_RETURNS,
  GARANTI_SECURITY,
} from "../../../../test/support/bank-vectors/garanti.ts";
import { answerHash, formHash, passwordDigest, requestHash, returnHash } from "./signature.ts";

describe("the signatures at Garanti's door", () => {
  it("contain the password with the padded terminal number", () => {
    expect(passwordDigest("123qweASD/", "30691298")).toBe(GARANTI_SECURITY);
  });

  it.each(GARANTI_REQUESTS)("verify $title", ({ signed, hash }) => {
    const { orderId, terminalId, cardNumber, amount, currencyCode } = signed;
    const values = [orderId, terminalId, cardNumber, amount, currencyCode];
    expect(requestHash(values, GARANTI_SECURITY)).toBe(hash);
  });

  it.each(GARANTI_FORMS)("verify the form for $form.orderId", ({ form, hash }) => {
    const { terminalId, orderId, amount, currencyCode, successUrl, errorUrl } = form;
    const addresses = [successUrl, errorUrl, form.type, form.installments];
    const values = [terminalId, orderId, amount, currencyCode, ...addresses];
    expect(formHash(values, "12345678", GARANTI_SECURITY)).toBe(hash);
  });

  it.each(GARANTI_ANSWERS)("sign $title", ({ signed, hash }) => {
    const { code, retrefNum, authCode, provDate, orderId } = signed;
    expect(answerHash([code, retrefNum, authCode, provDate, orderId], GARANTI_SECURITY)).toBe(hash);
  });

  it.each(GARANTI_RETURNS)("sign the return of $values.1", ({ values, hash }) => {
    const names = ["clientid", "oid", "authcode", "procreturncode", "response"];
    names.push("mdstatus", "cavv", "eci", "md", "rnd");
    const fields = Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""]));
    expect(returnHash(fields, "12345678")).toBe(hash);
  });
});
