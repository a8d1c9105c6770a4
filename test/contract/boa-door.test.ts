// tier: core
import { createHash, createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { boa } from "../../src/acquirer/boa/adapter.ts";
import { type ProtocolWorld, startProtocolWorld } from "../support/protocol-world.ts";

const KEY = createHash("sha1").update("api123").digest("base64");
const ACCOUNT = { merchantId: "496", customerId: "400235", username: "apitest" };

/** The hash of a JSON message over these values, as the bank's own sample computes it. */
function hashOf(...values: readonly string[]): string {
  const text = [ACCOUNT.merchantId, ...values, ACCOUNT.username, KEY].join("");
  return createHmac("sha512", KEY).update(text).digest("base64");
}

describe("BOA's front door", () => {
  let world: ProtocolWorld;
  beforeAll(async () => {
    world = await startProtocolWorld({
      protocol: boa,
      bank: "kuveytturk",
      credentials: Object.fromEntries(boa.credentials.map(({ name }) => [name, "1"])),
      secret: "password",
      model: "3d",
      features: { withoutChallenge: false, preauth: false },
      paths: {},
    });
  });
  afterAll(() => world.close());

  async function ask(operation: string, fields: object): Promise<string> {
    const response = await fetch(`${world.bankUrl}/doors/boa/KTPay/${operation}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...ACCOUNT, ...fields }),
    });
    const text = await response.text();
    return (
      /"ResponseCode":"(\w+)"|name="ResponseCode" value="(\w+)"/.exec(text)?.slice(1).join("") ??
      text
    );
  }

  it("refuses an unknown account and a wrong hash", async () => {
    const fields = { merchantOrderId: "att1", hashData: hashOf("att1") };
    expect(await ask("GetTransactions", { ...fields, username: "other" })).toBe(
      "MerchantNotDefined",
    );
    expect(await ask("GetTransactions", { ...fields, hashData: hashOf("att2") })).toBe(
      "HashDataError",
    );
    expect(await ask("GetTransactions", fields)).toBe("NonResult");
  });

  it("refuses a charge without an authentication of its own", async () => {
    const fields = {
      merchantOrderId: "att1",
      amount: "101",
      orderId: 1,
      hashData: hashOf("att1", "101"),
    };
    expect(await ask("Provision", { ...fields, md: "" })).toBe("EmptyMDException");
    expect(await ask("Provision", { ...fields, md: "none" })).toBe("MetaDataNotFound");
  });

  it("refuses to cancel a purchase that it does not know", async () => {
    const fields = {
      merchantOrderId: "att1",
      amount: "0",
      orderId: 1,
      hashData: hashOf("att1", "0"),
    };
    expect(await ask("SaleReversal", { ...fields, saleReversalType: 3 })).toBe("OrderDataNotFound");
    expect(await ask("SaleReversal", { ...fields, saleReversalType: 4 })).toBe("12");
  });

  it.each([
    ["a currency of three digits", { currency: "949" }, "13"],
    ["no installment count", { installmentCount: 0 }, "12"],
    ["a CVC that is none", { card: { ...card(), securityCode: "9" } }, "82"],
    ["a wrong card number", { card: { ...card(), cardNumber: "5528790000000009" } }, "14"],
    ["an expired card", { card: { ...card(), expireYear: "20" } }, "54"],
    [
      "a card without enrolment",
      { card: { ...card(), cardNumber: "4151111111111112" } },
      "CardVerificationFailed",
    ],
  ])("sends the customer back from a payment with %s", async (_name, fields, code) => {
    const urls = { successUrl: "https://shop.example/ok", failUrl: "https://shop.example/fail" };
    const payment = {
      merchantOrderId: "att9",
      amount: "101",
      currency: "0949",
      installmentCount: 1,
      card: card(),
      ...urls,
      hashData: hashOf("att9", "101", urls.successUrl, urls.failUrl),
    };
    expect(await ask("Payment", { ...payment, ...fields })).toBe(code);
  });

  it("opens 3-D Secure for a card without its CVC", async () => {
    const { securityCode: _, ...bare } = card();
    const urls = { successUrl: "https://shop.example/ok", failUrl: "https://shop.example/fail" };
    const hashData = hashOf("att8", "101", urls.successUrl, urls.failUrl);
    const terms = { merchantOrderId: "att8", amount: "101", currency: "0949", installmentCount: 1 };
    expect(await ask("Payment", { ...terms, card: bare, ...urls, hashData })).toContain(
      'name="go"',
    );
  });
});

function card() {
  return {
    cardHolderName: "SULE CAGIL",
    cardNumber: "5528790000000008",
    expireMonth: "12",
    expireYear: "30",
    securityCode: "973",
  };
}
