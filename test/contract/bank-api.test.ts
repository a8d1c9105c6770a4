// tier: core
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { summarize } from "../../src/bank/book.ts";
import { sqlBook } from "../../src/bank/sql-book.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { type SandboxBank, startSandboxBank } from "../support/sandbox-bank.ts";

let database: TestDatabase;
let bank: SandboxBank;
beforeAll(async () => {
  database = await createTestDatabase();
  bank = await startSandboxBank({ book: sqlBook(database.open()) });
});
afterAll(async () => {
  await bank.close();
  await database.drop();
});

// The protocol of a terminal, implemented a second time without the adapter, so that the two can be
// compared.
type Sent = {
  readonly operation?: string;
  readonly terminal?: string;
  readonly timestamp?: string;
  readonly signature?: string;
  readonly contentType?: string;
};

function keyOf(terminal: string): string {
  return createHmac("sha256", bank.masterSecret.reveal()).update(terminal).digest("hex");
}

function send(content: Readonly<Record<string, unknown>> | string, sent: Sent = {}) {
  const body = typeof content === "string" ? content : JSON.stringify(content);
  const terminal = sent.terminal ?? bank.merchantId;
  const timestamp = sent.timestamp ?? String(bank.clock.now());
  const signature = createHmac("sha256", keyOf(terminal)).update(`${timestamp}.${body}`);
  const operation =
    sent.operation ?? (typeof content === "string" ? "authorize" : String(content["operation"]));
  return fetch(`${bank.url}/api/v1/${operation}`, {
    method: "POST",
    headers: {
      "content-type": sent.contentType ?? "application/json",
      "x-terminal": terminal,
      "x-timestamp": timestamp,
      "x-signature": sent.signature ?? signature.digest("hex"),
    },
    body,
  });
}

let count = 0;

function sale(over: Readonly<Record<string, unknown>> = {}) {
  count += 1;
  return {
    operation: "authorize",
    request_id: `r${count}`,
    order_id: `o${count}`,
    transaction_type: "sale",
    amount: 1_000,
    currency: "TRY",
    installments: 1,
    card: {
      number: "5528790000000008",
      expiry_month: 12,
      expiry_year: 2030,
      cvc: "123",
      holder: "Ada Şahin",
    },
    ...over,
  };
}

describe("signatures of the bank's interface", () => {
  it("are required of every message", async () => {
    const message = sale();
    const refusals = [
      await send(message, { signature: "0".repeat(64) }),
      await send(message, { signature: "short" }),
      await send(message, { signature: "ö".repeat(32) }),
      await send(message, { timestamp: "yesterday" }),
      await send(message, { timestamp: String(bank.clock.now() - 11 * 60_000) }),
      await send(message, { timestamp: String(bank.clock.now() + 11 * 60_000) }),
      await fetch(`${bank.url}/api/v1/authorize`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(message),
      }),
      await fetch(`${bank.url}/api/v1/authorize`, { method: "POST" }),
    ];
    const now = String(bank.clock.now());
    const body = JSON.stringify(message);
    const ofNow = createHmac("sha256", keyOf(bank.merchantId)).update(`${now}.${body}`);
    refusals.push(
      // A terminal's announced time is signed, and limited.
      await send(message, { timestamp: `${now}+3600000`, signature: ofNow.digest("hex") }),
      await send(message, { timestamp: `${now}+999999999999` }),
      await send(message, { timestamp: `${now}+-1` }),
    );
    for (const refusal of refusals) expect(refusal.status).toBe(401);
    const found = await send({ operation: "inquire", request_id: message.request_id });
    expect(await found.json()).toMatchObject({ state: "not_found" });
  });

  it("of one terminal are refused for another", async () => {
    const message = sale();
    const body = JSON.stringify(message);
    const timestamp = String(bank.clock.now());
    const signature = createHmac("sha256", keyOf("mer_other")).update(`${timestamp}.${body}`);
    const response = await send(message, { timestamp, signature: signature.digest("hex") });
    expect(response.status).toBe(401);
  });

  it("are on every answer, over its timestamp and body", async () => {
    const response = await send(sale());
    const body = await response.text();
    const timestamp = response.headers.get("x-timestamp") ?? "";
    const expected = createHmac("sha256", keyOf(bank.merchantId)).update(`${timestamp}.${body}`);
    expect(response.headers.get("x-signature")).toBe(expected.digest("hex"));
  });
});

describe("messages to the bank", () => {
  it("are answered with 400 when they have no readable request id", async () => {
    for (const body of ["", "null", "[]", "{", '"text"', "{}", '{"request_id":"a b"}']) {
      expect((await send(body)).status, body).toBe(400);
    }
    expect((await send(sale(), { contentType: "text/plain" })).status).toBe(415);
    expect((await send("x".repeat(20_000))).status).toBe(413);
  });

  it("are declined with code 30 and not booked when they are malformed", async () => {
    const card = sale().card;
    const malformed = [
      sale({ amount: 0 }),
      sale({ amount: 10.5 }),
      sale({ amount: "1000" }),
      sale({ amount: 2 ** 53 }),
      sale({ currency: "XXX" }),
      sale({ transaction_type: "credit" }),
      sale({ installments: 0 }),
      sale({ order_id: "" }),
      sale({ card: undefined }),
      sale({ card: { ...card, expiry_month: 13 } }),
      sale({ card: { ...card, holder: "a\u0000b" } }),
      sale({ operation: "enroll" }),
      sale({ operation: "inquire" }),
    ];
    for (const message of malformed) {
      const response = await send(message, { operation: "authorize" });
      expect(response.status).toBe(200);
      expect(await response.json(), JSON.stringify(message)).toMatchObject({
        request_id: message.request_id,
        state: "declined",
        code: "30",
      });
      const found = await send({ operation: "inquire", request_id: message.request_id });
      expect(await found.json()).toMatchObject({ state: "not_found" });
    }
  });

  it("are refused without details when they reuse the id of another request", async () => {
    const first = sale();
    await send(first);
    const others = [
      { ...first, amount: 1_001 },
      { ...first, currency: "USD" },
      { ...first, order_id: "another" },
      { ...first, transaction_type: "preauth" },
      { ...first, installments: 2 },
      { ...first, card: { ...first.card, number: "4543590000000006" } },
      { ...first, amount: 0 },
    ];
    for (const other of others) {
      const response = await send(other);
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ code: "94" });
    }
    const refund = {
      operation: "refund",
      request_id: first.request_id,
      original_request_id: first.request_id,
      amount: 1,
      currency: "TRY",
    };
    expect((await send(refund)).status).toBe(409);
  });
});

describe("the book behind the bank's interface", () => {
  it("has one authorization for fifty simultaneous messages with one id", async () => {
    const message = sale();
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const response = await send(message);
        return response.text();
      }),
    );
    expect(new Set(answers).size).toBe(1);
    const summary = summarize(await bank.book.list(bank.merchantId));
    expect(summary.inForceByOrder.get(message.order_id)).toBe(1);
  });

  it("never contains a card number, a CVC or the holder's name", async () => {
    const message = sale({
      card: {
        number: "4766620000000001",
        expiry_month: 7,
        expiry_year: 2033,
        cvc: "987",
        holder: "Zeynep Gizli",
      },
    });
    await send(message);
    await send({
      ...message,
      operation: "enroll",
      request_id: "e1",
      return_url: "https://pay.example/r",
      merchant_name: "Örnek",
      language: "tr",
    });
    const pool = database.open();
    const tables = await Promise.all([
      pool.query<{ line: string }>("select entry::text as line from bank.entry"),
      pool.query<{ line: string }>("select challenge::text as line from bank.challenge"),
    ]);
    const lines = tables.flatMap(({ rows }) => rows.map(({ line }) => line));
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) {
      expect(line).not.toContain("4766620000000001");
      expect(line).not.toContain("000000000");
      expect(line).not.toContain("Gizli");
      expect(line).not.toMatch(/\b987\b/);
    }
  });

  it("answers every card of the table with its own code", async () => {
    const codeOf = async (number: string, cvc = "123") => {
      const response = await send(sale({ card: { ...sale().card, number, cvc } }));
      return (await response.json()) as unknown;
    };
    expect(await codeOf("4242424242424242")).toMatchObject({ state: "approved", code: "00" });
    expect(await codeOf("4242424242424241")).toMatchObject({ code: "14" });
    expect(await codeOf("4111111111111129")).toMatchObject({ code: "51" });
    expect(await codeOf("4129111111111111")).toMatchObject({ code: "05" });
    expect(await codeOf("4127111111111113")).toMatchObject({ code: "41" });
    expect(await codeOf("4126111111111114")).toMatchObject({ code: "43" });
    expect(await codeOf("4120111111111110")).toMatchObject({ code: "04" });
    expect(await codeOf("4125111111111115")).toMatchObject({ code: "54" });
    expect(await codeOf("4124111111111116")).toMatchObject({ code: "82" });
    expect(await codeOf("4121111111111119")).toMatchObject({ code: "34" });
    expect(await codeOf("4130111111111118")).toMatchObject({ code: "96" });
    for (const number of ["4131111111111117", "4141111111111115", "4151111111111112"]) {
      expect(await codeOf(number), number).toMatchObject({ state: "approved", code: "00" });
    }
    expect(await codeOf("374427000000003", "1234")).toMatchObject({ code: "00" });
    expect(await codeOf("374427000000003", "123")).toMatchObject({ code: "82" });
  });

  it("charges a stored card without its CVC", async () => {
    const { cvc: _, ...card } = sale().card;
    expect(await (await send(sale({ card }))).json()).toMatchObject({ state: "approved" });
  });
});
