// tier: core
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { akbank } from "../../src/acquirer/akbank/adapter.ts";
import { AKBANK_TEST_TERMINAL } from "../support/vectors/akbank.ts";
import { type ProtocolWorld, startProtocolWorld } from "../support/protocol-world.ts";

const { merchantSafeId, terminalSafeId, secretKey } = AKBANK_TEST_TERMINAL;

let world: ProtocolWorld;
beforeAll(async () => {
  world = await startProtocolWorld({
    protocol: akbank,
    bank: "akbank",
    credentials: Object.fromEntries(akbank.credentials.map(({ name }) => [name, "1"])),
    secret: "",
    model: "3D",
    features: { withoutChallenge: true, preauth: true },
    paths: { api: "/", threeD: "/" },
  });
});
afterAll(() => world.close());

async function send(path: string, body: string, headers: Record<string, string>) {
  const url = `${world.bankUrl}/doors/${path}`;
  const response = await fetch(url, { method: "POST", body, headers });
  return { status: response.status, text: await response.text() };
}

describe("Akbank's door", () => {
  const sale = (orderId: string, changes: object = {}) => ({
    terminal: { merchantSafeId, terminalSafeId },
    version: "1.00",
    txnCode: "1000",
    requestDateTime: new Date(world.clock.now() + 10_800_000).toISOString().slice(0, 23),
    randomNumber: "A".repeat(128),
    card: { cardNumber: "4111111111111129", cvv2: "000", expireDate: "1230" },
    transaction: { amount: "1.01", currencyCode: 949, motoInd: 0, installCount: 1 },
    customer: { ipAddress: "192.0.2.1" },
    order: { orderId },
    ...changes,
  });

  async function tell(message: object, key = secretKey) {
    const body = JSON.stringify(message);
    const hash = createHmac("sha512", key).update(body).digest("base64");
    const headers = { "content-type": "application/json", "auth-hash": hash };
    const { status, text } = await send("akbank/transaction/process", body, headers);
    const read: unknown = JSON.parse(text);
    return { status, ...(read as { responseCode?: string }) };
  }

  it("refuses an order id that was used, also after a decline", async () => {
    expect(await tell(sale("a-1"))).toMatchObject({ responseCode: "VPS-1005" });
    expect(await tell(sale("a-1"))).toMatchObject({ responseCode: "VPS-1013" });
  });

  it("refuses another time, another key and wrong schemas", async () => {
    const past = { requestDateTime: "2024-01-01T00:00:00.000" };
    expect(await tell(sale("a-2", past))).toMatchObject({ responseCode: "VPS-1073" });
    expect(await tell(sale("a-2"), "wrong")).toMatchObject({ status: 401 });
    const amount = { amount: "1.1", currencyCode: 949, motoInd: 0, installCount: 1 };
    expect(await tell(sale("a-2", { transaction: amount }))).toMatchObject({ status: 400 });
    expect(await tell(sale("a-2", { unlisted: 1 }))).toMatchObject({ status: 400 });
    expect(await world.book.list("akbank:a-2")).toEqual([]);
  });
});

describe("PayFor's door", () => {
  const account = {
    MbrId: "12",
    MerchantId: "000000000000012",
    UserCode: "ZK_API_KULLANICI",
    UserPass: "ZkT12",
    SecureType: "NonSecure",
    Lang: "TR",
  };
  const sale = {
    ...account,
    TxnType: "Auth",
    OrderId: "p-1",
    PurchAmount: "1.01",
    Currency: "949",
    InstallmentCount: "0",
    Pan: "5528790000000008",
    Expiry: "1230",
    Cvv2: "000",
  };
  const after = { ...account, OrgOrderId: "p-1", PurchAmount: "1.01", Currency: "949" };

  /** Tells the form gate, which answers with pairs, and returns the code. */
  async function tell(fields: Record<string, string>): Promise<string | undefined> {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams(fields).toString();
    const { text } = await send("payfor/Default.aspx", body, headers);
    return /(?:^|;;)ProcReturnCode=([^;]*)/.exec(text)?.[1];
  }

  it("answers the form gate, and refuses what the bank refuses", async () => {
    expect(await tell(sale)).toBe("00");
    expect(await tell(sale)).toBe("V029");
    expect(await tell({ ...after, TxnType: "Refund" })).toBe("V014");
    expect(await tell({ ...after, TxnType: "Void" })).toBe("V019");
    expect(await tell({ ...after, TxnType: "PostAuth" })).toBe("V016");
    expect(await tell({ ...sale, UserPass: "x" })).toBe("V004");
    expect(await tell({ ...sale, MerchantId: "x" })).toBe("V001");
    expect(await tell({ ...sale, OrderId: "p-2", PurchAmount: "1,01" })).toBe("M004");
    expect(await tell({ ...sale, OrderId: "p-2", PurchAmount: "200000.01" })).toBe("M019");
  });

  it("takes no charge of QNB without 3-D Secure", async () => {
    const qnb = {
      MbrId: "5",
      MerchantId: "085300000009597",
      UserCode: "QNB_API_KULLANICI",
      UserPass: "FwCX2",
    };
    expect(await tell({ ...sale, ...qnb, OrderId: "p-3" })).toBe("V010");
  });
});
