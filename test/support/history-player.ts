import type { Pool } from "pg";
import { expect, vi } from "vitest";
import { openPayouts } from "../../src/compose-refunds.ts";
import { settlePayout } from "../../src/refund/settle-payout.ts";
import { createApiClient, type ApiClient } from "./api-client.ts";
import { createVisitor } from "./page-visitor.ts";
import { press, returnFields, type Decision } from "./bank-customer.ts";
import { CHALLENGE_DEADLINE, HistoryModel, type ModelOrder } from "./history-model.ts";
import { HELD, merchantCalls, type MerchantCalls } from "./merchant-calls.ts";
import { openPage } from "./redirect-customer.ts";
import { random } from "./sandbox-bank.ts";
import { startTestService, type TestMerchant, type TestService } from "./service.ts";
import { camt053 } from "./statements.ts";
import { awaitTransfer, importFile, type BankAccount } from "./transfer-customer.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CARDS = {
  approved: "5528790000000008",
  declined: "4129111111111111",
  answerLost: "5504720000000003",
  refusesRefunds: "5406670000000009",
};
const AMOUNT = 10_000;

/** Chance that is the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type OpenPayout = { readonly refund: string; readonly amount: number };

/** Plays a random history on a service and on the model, and compares them after each step. */
export class HistoryPlayer {
  readonly model = new HistoryModel();
  shop: TestService;
  readonly #merchant: TestMerchant;
  readonly #pool: Pool;
  readonly #chance: () => number;
  readonly #accounts = new Map<string, BankAccount>();
  readonly #pages = new Map<string, Awaited<ReturnType<typeof openPage>>>();
  readonly #payouts = new Map<string, OpenPayout[]>();
  #lines = 0;

  private constructor(shop: TestService, merchant: TestMerchant, seed: number) {
    this.shop = shop;
    this.#merchant = merchant;
    this.#pool = shop.database.open({ max: 1 });
    this.#chance = seeded(seed);
  }

  static async start(shop: TestService, seed: number): Promise<HistoryPlayer> {
    return new HistoryPlayer(shop, await shop.createMerchant("Tohum"), seed);
  }

  /** One step; its name is for the reader of a failure. */
  async step(): Promise<string> {
    const steps: readonly (readonly [weight: number, name: string, run: () => Promise<unknown>])[] =
      [
        [18, "pay", () => this.#pay()],
        [8, "challenge", () => this.#challenge()],
        [6, "return", () => this.#returnFromBank()],
        [8, "transfer", () => this.#transfer()],
        [10, "arrival", () => this.#arrival()],
        [14, "capture", () => this.#followUp("capture")],
        [8, "void", () => this.#followUp("void")],
        [20, "refund", () => this.#followUp("refund")],
        [4, "payout", () => this.#payOut()],
        [3, "clock", () => this.#pass()],
        [1, "restart", () => this.#restart()],
      ];
    let rest = this.#chance() * steps.reduce((sum, [weight]) => sum + weight, 0);
    const [, name, run] = steps.find(([weight]) => (rest -= weight) < 0) ?? steps[0] ?? [];
    await run?.();
    return name ?? "";
  }

  /** The figures that every step may change. */
  async compare(): Promise<void> {
    const { rows } = await this.#pool.query<Record<string, unknown>>(
      `select account, sum(amount)::bigint as balance from (
         select debit as account, amount from posting where merchant_id = $1
         union all select credit, -amount from posting where merchant_id = $1) as side
       group by account having sum(amount) <> 0`,
      [this.#merchant.merchant.merchantId],
    );
    const booked = rows.map((row) => [String(row["account"]), Number(row["balance"])] as const);
    expect(Object.fromEntries(booked)).toEqual(this.model.balances());
    const summary = await this.#get("summary");
    expect(summary.body).toMatchObject(this.model.summary());
    const last = this.model.orders.at(-1);
    if (last !== undefined) await this.#compareStatus(last);
  }

  /** Everything there is, also what no step touched. */
  async compareAll(): Promise<void> {
    const exported = await this.#get("transactions/export?format=json");
    const records = JSON.parse(exported.text) as Record<string, unknown>[];
    const list = Array.isArray(records) ? records : Object.values(records).find(Array.isArray);
    const facts = (list ?? []).map((record: Record<string, unknown>) => [
      record["order_id"],
      [record["status"], record["amount"], record["refunded_amount"]],
    ]);
    const expected = this.model.orders.map(({ id, status, amount, refunded }) => [
      id,
      [status, amount, refunded],
    ]);
    expect(Object.fromEntries(facts)).toEqual(Object.fromEntries(expected));
  }

  async end(): Promise<void> {
    await this.#pool.end();
  }

  get #api(): ApiClient {
    return createApiClient(this.shop.url, this.#merchant.testApiKey);
  }

  get #till(): MerchantCalls {
    return merchantCalls(this.#api, this.#merchant.testApiKey);
  }

  #get(path: string) {
    const authorization = `Bearer ${this.#merchant.testApiKey}`;
    return this.#api.get(`/api/v1/payment/${path}`, { authorization });
  }

  #pick<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.#chance() * items.length)];
  }

  #isLikely(share: number): boolean {
    return this.#chance() < share;
  }

  async #pay(): Promise<void> {
    const kind = this.#pick([
      "approved",
      "approved",
      "held",
      "declined",
      "answerLost",
      "refusesRefunds",
    ]);
    const card =
      CARDS[kind === "held" || kind === undefined ? "approved" : (kind as keyof typeof CARDS)];
    const session = await this.#api.session({
      amount: AMOUNT,
      ...(kind === "held" ? HELD : {}),
    });
    const paid = await this.#api.pay(session, card);
    expect(paid.status, paid.text).toBe(200);
    const ends: Record<string, string> = {
      held: "authorized",
      declined: "failed",
      answerLost: "processing",
    };
    const order = this.model.begin({
      id: String(paid.body["order_id"]),
      session,
      kind: "card",
      amount: AMOUNT,
      status: ends[kind ?? ""] ?? "completed",
      refusesRefunds: kind === "refusesRefunds",
    });
    if (kind === "answerLost") order.lost = { status: "completed", captured: AMOUNT };
  }

  async #challenge(): Promise<void> {
    const session = await this.#api.session({ amount: AMOUNT });
    const begun = await this.#api.pay(session, CARDS.approved, { fields: { is_3d: true } });
    const id = String(begun.body["order_id"]);
    this.model.begin({ id, session, kind: "card", amount: AMOUNT, status: "processing" });
    this.#pages.set(id, await openPage(begun));
  }

  async #returnFromBank(): Promise<void> {
    const waiting = this.model.orders.filter(
      ({ id, status }) => status === "processing" && this.#pages.has(id),
    );
    const order = this.#pick(waiting);
    const page = this.#pages.get(order?.id ?? "");
    // The bank closes its page after ten minutes.
    if (order === undefined || page === undefined) return;
    if (this.model.now - order.begunAt > 9 * MINUTE) return;
    const decision: Decision = this.#pick(["approve", "decline", "cancel"] as const) ?? "approve";
    const fields = returnFields(await press(page, decision));
    const back = new URLSearchParams(fields).toString();
    await createVisitor(this.shop.url).get(`/checkout/return/${fields["request_id"]}?${back}`);
    this.model.decide(order, decision);
    await this.#compareStatus(order);
  }

  async #transfer(): Promise<void> {
    const begun = await awaitTransfer(
      { ...this.shop, api: this.#api },
      { session: { amount: AMOUNT } },
    );
    const { id, session, account } = begun;
    this.model.begin({ id, session, kind: "transfer", amount: AMOUNT, status: "pending" });
    this.#accounts.set(id, account);
  }

  async #arrival(): Promise<void> {
    const order = this.#pick(this.model.orders.filter(({ kind }) => kind === "transfer"));
    const account = this.#accounts.get(order?.id ?? "");
    if (order === undefined || account === undefined) return;
    const minor = AMOUNT + (this.#pick([0, 0, 0, -1, 1, -500, 2_000]) ?? 0);
    this.#lines += 1;
    const reference = `${this.#merchant.merchant.merchantId}${this.#lines}`;
    const description = `ODEME ${account.reference_code}`;
    const file = camt053(account.iban, [{ reference, minor, description }]);
    const report = await importFile(this.shop, file);
    const found = report.unmatched[0]?.reason ?? "matched";
    expect(found).toBe(this.model.arrive(order, minor));
    await this.#compareStatus(order);
  }

  async #followUp(kind: "capture" | "void" | "refund"): Promise<void> {
    const fitting = this.model.orders.filter(({ status }) =>
      kind === "refund" ? status === "completed" : status === "authorized",
    );
    const order = this.#pick(this.#isLikely(0.8) ? fitting : this.model.orders);
    if (order === undefined) return;
    const isLost = order.kind === "card" && !order.refusesRefunds && this.#isLikely(0.15);
    const most = kind === "refund" ? Math.max(1, this.model.left(order)) : order.amount;
    const amount = this.#isLikely(0.3) ? most : 1 + Math.floor(this.#chance() * (most + 1));
    const expected =
      kind === "void" ? this.model.void(order, isLost) : this.model[kind](order, amount, isLost);
    this.shop.faults.clear();
    if (isLost && expected === 200) this.shop.faults.next({ operation: kind, behaviour: "cut" });
    const answer = await this.#till[kind](order.id, kind === "void" ? {} : { amount });
    expect(answer.status, `${kind} ${amount}: ${answer.text}`).toBe(expected);
    if (kind === "refund" && expected === 200 && order.kind === "transfer") {
      const open = this.#payouts.get(order.id) ?? [];
      const refund = String(answer.body["refund_id"]);
      this.#payouts.set(order.id, [...open, { refund, amount }]);
    }
    await this.#compareStatus(order);
  }

  async #payOut(): Promise<void> {
    const order = this.#pick(this.model.orders.filter(({ id }) => this.#payouts.has(id)));
    const [first, ...rest] = this.#payouts.get(order?.id ?? "") ?? [];
    if (order === undefined || first === undefined) return;
    this.#payouts.set(order.id, rest);
    const isSent = this.#isLikely(0.7);
    const { connection: database } = this.shop.database;
    const opened = openPayouts({ database, clock: this.shop.clock, random });
    const bankReference = isSent ? "EFT" : undefined;
    const settled = await settlePayout(opened.deps, { refundId: first.refund, bankReference });
    await opened.close();
    expect(settled.ok).toBe(true);
    this.model.payOut(order, first.amount, isSent);
    await this.#compareStatus(order);
  }

  async #pass(): Promise<void> {
    const open = this.model.orders.filter(({ id, status }) => {
      return status === "processing" && this.#pages.has(id);
    });
    const oldest = Math.max(0, ...open.map(({ begunAt }) => this.model.now - begunAt));
    // Between its hour and the end of the grace a challenge may go either way.
    const isNear = oldest + 10 * MINUTE > CHALLENGE_DEADLINE / 2;
    const ms = isNear ? 3 * HOUR : (this.#pick([MINUTE, MINUTE, 3 * HOUR, 80 * HOUR]) ?? MINUTE);
    this.shop.faults.clear();
    this.shop.clock.move(ms);
    this.model.pass(ms);
    // Recovery takes its time, and what is due shows in no figure where a transfer is given up.
    await vi.waitFor(() => this.compareAll(), { timeout: 30_000, interval: 100 });
    await vi.waitFor(() => this.compare(), { timeout: 30_000, interval: 100 });
  }

  async #restart(): Promise<void> {
    const { database, clock, config } = this.shop;
    await this.shop.service.stop();
    // Customers are at the bank's pages, whose address stays.
    const environment = { PORT: String(config.port) };
    this.shop = await startTestService({ database, clock, environment });
  }

  async #compareStatus(order: ModelOrder): Promise<void> {
    const { body } = await this.#api.status(order.session, order.id);
    expect(body).toMatchObject({
      status: order.status,
      captured_amount: order.captured,
      refunded_amount: order.refunded,
    });
  }
}
