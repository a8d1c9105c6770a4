import { deepStrictEqual, ok, rejects } from "node:assert";
import { readStatement } from "../../src/file/statement/statement-file.ts";
import { systemDigest } from "../../src/system/digest.ts";
import { recordRefundTransfer } from "../../src/domain/refund/record-refund-transfer.ts";
import { importStatement, type ImportReport } from "../../src/domain/transfer/import-statement.ts";
import { cardFields, type ApiAnswer, type ApiBody, type ApiClient } from "./api-client.ts";
import { submit, returnFields, type BankPage } from "./bank-customer.ts";
import { Chance } from "./chance.ts";
import {
  APPROVED,
  CALLS_CUT_SHORT,
  CARD_CHANCES,
  CARDS,
  CHANCES,
  LOSSES,
  NEVER_ARRIVED,
} from "./history-chances.ts";
import { compareAll, compareStep, type Ledgers } from "./history-comparison.ts";
import {
  amountOf,
  hasFailed,
  heldUntil,
  noteHold,
  orderFor,
  type Modification,
} from "./history-choices.ts";
import { CHALLENGE_DEADLINE, HistoryModel, type ModelOrder } from "./history-model.ts";
import {
  expectStatus,
  orderOf,
  type Interrupted,
  type KeyedCall,
  type Played,
} from "./history-calls.ts";
import type { HistoryService } from "./history-service.ts";
import { HistorySettings } from "./history-settings.ts";
import { openPage } from "./redirect-customer.ts";
import type { TestMerchant } from "./service.ts";
import { camt053 } from "./statements.ts";
import type { BankAccount } from "./transfer-customer.ts";
import { statementDeps } from "../../src/service/jobs/transfers.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
type StepName = keyof typeof CHANCES;

/** Plays one merchant's random history on a service and on the model, and compares the two. */
export class HistoryPlayer {
  readonly model = new HistoryModel();
  readonly #service: HistoryService;
  #ledgers: Ledgers;
  readonly #settings: HistorySettings;
  readonly #chance: Chance;
  readonly #accounts = new Map<string, BankAccount>();
  readonly #pages = new Map<string, BankPage>();
  readonly #refundTransfers = new Map<
    string,
    { readonly refund: string; readonly amount: number }[]
  >();
  readonly #statements: { readonly file: string; readonly order: ModelOrder }[] = [];
  #calls = 0;
  #last: (KeyedCall & { readonly answer: ApiAnswer; readonly order: ModelOrder }) | undefined;

  constructor(service: HistoryService, merchant: TestMerchant, seed: number) {
    this.#service = service;
    this.#ledgers = { api: service.api(merchant.testApiKey), data: service, merchant };
    this.#chance = new Chance(seed);
    this.#settings = new HistorySettings(service, merchant.merchant.merchantId, this.#chance);
  }

  /** Takes one step and compares afterwards; returns the step's outcome. */
  async step(): Promise<string> {
    const name = this.#chance.weighted(CHANCES);
    const { order, outcome } = await this.#play(name);
    await compareStep(this.#ledgers, this.model, order);
    return outcome;
  }

  compareAll(): Promise<void> {
    return compareAll(this.#ledgers, this.model);
  }

  /** Whether a challenge is close to its time limit, where either result is right. */
  get isNearDeadline(): boolean {
    const open = this.#challenged().map(({ begunAt }) => this.model.now - begunAt);
    return Math.max(0, ...open) + 10 * MINUTE > CHALLENGE_DEADLINE / 2;
  }

  /** A call that is ready to be sent when the service is about to die. */
  async interrupted(): Promise<Interrupted> {
    await this.#settings.resume();
    const name = this.#chance.weighted(CALLS_CUT_SHORT);
    if (name === "pay") return this.#interruptedPay();
    if (name === "transfer") return this.#interruptedTransfer();
    const order = orderFor(this.model, this.#chance, name);
    // A temporary refusal is stored under the key, so it stays after the order has moved on.
    const isMoving =
      order?.lost !== undefined || /^(processing|pending)$/.test(order?.status ?? "");
    const isEnding = order !== undefined && this.model.endsWithin(6 * HOUR, order);
    return order === undefined || isMoving || isEnding
      ? this.#interruptedPay()
      : this.#interruptedModification(name, order);
  }

  #play(name: StepName): Promise<Played> {
    switch (name) {
      case "pay":
        return this.#pay();
      case "challenge":
        return this.#challenge();
      case "return":
        return this.#returnFromBank();
      case "transfer":
        return this.#transfer();
      case "arrival":
        return this.#arrival();
      case "duplicate":
        return this.#duplicate();
      case "capture":
      case "void":
      case "refund":
        return this.#modify(name);
      case "refundTransfer":
        return this.#payOut();
      case "repeat":
        return this.#repeat();
      case "setting":
        return this.#changeSetting();
    }
  }

  get #api(): ApiClient {
    return this.#ledgers.api;
  }

  #amount(): number {
    return this.#chance.between(100, 20_000);
  }

  #newCall(path: string, body: ApiBody): KeyedCall {
    this.#calls += 1;
    return { path: `/api/v1/payment/${path}`, body, key: `call-${this.#calls}` };
  }

  #send({ path, body, key }: KeyedCall): Promise<ApiAnswer> {
    const authorization = `Bearer ${this.#ledgers.merchant.testApiKey}`;
    return this.#api.post(path, body, { authorization, "idempotency-key": key });
  }

  async #pay(): Promise<Played> {
    if (this.#settings.isSuspended || this.#settings.mustChallenge) return this.#challenge();
    const card = this.#chance.weighted(CARD_CHANCES);
    const amount = this.#amount();
    const { end, fields } = heldUntil(this.#chance);
    const session = await this.#api.session({ amount, ...(card === "held" ? fields : {}) });
    if (card === "neverArrived") {
      const behaviour = this.#chance.pick(NEVER_ARRIVED) ?? "status500";
      await this.#service.loseNext(this.#ledgers.merchant, "authorize", behaviour);
    }
    const call = this.#newCall("pay", cardFields(session, CARDS[card]));
    const answer = await this.#send(call);
    const order = this.model.pay({ id: orderOf(answer), session, amount }, card);
    noteHold({ order, model: this.model }, { end, now: this.#service.clock.now() }, answer);
    if (order.lost === undefined) this.#last = { ...call, answer, order };
    return { order, outcome: `pay ${card}` };
  }

  async #challenge(): Promise<Played> {
    if (this.#settings.isSuspended) return this.#refusedSession();
    const amount = this.#amount();
    const session = await this.#api.session({ amount });
    const begun = await this.#api.pay(session, APPROVED, { fields: { is_3d: true } });
    const id = orderOf(begun);
    this.#pages.set(id, await openPage(begun));
    return { order: this.model.challenge({ id, session, amount }), outcome: "challenge begun" };
  }

  #challenged(): readonly ModelOrder[] {
    return this.model.orders.filter(
      ({ id, status }) => status === "processing" && this.#pages.has(id),
    );
  }

  async #returnFromBank(): Promise<Played> {
    // The bank closes its page after twenty minutes.
    const waiting = this.#challenged().filter(
      ({ begunAt }) => this.model.now - begunAt <= 19 * MINUTE,
    );
    const order = this.#chance.pick(waiting);
    const page = this.#pages.get(order?.id ?? "");
    if (order === undefined || page === undefined) return this.#challenge();
    const decision = this.#chance.pick(["approve", "decline", "cancel"] as const) ?? "approve";
    const fields = returnFields(await submit(page, decision));
    const back = new URLSearchParams(fields).toString();
    await this.#api.get(`/checkout/return/${fields["request_id"]}?${back}`);
    this.model.decide(order, decision);
    return { order, outcome: `challenge ${decision}` };
  }

  async #refusedSession(): Promise<Played> {
    await rejects(this.#api.session(), /is suspended/);
    return { order: undefined, outcome: "session refused, suspended" };
  }

  async #transfer(): Promise<Played> {
    if (this.#settings.isSuspended) return this.#refusedSession();
    const amount = this.#amount();
    const session = await this.#api.session({ amount });
    const call = this.#newCall("pay", { session_id: session, payment_type: "wire_transfer" });
    return {
      order: this.#awaited(await this.#send(call), session, amount),
      outcome: "transfer begun",
    };
  }

  #awaited(answer: ApiAnswer, session: string, amount: number): ModelOrder {
    const id = orderOf(answer);
    this.#accounts.set(id, answer.body["bank_account"] as BankAccount);
    return this.model.transfer({ id, session, amount });
  }

  async #arrival(): Promise<Played> {
    const order = this.#chance.pick(this.model.orders.filter(({ kind }) => kind === "transfer"));
    const account = this.#accounts.get(order?.id ?? "");
    if (order === undefined || account === undefined) return this.#transfer();
    const more = this.#chance.pick([0, 0, 0, -1, 1, -50, 2_000]) ?? 0;
    const minor = order.amount + more;
    this.#calls += 1;
    const reference = `${this.#ledgers.merchant.merchant.merchantId}${this.#calls}`;
    const description = `ODEME ${account.reference_code}`;
    const file = camt053(account.iban, [{ reference, minor, description }]);
    const report = await this.#importFile(file);
    const found = report.unmatched[0]?.reason ?? "matched";
    deepStrictEqual([found, report.duplicates], [this.model.arrive(order, minor), 0]);
    this.#statements.push({ file, order });
    return { order, outcome: `transfer ${found}` };
  }

  /** Imports a statement for the second time. */
  async #duplicate(): Promise<Played> {
    const seen = this.#chance.pick(this.#statements);
    if (seen === undefined) return this.#arrival();
    const { matched, duplicates } = await this.#importFile(seen.file);
    deepStrictEqual([matched, duplicates], [0, 1]);
    return { order: seen.order, outcome: "transfer reported twice" };
  }

  #importFile(file: string): Promise<ImportReport> {
    const { lines } = readStatement(new TextEncoder().encode(file), systemDigest);
    return importStatement(statementDeps(this.#service.installation), { lines });
  }

  #modificationCall(kind: Modification, order: ModelOrder, amount: number): KeyedCall {
    return this.#newCall(kind, { order_id: order.id, ...(kind === "void" ? {} : { amount }) });
  }

  #expect(kind: Modification, order: ModelOrder, [amount, isLost]: [number, boolean]): 200 | 409 {
    return kind === "void"
      ? this.model.void(order, isLost)
      : this.model[kind](order, amount, isLost);
  }

  async #modify(kind: Modification): Promise<Played> {
    const order = orderFor(this.model, this.#chance, kind);
    if (order === undefined) return this.#pay();
    // A request that the bank never got is sent again after the next move of the clock.
    const isEnding = this.model.endsWithin(90 * HOUR, order);
    const mayLose = order.kind === "card" && !order.refusesRefunds && !isEnding;
    const isLost = mayLose && this.#chance.isLikely(0.15);
    const amount = amountOf(this.model, this.#chance, { kind, order });
    const expected = this.#expect(kind, order, [amount, isLost]);
    const loses = isLost && expected === 200;
    if (loses) {
      const behaviour = this.#chance.pick(LOSSES) ?? "cut";
      await this.#service.loseNext(this.#ledgers.merchant, kind, behaviour);
    }
    const call = this.#modificationCall(kind, order, amount);
    const answer = await this.#send(call);
    expectStatus(answer, expected, `${kind} ${amount}`);
    this.#noteRefund(order, amount, answer);
    if (!loses) this.#last = { ...call, answer, order };
    return { order, outcome: `${kind} ${loses ? "lost" : expected === 200 ? "done" : "refused"}` };
  }

  #noteRefund(order: ModelOrder, amount: number, { status, body }: ApiAnswer): void {
    if (order.kind !== "transfer" || status !== 200) return;
    const refund = String(body["refund_id"]);
    this.#refundTransfers.set(order.id, [
      ...(this.#refundTransfers.get(order.id) ?? []),
      { refund, amount },
    ]);
  }

  async #payOut(): Promise<Played> {
    const waiting = this.model.orders.filter(
      ({ id }) => (this.#refundTransfers.get(id)?.length ?? 0) > 0,
    );
    const order = this.#chance.pick(waiting);
    const [first, ...rest] = this.#refundTransfers.get(order?.id ?? "") ?? [];
    if (order === undefined || first === undefined) return this.#modify("refund");
    this.#refundTransfers.set(order.id, rest);
    const isSent = this.#chance.isLikely(0.7);
    const bankReference = isSent ? "EFT" : undefined;
    const recorded = await recordRefundTransfer(this.#service.installation, {
      refundId: first.refund,
      bankReference,
    });
    ok(recorded.ok);
    this.model.payOut(order, first.amount, isSent);
    return { order, outcome: `refund transfer ${isSent ? "sent" : "given up"}` };
  }

  /** Repeats the last call with its key: the same answer, and no change. */
  async #repeat(): Promise<Played> {
    const last = this.#last;
    if (last === undefined) return this.#pay();
    const again = await this.#send(last);
    expectStatus(again, last.answer.status, "the same call again");
    return { order: last.order, outcome: `repeated call ${last.answer.status}` };
  }

  async #interruptedPay(): Promise<Interrupted> {
    if (this.#settings.mustChallenge) return this.#interruptedTransfer();
    const card = this.#chance.pick(["approved", "held", "declined"] as const) ?? "approved";
    const amount = this.#amount();
    const { end, fields } = heldUntil(this.#chance);
    const session = await this.#api.session({ amount, ...(card === "held" ? fields : {}) });
    const call = this.#newCall("pay", cardFields(session, CARDS[card]));
    return this.#interrupt(`pay ${card}`, call, async (again, first) => {
      const id = orderOf(again);
      const status = await this.#api.status(session, id);
      const { body } = status;
      // No answer said that it was paid, and the request may not have reached the bank: it has
      // failed.
      const mayHaveFailed = first?.status !== 200 || first.body["status"] === "processing";
      const neverArrived = mayHaveFailed && card !== "declined" && body["status"] === "failed";
      const order = this.model.pay({ id, session, amount }, neverArrived ? "declined" : card);
      noteHold({ order, model: this.model }, { end, now: this.#service.clock.now() }, status);
      return neverArrived ? "never arrived" : "decided";
    });
  }

  /** Changes a setting of the merchant; what is under way must not notice. */
  async #changeSetting(): Promise<Played> {
    const { data, merchant } = this.#ledgers;
    const { outcome, key = merchant.testApiKey } = await this.#settings.change();
    const rolled = { ...merchant, testApiKey: key };
    this.#ledgers = { data, merchant: rolled, api: this.#service.api(key) };
    return { order: undefined, outcome: `setting ${outcome}` };
  }

  async #interruptedTransfer(): Promise<Interrupted> {
    const amount = this.#amount();
    const session = await this.#api.session({ amount });
    const call = this.#newCall("pay", { session_id: session, payment_type: "wire_transfer" });
    return this.#interrupt("transfer", call, async (again, first) => {
      const order = this.#awaited(again, session, amount);
      const { body } = await this.#api.status(session, order.id);
      // Where no answer contained an account, the payment may have failed.
      const hasAccount = first?.body["bank_account"] !== undefined;
      if (hasAccount || body["status"] !== "failed") return "begun";
      order.status = "failed";
      return "never begun";
    });
  }

  #interruptedModification(kind: Modification, order: ModelOrder): Interrupted {
    const amount = amountOf(this.model, this.#chance, { kind, order });
    const call = this.#modificationCall(kind, order, amount);
    return this.#interrupt(kind, call, async (again, first) => {
      if (again.status === 200 && kind === "refund" && (await hasFailed(this.#ledgers, again))) {
        // No answer reported it, so it may not happen later.
        ok(first?.status !== 200 || order.refusesRefunds, `${again.text}, answered at first`);
        return "never happened";
      }
      const expected = this.#expect(kind, order, [amount, false]);
      expectStatus(again, expected, `${kind} ${amount}, cut short`);
      this.#noteRefund(order, amount, again);
      return expected === 200 ? "done" : "refused";
    });
  }

  #interrupt(
    name: string,
    call: KeyedCall,
    apply: (again: ApiAnswer, first: ApiAnswer | undefined) => string | Promise<string>,
  ): Interrupted {
    let first: ApiAnswer | undefined;
    return {
      name,
      send: async () => (first = await this.#send(call).catch(() => undefined)),
      repeat: async () => {
        const outcome = await apply(await this.#send(call), first);
        return `${outcome}, ${first === undefined ? "unanswered" : `answered ${first.status}`}`;
      },
    };
  }
}
