import { describe, expect, it } from "vitest";
import { money } from "../../kernel/money.ts";
import { type Expected, isSale, readVpos } from "./answer.ts";
import { refusalOf } from "./codes.ts";

const EXPECTED: Expected = {
  type: "Sale",
  merchantId: "000000000111111",
  reference: "9972767117b3400eb2acafc0018643df",
  amount: money(101n, "TRY"),
};

/** The bank's answer to a sale of 1.01 TRY, as published. */
const APPROVED = `<?xml version="1.0" encoding="utf-8"?><VposResponse>
<MerchantId>000000000111111</MerchantId><TransactionType>Sale</TransactionType>
<TransactionId>9972767117b3400eb2acafc0018643df</TransactionId><ResultCode>0000</ResultCode>
<ResultDetail>İŞLEM BAŞARILI</ResultDetail><CustomItems/><InstallmentTable/><CampaignResult/>
<AuthCode>961451</AuthCode><HostDate>20230309234054</HostDate><Rrn>306823971358</Rrn>
<TerminalNo>VP000579</TerminalNo><CurrencyAmount>1.01</CurrencyAmount>
<CurrencyCode>949</CurrencyCode><OrderId>202303095646</OrderId>
<ThreeDSecureType>1</ThreeDSecureType><BatchNo>300</BatchNo><TLAmount>1.01</TLAmount>
</VposResponse>`;

const field = (name: string, value: string) =>
  APPROVED.replace(new RegExp(`<${name}>[^<]*</${name}>`), `<${name}>${value}</${name}>`);
const without = (name: string) => APPROVED.replace(new RegExp(`<${name}>[^<]*</${name}>`), "");

describe("the answers of PayFlex", () => {
  it("approve with the bank's numbers, its amount and its time", () => {
    expect(readVpos(APPROVED, EXPECTED)).toEqual({
      kind: "approved",
      bankReference: "306823971358",
      authCode: "961451",
      bankCode: "0000",
      state: '{"v":1,"type":"Sale"}',
      amount: money(101n, "TRY"),
      bookedAt: Date.UTC(2023, 2, 9, 20, 40, 54),
    });
  });

  it("tell another amount as the bank says it", () => {
    expect(readVpos(field("CurrencyAmount", "2.01"), EXPECTED)).toMatchObject({
      amount: money(201n, "TRY"),
    });
  });

  it.each([
    ["another message", field("TransactionId", "0")],
    ["another merchant", field("MerchantId", "1")],
    ["another type", field("TransactionType", "Auth")],
    ["another currency", field("CurrencyCode", "840")],
    ["an amount with a comma", field("CurrencyAmount", "1,01")],
    ["no amount", without("CurrencyAmount")],
    ["no transaction id", without("TransactionId")],
    ["no authorization number", field("AuthCode", "000000")],
    ["no reference number", without("Rrn")],
    ["no code", without("ResultCode")],
    ["two codes", APPROVED.replace("<ResultCode>", "<ResultCode>0000</ResultCode><ResultCode>")],
    ["half of the message", APPROVED.slice(0, APPROVED.length / 2)],
    ["a page of HTML", "<html><body>Request Rejected</body></html>"],
  ])("say nothing with %s", (_name, text) => {
    expect(readVpos(text, EXPECTED).kind).toBe("unknown");
  });

  it("refuse without naming the message, as the gateway does before the bank", () => {
    const text = `<VposResponse><ResultCode>9039</ResultCode><ResultDetail>Üye işyeri bulunamadı.
      5555444433332222</ResultDetail><InstallmentTable/></VposResponse>`;
    expect(readVpos(text, EXPECTED)).toEqual({
      kind: "declined",
      reason: "general_error",
      retry: "no",
      bankCode: "9039",
      bankMessage: expect.stringMatching(/^Üye işyeri bulunamadı\. +\[card\]$/) as string,
    });
  });

  it("tell a sale from the other messages", () => {
    const answered = readVpos(APPROVED, EXPECTED);
    expect(answered.kind === "approved" && isSale(answered.state)).toBe(true);
    expect(isSale(undefined)).toBe(false);
  });
});

describe("the codes of PayFlex", () => {
  const authorization = (code: string) =>
    refusalOf({ code, message: undefined, about: "authorization" });

  it.each([
    ["0051", "insufficient_balance", "no"],
    ["0005", "do_not_honour", "later"],
    ["0041", "card_blocked", "never"],
    ["0054", "expired_card", "no"],
    ["0312", "do_not_honour", "no"],
    ["1050", "invalid_cvc", "no"],
    ["0382", "card_blocked", "never"],
    ["0400", "three_d_secure_failed", "no"],
    ["0978", "general_error", "other_terms"],
    ["0999", "do_not_honour", "no"],
    ["1051", "invalid_card_number", "no"],
    ["1105", "general_error", "same_request"],
    ["1110", "do_not_honour", "with_challenge"],
    ["1117", "three_d_secure_failed", "no"],
    ["2053", "three_d_secure_unavailable", "later"],
    ["5001", "general_error", "same_request"],
    ["9065", "general_error", "no"],
  ])("decline with %s as %s, retry %s", (code, reason, retry) => {
    expect(authorization(code)).toMatchObject({ kind: "declined", reason, retry, bankCode: code });
  });

  it.each(["1006", "1061", "0966", "2023", "9112"])("call %s a used reference", (code) => {
    expect(authorization(code)).toMatchObject({ kind: "declined", duplicateReference: true });
  });

  it.each([
    "0000",
    "0008",
    "0011",
    "0092",
    "0096",
    "1001",
    "1074",
    "1113",
    "7777",
    "1500",
    "8484",
    "51",
    "ABCD",
    "",
  ])("leave the outcome open after %j", (code) => {
    expect(authorization(code).kind).toBe("unknown");
  });

  it("say nothing about the card when they refuse a refund", () => {
    expect(refusalOf({ code: "0041", message: "", about: "modification" })).toMatchObject({
      kind: "declined",
      reason: "general_error",
    });
  });
});
