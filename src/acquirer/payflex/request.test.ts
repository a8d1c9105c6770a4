import { describe, expect, it } from "vitest";
import { instant } from "../../kernel/clock.ts";
import type { AttemptId, MerchantId, OrderId } from "../../kernel/ids.ts";
import { money } from "../../kernel/money.ts";
import { Secret } from "../../kernel/secret.ts";
import type { AuthorizeRequest } from "../../domain/payment/acquirer.ts";
import { packState } from "../kit/state.ts";
import {
  chargeMessage,
  brandCode,
  challengedMessage,
  gateMessage,
  modificationMessage,
  inquiryMessage,
} from "./request.ts";

const TERMINAL = {
  merchantId: "000000000007955",
  password: new Secret("123Ab456"),
  mpiPassword: new Secret("123Ab456"),
  terminalNo: "VP000123",
  mailOrder: false,
};

const ATTEMPT = {
  merchantId: "mer_00000000" as MerchantId,
  attemptId: "att_1" as AttemptId,
  orderId: "ORD-1" as OrderId,
  reference: "att1",
};

const REQUEST: AuthorizeRequest = {
  ...ATTEMPT,
  kind: "sale",
  amount: money(101n, "TRY"),
  installmentCount: 1,
  card: {
    number: new Secret("4355084000000001"),
    expiry: { month: 12, year: 2029 },
    cvc: new Secret("000"),
    holderName: "Şule Çağıl",
  },
  payer: { name: undefined, email: undefined, phone: undefined, network: "1.2.3.4" },
  challenge: undefined,
};

const xmlOf = (body: string) => new URLSearchParams(body).get("prmstr") ?? "";

describe("the messages of PayFlex", () => {
  it("charge a card as the published example does", () => {
    expect(xmlOf(chargeMessage(TERMINAL, REQUEST))).toBe(
      "<VposRequest><MerchantId>000000000007955</MerchantId><Password>123Ab456</Password>" +
        "<TerminalNo>VP000123</TerminalNo><TransactionType>Sale</TransactionType>" +
        "<TransactionId>att1</TransactionId><OrderId>att1</OrderId>" +
        "<CurrencyAmount>1.01</CurrencyAmount><CurrencyCode>949</CurrencyCode>" +
        "<ClientIp>1.2.3.4</ClientIp><TransactionDeviceSource>0</TransactionDeviceSource>" +
        "<CardHoldersName>Sule Cagil</CardHoldersName><Pan>4355084000000001</Pan>" +
        "<Expiry>202912</Expiry><Cvv>000</Cvv></VposRequest>",
    );
  });

  it("name installments only when there are several", () => {
    const xml = xmlOf(chargeMessage(TERMINAL, { ...REQUEST, installmentCount: 3 }));
    expect(xml).toContain("<NumberOfInstallments>3</NumberOfInstallments>");
  });

  it("charge after 3-D Secure without card and amount", () => {
    const proof = { eci: "05", cavv: "AAAB" };
    const request = {
      ...REQUEST,
      proof: { mdStatus: "1", eci: "05", state: packState(proof) },
    };
    const xml = xmlOf(challengedMessage(TERMINAL, request, proof));
    expect(xml).toContain(
      "<ECI>05</ECI><CAVV>AAAB</CAVV><MpiTransactionId>att1</MpiTransactionId>",
    );
    expect(xml).not.toMatch(/Pan|Cvv|Expiry|Amount/);
  });

  it.each([
    ["SIP-2026-00880", "SIP-2026-00880"],
    ["SİP-2026/ğüşıöç <1 & 2>", "SIP-2026/gusioc &lt;1 &amp; 2&gt;"],
    ["№ 7 😀", "No 7"],
  ])("describe the order by the reference %s, in ASCII", (orderReference, text) => {
    const description = `<OrderDescription>${text}</OrderDescription>`;
    const named = { ...REQUEST, orderReference };
    expect(xmlOf(chargeMessage(TERMINAL, named))).toContain(description);
    const proof = { eci: "05", cavv: "AAAB" };
    const passed = { ...named, proof: { mdStatus: "1", eci: "05", state: packState(proof) } };
    expect(xmlOf(challengedMessage(TERMINAL, passed, proof))).toContain(description);
  });

  it.each([undefined, "", "😀"])("leave out a description without a text: %s", (orderReference) => {
    const named = { ...REQUEST, orderReference };
    expect(xmlOf(chargeMessage(TERMINAL, named))).not.toContain("OrderDescription");
  });

  it("keep the reference out of the order's number and of the signed enrolment", () => {
    const urls = { brand: "100", returnUrl: "https://pay.example/return" };
    const named = { ...REQUEST, orderReference: "SIP-1" };
    expect(gateMessage(TERMINAL, named, urls)).toBe(gateMessage(TERMINAL, REQUEST, urls));
    expect(xmlOf(chargeMessage(TERMINAL, named))).toContain("<OrderId>att1</OrderId>");
  });

  it("follow a charge by its id", () => {
    const original = {
      attemptId: ATTEMPT.attemptId,
      reference: "att0",
      state: undefined,
      bankReference: "",
      amount: REQUEST.amount,
      bookedAt: instant(0),
    };
    const request = { ...ATTEMPT, original, amount: money(50n, "TRY") };
    const refund = xmlOf(modificationMessage(TERMINAL, "Refund", request));
    expect(refund).toContain(
      "<TransactionId>att1</TransactionId><ReferenceTransactionId>att0</ReferenceTransactionId>" +
        "<CurrencyAmount>0.50</CurrencyAmount><CurrencyCode>949</CurrencyCode>",
    );
    expect(xmlOf(modificationMessage(TERMINAL, "Cancel", request))).not.toContain("Amount");
    expect(xmlOf(inquiryMessage(TERMINAL, "att1"))).toContain(
      "<TransactionId>att1</TransactionId>",
    );
  });

  it("open 3-D Secure by a plain form", () => {
    const urls = { brand: "100", returnUrl: "https://pay.example/return" };
    const form = Object.fromEntries(new URLSearchParams(gateMessage(TERMINAL, REQUEST, urls)));
    expect(form).toMatchObject({
      VerifyEnrollmentRequestId: "att1",
      Pan: "4355084000000001",
      ExpiryDate: "2912",
      PurchaseAmount: "1.01",
      Currency: "949",
      BrandName: "100",
      SuccessUrl: urls.returnUrl,
      FailureUrl: urls.returnUrl,
    });
    expect(form).not.toHaveProperty("InstallmentCount");
  });

  it.each([
    ["4355084000000001", "100"],
    ["5521010140829928", "200"],
    ["9792030000000000", "300"],
    ["374427000000003", "400"],
    ["6200000000000005", undefined],
  ])("know the scheme of %s as %s", (number, code) => {
    expect(brandCode(new Secret(number))).toBe(code);
  });
});
