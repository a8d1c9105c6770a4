import type { Protocol } from "../../../src/acquirer/kit/protocol.ts";
import type { ConnectionId } from "../../../src/kernel/ids.ts";
import { createApiClient, type ApiAnswer, type ApiBody, type ApiClient } from "../api-client.ts";
import { connectDoor, type DoorTerminal, DOOR_TERMINALS } from "../door-terminals.ts";
import { HELD, merchantCalls, query } from "../merchant-calls.ts";
import { type CustomerDecision, passChallenge } from "../protocol-customer.ts";
import type { TestMerchant, TestService } from "../service.ts";

const CARDS = {
  approved: "5528790000000008",
  lost: "5504720000000003",
  bonus: "5400360000000003",
};
/** The bank takes no charge without 3-D Secure. */
const ALWAYS_CHALLENGED = new Set(["boa", "payfor", "payflex"]);
const WITHOUT_PREAUTH = new Set(["boa"]);
/** The bank's inquiry shows refunds, so that one whose answer was lost needs no person. */
const SHOWS_REFUNDS = new Set(["nestpay", "akbank", "payfor", "payflex", "sandbox"]);

/** The bank's inquiry tells no released hold: one whose answer was lost needs a person. */
const HIDES_VOIDS = new Set(["intervpos"]);

/** The weight of a connection that takes no payment beside one that has a weight. */
const TAKES_NOTHING = "0";

/** The word for a lane without a connection: its payments go to the test bank's own API. */
export const SANDBOX = "sandbox";
export const PLACES: readonly string[] = [
  SANDBOX,
  ...DOOR_TERMINALS.map(({ protocol }) => protocol.name),
];

/** The service of a lane; it may be another process of the same address by now. */
export type Place = { shop: TestService };

/** The orders of a lane, by what becomes of them without a change. */
export const ORDERS = ["paid", "left", "captured", "voided", "found"] as const;
export type OrderName = (typeof ORDERS)[number];

type Order = {
  readonly session: string;
  order?: string | undefined;
  /** Brings the return that the bank gave the browser; absent: it gave none. */
  comeBack?: (() => Promise<void>) | undefined;
};

/**
 * A merchant of its own whose five payments are made step by step. A call that is refused ends
 * nothing: the later steps are tried all the same, as a shop does that doesn't look.
 */
export class Lane {
  readonly merchant: TestMerchant;
  readonly protocol: Protocol | undefined;
  readonly terminal: DoorTerminal | undefined;
  /** The connection that takes the payments, and the one to which only a change may lead. */
  readonly connections: readonly ConnectionId[];
  readonly #place: Place;
  readonly #orders = new Map<OrderName, Order>();
  /** The key with which the shop calls; a change may exchange it. */
  key: string;

  private constructor(place: Place, made: Pick<Lane, "merchant" | "terminal" | "connections">) {
    this.#place = place;
    this.merchant = made.merchant;
    this.terminal = made.terminal;
    this.protocol = made.terminal?.protocol;
    this.connections = made.connections;
    this.key = made.merchant.testApiKey;
  }

  static async open(place: Place, name: string): Promise<Lane> {
    const { shop } = place;
    const merchant = await shop.createMerchant(name);
    const terminal = DOOR_TERMINALS.find(({ protocol }) => protocol.name === name);
    const other = DOOR_TERMINALS.find(
      ({ protocol }) => protocol.name === (name === "nestpay" ? "akbank" : "nestpay"),
    );
    const connections: ConnectionId[] = [];
    if (terminal !== undefined && other !== undefined) {
      const own = { ...shop, merchant };
      connections.push((await connectDoor(own, terminal)).connectionId);
      connections.push((await connectDoor(own, other, TAKES_NOTHING)).connectionId);
    }
    return new Lane(place, { merchant, terminal, connections });
  }

  get shop(): TestService {
    return this.#place.shop;
  }

  get merchantId() {
    return this.merchant.merchant.merchantId;
  }

  get name(): string {
    return this.protocol?.name ?? SANDBOX;
  }

  /** The reference of each order, for the bank's book. */
  get sessions(): readonly string[] {
    return [...this.#orders.values()].map(({ session }) => session);
  }

  orderOf(name: OrderName): string | undefined {
    return this.#orders.get(name)?.order;
  }

  get #api(): ApiClient {
    return createApiClient(this.shop.url, this.key);
  }

  get #till() {
    return merchantCalls(this.#api, this.key);
  }

  get #isChallenged(): boolean {
    return this.protocol === undefined || this.protocol.models.length > 0;
  }

  async openSessions(): Promise<void> {
    for (const name of ORDERS) {
      const isHold = name === "captured" || name === "voided";
      if (isHold && WITHOUT_PREAUTH.has(this.name)) continue;
      const session = await this.#api.session(isHold ? HELD : {});
      this.#orders.set(name, { session });
    }
  }

  /** Begins all payments; a bank that asks for 3-D Secure always has its holds passed at once. */
  async pay(): Promise<void> {
    const card = this.name === SANDBOX ? CARDS.bonus : CARDS.approved;
    const terms = this.name === SANDBOX ? { installment_count: 3 } : {};
    await this.#begin("paid", card, { is_3d: this.#isChallenged, ...terms });
    await this.#begin("left", CARDS.approved, { is_3d: this.#isChallenged });
    const isAlways = { is_3d: ALWAYS_CHALLENGED.has(this.name) };
    for (const name of ["captured", "voided", "found"] as const) {
      await this.#begin(name, name === "found" ? CARDS.lost : CARDS.approved, isAlways);
    }
  }

  async #begin(name: OrderName, card: string, fields: ApiBody): Promise<void> {
    const order = this.#orders.get(name);
    if (order === undefined) return;
    const paid = await this.#api.pay(order.session, card, { fields });
    const id = paid.body["order_id"];
    if (paid.status !== 200 || typeof id !== "string") return;
    order.order = id;
    const url = paid.body["redirect_url"];
    if (typeof url !== "string") return;
    order.comeBack = async () => this.#visit({ order: id, url, card }, "approve");
  }

  /** Decides at the bank's page, where the payment waits for it; returns what brings it back. */
  async #visit(
    { order, url, card }: { order: string; url: string; card: string },
    decision: CustomerDecision,
  ): Promise<void> {
    const sql = "select attempt_id from attempt where order_id = $1 and kind = 'authorize'";
    const rows = await query(this.shop, `${sql} order by created_at desc`, [order]);
    const path = `/checkout/return/${String(rows[0]?.["attempt_id"])}`;
    const { publicUrl, localUrl } = this.shop.config;
    const customer = { returnUrl: `${publicUrl}${path}`, decision, cardNumber: card };
    const show = { kind: "redirect", url } as const;
    // A customer whose bank shows an error doesn't come back; the lane's end tells.
    const [fields] = await passChallenge(show, customer).catch(() => []);
    const entry = this.#entry(order);
    if (entry === undefined) return;
    entry.comeBack =
      fields === undefined
        ? undefined
        : async () => {
            const body = new URLSearchParams(fields);
            const sent = { method: "POST", body, redirect: "manual" } as const;
            await (await fetch(`${localUrl}${path}`, sent)).text();
          };
  }

  #entry(order: string): Order | undefined {
    return [...this.#orders.values()].find((one) => one.order === order);
  }

  /** The customers decide at the bank; all but one come back in the next step. */
  async decide(): Promise<void> {
    for (const order of this.#orders.values()) await order.comeBack?.();
  }

  async comeBack(): Promise<void> {
    for (const [name, order] of this.#orders) if (name !== "left") await order.comeBack?.();
  }

  /** Captures one hold and releases the other, whose answer is lost. */
  async modify(): Promise<void> {
    await this.#call("captured", (order) => this.#till.capture(order));
    const release = () => this.#call("voided", (order) => this.#till.void(order));
    await (HIDES_VOIDS.has(this.name) ? release() : this.#losing("void", release));
  }

  /** Parts of two orders go back; some banks take them only after their day end. */
  async refund(): Promise<void> {
    await this.#refund("paid", { amount: 10_000 }, "part");
    await this.#refund("captured", { amount: 20_000 }, "first");
  }

  /** The same calls again under their keys, and the rest of both orders. */
  async refundRest(): Promise<void> {
    await this.#refund("captured", { amount: 20_000 }, "first");
    await this.#refund("paid", { amount: 10_000 }, "part");
    await this.#refund("paid", {}, "rest");
    await this.#refund("captured", { amount: 5_000 }, "second");
  }

  /**
   * Repeats the earlier calls after the bank's day end, then refunds a whole order, and a part
   * whose answer is lost where the bank can be asked for it.
   */
  async refundNextDay(): Promise<void> {
    await this.refundRest();
    await this.#refund("found", {}, "whole");
    const send = () => this.#refund("captured", { amount: 7_000 }, "third");
    await (SHOWS_REFUNDS.has(this.name) ? this.#losing("refund", send) : send());
  }

  #refund(name: OrderName, fields: ApiBody, key: string): Promise<void> {
    const headers = { "idempotency-key": `${name}-${key}` };
    return this.#call(name, (order) => this.#till.refund(order, fields, headers));
  }

  async #call(name: OrderName, send: (order: string) => Promise<ApiAnswer>): Promise<void> {
    const order = this.orderOf(name);
    if (order !== undefined) await send(order);
  }

  async #losing(operation: "void" | "refund", send: () => Promise<void>): Promise<void> {
    const { faults } = this.shop;
    faults.next({ operation, behaviour: "cut" });
    await send();
    faults.clear();
  }
}
