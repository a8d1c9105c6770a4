import { summarize } from "../../../src/bank/book.ts";
import { sqlBook } from "../../../src/bank/sql-book.ts";
import { HOUR, MINUTE } from "../../../src/kernel/clock.ts";
import { recoverPayments, watchReferences } from "../../../src/service/runtime/payments.ts";
import { statesAwaiting } from "../../../src/domain/payment/states.ts";
import { untilSealed, verified } from "../books.ts";
import { createTestDatabase } from "../database.ts";
import { untilConnected } from "../door-terminals.ts";
import { freePort } from "../free-port.ts";
import { query } from "../merchant-calls.ts";
import { makeOperatorKey, operatorClient, type OperatorClient } from "../operator.ts";
import { movableClock } from "../sandbox-bank.ts";
import { startTestService } from "../service.ts";
import { Lane, ORDERS, type OrderName, type Place } from "./lane.ts";

/** A step of every lane, or a time in ms that passes for all of them. */
type Step = ((lane: Lane) => Promise<void>) | number;

/** The life of a lane's payments. A setting changes in the gap before one of these. */
export const STEPS: readonly (readonly [name: string, step: Step])[] = [
  ["sessions", (lane) => lane.openSessions()],
  ["pay", (lane) => lane.pay()],
  ["decide at the bank", (lane) => lane.decide()],
  ["come back", (lane) => lane.comeBack()],
  ["capture and void", (lane) => lane.modify()],
  ["two minutes", 2 * MINUTE],
  ["refund parts", (lane) => lane.refund()],
  ["two more minutes", 2 * MINUTE],
  ["refund the same day", (lane) => lane.refundRest()],
  ["a day", 30 * HOUR],
  ["refund the next day", (lane) => lane.refundNextDay()],
  ["the end", 50 * HOUR],
];

/** The first gap in which the payments have begun, so that nothing may change their course. */
export const FIRST_BEGUN = 2;
/** Every gap between two steps. */
export const GAPS: readonly number[] = STEPS.slice(1).map((_, index) => index + 1);

/** The number of times that time passes in a lane's life before a gap. */
const passesBefore = (gap: number): number =>
  STEPS.slice(0, gap).filter(([, step]) => typeof step === "number").length;

/** A change at one place of one lane's life. */
export type Played = {
  readonly lane: Lane;
  readonly gap: number;
  readonly change: (lane: Lane, world: World) => Promise<void>;
};

type Environment = Readonly<Record<string, string>>;

/** A service whose lanes are played to a gap, changed, and played to the end. */
export class World {
  readonly place: Place;
  readonly operator: OperatorClient;
  readonly #environment: Environment;
  #connections = 0;
  #isStopped = false;

  private constructor(place: Place, operator: OperatorClient, environment: Environment) {
    this.place = place;
    this.operator = operator;
    this.#environment = environment;
  }

  static async open(): Promise<World> {
    const environment = { PORT: String(await freePort()) };
    const database = await createTestDatabase();
    const clock = movableClock();
    const shop = await startTestService({ database, clock, environment });
    const operator = operatorClient(shop.url, (await makeOperatorKey(shop)).text);
    return new World({ shop }, operator, environment);
  }

  async lane(name: string): Promise<Lane> {
    const lane = await Lane.open(this.place, name);
    this.#connections += lane.connections.length;
    return lane;
  }

  /** Resolves once the service has read the connections of all lanes. */
  connected(): Promise<void> {
    return untilConnected(this.place.shop, this.#connections);
  }

  /** The same service under further settings of the installation. */
  async restart(environment: Environment): Promise<void> {
    const { service, database, clock } = this.place.shop;
    await service.stop();
    this.#isStopped = true;
    const more = { ...this.#environment, ...environment };
    this.place.shop = await startTestService({ database, clock, environment: more });
    this.#isStopped = false;
  }

  close(): Promise<void> {
    const { shop } = this.place;
    return this.#isStopped ? shop.database.drop() : shop.close();
  }

  /**
   * Plays each lane to its gap, runs `meanwhile` and the lanes' changes, and plays the rest. Time
   * passes for all lanes at once, so those through which more of it passes go first. Otherwise
   * inquiries would settle what lies open in a gap before the change.
   */
  async play(played: readonly Played[], meanwhile = () => Promise.resolve()): Promise<void> {
    for (let passes = passesBefore(STEPS.length); passes >= 0; passes -= 1) {
      await this.#upTo(played.filter(({ gap }) => passesBefore(gap) === passes));
    }
    await meanwhile();
    for (const { lane, change } of played) await change(lane, this);
    for (const [index] of STEPS.entries()) {
      await this.#take(
        index,
        played.filter(({ gap }) => gap <= index),
      );
    }
  }

  /** Lets time and inquiries pass until what no bank tells stands before a person. */
  async untold(): Promise<void> {
    for (let asked = 0; asked < 110; asked += 1) await this.#pass(15 * MINUTE);
  }

  async #upTo(played: readonly Played[]): Promise<void> {
    for (const [index] of STEPS.entries()) {
      const lanes = played.filter(({ gap }) => gap > index);
      if (lanes.length > 0) await this.#take(index, lanes);
    }
  }

  async #take(index: number, played: readonly Played[]): Promise<void> {
    const [, step] = STEPS[index] ?? [];
    if (typeof step === "number") await this.#pass(step);
    if (typeof step !== "function") return;
    for (const { lane } of played) await step(lane);
  }

  /** Lets time pass with its inquiries: in small steps while customers may come back. */
  async #pass(ms: number): Promise<void> {
    const { clock, service } = this.place.shop;
    const refreshClocks = () => Promise.resolve();
    const { round } = recoverPayments(service.deps, { refreshClocks });
    const watch = watchReferences(service.deps);
    for (let passed = 0; passed < ms;) {
      const step = Math.min(ms, passed < 3 * HOUR ? 20 * MINUTE : 3 * HOUR);
      clock.move(step);
      passed += step;
      for (let rounds = 0; (await round()) && rounds < 20; rounds += 1);
      await watch();
    }
  }

  /** Returns each lane's orders as they have become, with us and at the bank. */
  async ends(lanes: readonly Lane[]): Promise<readonly LaneEnd[]> {
    const { shop } = this.place;
    const pool = shop.database.open({ max: 1 });
    const entries = await sqlBook(pool).list();
    await pool.end();
    const rows = await query(
      shop,
      `select payment.session_id, payment.order_id, payment.state,
         captured_amount as captured, refunded_amount as refunded,
         array_agg(coalesce(acquirer_reference, attempt_id))
           filter (where kind = 'authorize') as refs,
         array_agg(attempt.acquirer) filter (where kind = 'authorize') as acquirers,
         count(*) filter (where attempt.state = 'needs_person')::int as cases,
         count(*) filter (where attempt.state = 'open')::int as open
       from payment join attempt using (merchant_id, order_id)
       where payment.merchant_id = any($1)
       group by payment.merchant_id, payment.order_id, payment.created_at
       order by payment.created_at`,
      [lanes.map(({ merchantId }) => merchantId)],
    );
    const open = new Set<unknown>(statesAwaiting("bank", "customer", "modification"));
    const toldOf = (row: (typeof rows)[number], [own]: Lane["connections"]): OrderEnd => {
      const refs = row["refs"] as readonly string[];
      const acquirers = row["acquirers"] as readonly string[];
      const booked = entries.filter(({ requestId }) => refs.includes(requestId));
      const { inForceByRequest, netMinor } = summarize(booked);
      return {
        state: String(row["state"]),
        captured: Number(row["captured"]),
        refunded: Number(row["refunded"]),
        charges: refs.reduce((sum, one) => sum + (inForceByRequest.get(one) ?? 0), 0),
        atBank: Number(netMinor.get("TRY") ?? 0n),
        cases: Number(row["cases"]),
        isOpen: open.has(row["state"]) || Number(row["open"]) > 0,
        isElsewhere: own !== undefined && acquirers.some((acquirer) => acquirer !== own),
      };
    };
    return lanes.map((lane) => {
      const named = ORDERS.flatMap((name) => {
        const row = rows.find((one) => one["order_id"] === lane.orderOf(name));
        return row === undefined ? [] : [[name, toldOf(row, lane.connections)] as const];
      });
      return Object.fromEntries(named);
    });
  }

  /** The differences that `vezne verify` finds. */
  async differences(): Promise<readonly unknown[]> {
    await untilSealed(this.place.shop);
    return (await verified(this.place.shop)).differences;
  }
}

export type OrderEnd = {
  readonly state: string;
  readonly captured: number;
  readonly refunded: number;
  /** The bank's charges and holds in force. */
  readonly charges: number;
  /** The money that the bank has taken and not given back, in minor units. */
  readonly atBank: number;
  readonly cases: number;
  readonly isOpen: boolean;
  /** True if a connection took the payment that is not the one which changes. */
  readonly isElsewhere: boolean;
};
export type LaneEnd = Partial<Record<OrderName, OrderEnd>>;

/** The promises that an order's end breaks, in a lane that changes in a gap. */
export function brokenBy(end: OrderEnd, gap: number): readonly string[] {
  const { state, captured, refunded, charges, atBank, cases, isOpen, isElsewhere } = end;
  const isUnpaid = state === "failed" || state === "cancelled";
  return [
    ...(gap >= FIRST_BEGUN && isElsewhere ? ["no change reached the connection that took it"] : []),
    ...(charges > 1 ? ["charged more than once"] : []),
    ...(isUnpaid && charges > 0 ? [`${state}, and the bank has a charge`] : []),
    ...(isOpen && cases === 0 ? [`${state} is open after its rule`] : []),
    ...(cases === 0 && captured - refunded !== atBank
      ? [`the books say ${captured - refunded}, the bank ${atBank}`]
      : []),
  ];
}
