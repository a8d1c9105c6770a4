import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sandboxOffers } from "../../src/acquirer/sandbox/offers.ts";
import { assert } from "../../src/kernel/assert.ts";
import { MINUTE } from "../../src/kernel/clock.ts";
import type { AttemptId } from "../../src/kernel/ids.ts";
import { money } from "../../src/kernel/money.ts";
import type {
  Acquirer,
  Capabilities,
  Declined,
  Inquiry,
} from "../../src/domain/payment/acquirer.ts";
import type {
  AcquirerState,
  AuthorizeRequest,
  UndoOutcome,
} from "../../src/domain/payment/acquirer.ts";
import { completeChallenge } from "../../src/domain/payment/charge/complete-challenge.ts";
import { giveUpPayment } from "../../src/domain/payment/charge/give-up.ts";
import { recoverPayments, watchReferences } from "../../src/service/runtime/payments.ts";
import { merchantCalls, query } from "../support/merchant-calls.ts";
import { payBy } from "../support/redirect-customer.ts";
import { PROMISES, ROUND_MS, ScriptedAcquirer } from "../support/scripted-acquirer.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
const AMOUNT = 125_000n;
const CHALLENGE = {
  kind: "challenge",
  show: { kind: "html", document: "<html><body>bank</body></html>" },
  state: JSON.stringify({ v: 1 }) as AcquirerState,
} as const;
const LOST: UndoOutcome = { kind: "unknown", cause: "lost" };
const UNREACHABLE: Declined = {
  kind: "declined",
  reason: "bank_unreachable",
  bankCode: "",
  bankMessage: "refused",
  retry: "same_request",
};

/** The fate of the message of the first undo; its sender gets no answer. */
const FATES = ["late", "lost", "doubled"] as const;
/** The time at which the bank books the charge, seen from the first undo. */
const TIMES = ["before it", "between sending and arrival", "after it"] as const;

/** A bank whose charges arrive when the test says so, and whose first undo has a fate. */
class SlowBank extends ScriptedAcquirer {
  readonly redirects = {
    offers: sandboxOffers,
    begin: () => Promise.resolve(CHALLENGE),
  };
  fate: (typeof FATES)[number] | undefined;
  readonly underWay: (() => Promise<UndoOutcome>)[] = [];
  readonly #blocked = new Set<string>();
  undos = 0;

  override async authorize(request: AuthorizeRequest) {
    return request.challenge === undefined ? super.authorize(request) : CHALLENGE;
  }

  arrive(reference: string): void {
    if (!this.#blocked.has(reference)) this.book(reference, AMOUNT);
  }

  override async undo(inquiry: Inquiry): Promise<UndoOutcome> {
    this.undos += 1;
    const { fate } = this;
    this.fate = undefined;
    if (fate === undefined) return this.#carryOut(inquiry);
    if (fate !== "lost") this.underWay.push(() => this.#carryOut(inquiry));
    if (fate === "doubled") await this.#carryOut(inquiry);
    return LOST;
  }

  #carryOut(inquiry: Inquiry): Promise<UndoOutcome> {
    if (this.capabilities.undo.blocksLate) this.#blocked.add(inquiry.reference);
    return super.undo(inquiry);
  }
}

type Scene = {
  readonly order: string;
  /** The reference of the attempt that is undone. */
  readonly reference: string;
  /** Brings the caller to its undo; without it, rounds of recovery do. */
  readonly begin?: () => Promise<unknown>;
  /** Called once the bank has booked the charge. */
  readonly booked?: () => Promise<unknown>;
};

describe("an undo whose message is late, lost or doubled", () => {
  let shop: TestService;
  let bank: SlowBank;
  let banks: readonly Acquirer[] = [];
  let round: () => Promise<boolean>;
  let made = 0;
  beforeAll(async () => {
    shop = await startTestService({ isWithoutJobs: true });
    round = recoverPayments(shop.service.deps, { refreshClocks: () => Promise.resolve() }).round;
  });
  afterAll(() => shop.close());
  beforeEach(() => {
    const { acquirers } = shop.service.deps;
    vi.spyOn(acquirers, "choose").mockImplementation(() => Promise.resolve([...banks]));
    vi.spyOn(acquirers, "byName").mockImplementation((name) => {
      const one = banks.find((acquirer) => acquirer.name === name);
      assert(one !== undefined, `the test has a bank ${name}`);
      return Promise.resolve(one);
    });
  });
  afterEach(() => void vi.restoreAllMocks());

  function open(capabilities: Capabilities): SlowBank {
    made += 1;
    return new SlowBank(`slow:${made}`, capabilities, () => shop.clock.now());
  }
  const rowsOf = (order: string) =>
    query(shop, "select * from attempt where order_id = $1 order by created_at", [order]);
  const stateOf = async (order: string) =>
    (await query(shop, "select state from payment where order_id = $1", [order]))[0]?.["state"];
  async function rounds(times: number): Promise<void> {
    for (let step = 0; step < times; step += 1) {
      shop.clock.move(ROUND_MS);
      await round();
    }
  }
  async function until(isThere: () => boolean | Promise<boolean>): Promise<void> {
    for (let step = 0; step < 20 && !(await isThere()); step += 1) await rounds(1);
    expect(await isThere()).toBe(true);
  }
  async function sceneOf(order: unknown, kind = "authorize"): Promise<Scene> {
    const row = (await rowsOf(String(order))).findLast((one) => one["kind"] === kind);
    return { order: String(order), reference: String(row?.["acquirer_reference"]) };
  }
  async function pay(fields = {}): Promise<Scene> {
    return sceneOf(
      (await shop.api.pay(await shop.api.session(), CARD, { fields })).body["order_id"],
    );
  }
  async function challenged(): Promise<Scene & { readonly attemptId: AttemptId }> {
    const scene = await pay({ is_3d: true });
    const attemptId = String((await rowsOf(scene.order))[0]?.["attempt_id"]) as AttemptId;
    const begin = async () => {
      const { payments, sessions } = shop.service.deps;
      const attempt = await payments.findAttempt(attemptId);
      const payment = attempt && (await payments.findPayment(attempt.orderId));
      const session = payment && (await sessions.find(payment.sessionId));
      assert(attempt !== undefined && payment !== undefined, "the payment exists");
      assert(session !== undefined, "its session exists");
      await giveUpPayment(shop.service.deps, { payment, session, attempt });
    };
    return { ...scene, attemptId, begin };
  }

  type Caller = readonly [
    name: string,
    capabilities: Capabilities,
    open: () => Promise<Scene>,
    times?: readonly (typeof TIMES)[number][],
  ];
  const CALLERS: readonly Caller[] = [
    ...(["nestpay", "payflex"] as const).map((name): Caller => [
      `of recovery at a bank like ${name}`,
      PROMISES[name],
      () => {
        bank.next("authorize", "lost_before");
        return pay();
      },
    ]),
    ["of a customer who gives up", PROMISES.threeDPay, challenged],
    [
      "of a customer who gives up and comes back",
      PROMISES.threeDPay,
      async () => {
        const scene = await challenged();
        const { attemptId, reference } = scene;
        const amount = money(AMOUNT, "TRY");
        const names = { bankReference: `B${reference}`, authCode: "1", bankCode: "00" };
        const outcome = { kind: "approved", amount, ...names } as const;
        const command = { attemptId, method: "POST", fields: {} } as const;
        const booked = () => {
          bank.returned = { kind: "decided", outcome };
          return completeChallenge(shop.service.deps, command);
        };
        return { ...scene, booked };
      },
    ],
    [
      "of a wallet's deadline",
      PROMISES.nestpay,
      async () => {
        const wallet = { payment_type: "wallet", wallet_id: "paycell" };
        return sceneOf((await payBy(shop, await shop.api.session(), wallet)).body["order_id"]);
      },
    ],
    [
      "of a refund whose caller was not answered",
      PROMISES.payflex,
      async () => {
        const { order } = await pay();
        const { refunds } = shop.service.deps;
        bank.next("refund", "lost_before");
        vi.spyOn(refunds, "applyOutcome").mockRejectedValueOnce(new Error("the process died"));
        await merchantCalls(shop.api, shop.merchant.testApiKey).refund(order);
        return sceneOf(order, "refund");
      },
    ],
    [
      "of a charge that was found after its payment had failed",
      PROMISES.nestpay,
      async () => {
        bank.next("authorize", "lost_before");
        const scene = await pay();
        await until(async () => (await stateOf(scene.order)) === "failed");
        bank.undos = 0;
        const begin = async () => {
          shop.clock.move(11 * MINUTE);
          await watchReferences(shop.service.deps)();
        };
        return { ...scene, begin };
      },
      ["before it"],
    ],
    [
      "of an attempt that was left behind at a second bank",
      PROMISES.nestpay,
      async () => {
        banks = [open(PROMISES.nestpay), bank];
        (banks[0] as SlowBank).next("authorize", { answer: UNREACHABLE });
        const { payments } = shop.service.deps;
        const { replaceAttempt } = payments;
        vi.spyOn(payments, "replaceAttempt").mockImplementationOnce(async (...given) => {
          await replaceAttempt(...given);
          throw new Error("no answer to the commit");
        });
        return pay();
      },
    ],
  ];
  const CASES = CALLERS.flatMap(([caller, capabilities, begin, times = TIMES]) =>
    FATES.flatMap((fate) =>
      times.map((time) => ({ caller, fate, time, capabilities, open: begin }) as const),
    ),
  );

  it.each(CASES)(
    "$caller leaves bank and books alike: $fate, and the charge $time",
    async (one) => {
      bank = open(one.capabilities);
      banks = [bank];
      const { order, reference, begin, booked } = await one.open();
      const arrive = async (time: typeof one.time) => {
        if (one.time !== time) return;
        bank.arrive(reference);
        if (bank.standing(reference) > 0) await booked?.();
      };
      const isLate = one.caller.includes("had failed");
      if (one.time === "before it") bank.arrive(reference);
      if (one.time === "before it" && !isLate) bank.hide(Infinity);
      bank.fate = one.fate;
      await begin?.();
      await until(() => bank.undos > 0);
      bank.hide(0);
      if (one.time === "before it" && bank.standing(reference) > 0) await booked?.();
      await arrive("between sending and arrival");
      await rounds(2);
      for (const carryOut of bank.underWay) await carryOut();
      await arrive("after it");
      await rounds(8);
      for (let watch = 0; watch < 2; watch += 1) {
        shop.clock.move(61 * MINUTE);
        await watchReferences(shop.service.deps)();
        await rounds(4);
      }
      const refund = await query(shop, "select state from refund where order_id = $1", [order]);
      const state = refund[0]?.["state"] ?? (await stateOf(order));
      expect([state, bank.standing(reference)]).toEqual(
        ["completed", "succeeded"].includes(String(state))
          ? [state, 1]
          : [expect.stringMatching(/^(?:failed|cancelled)$/), 0],
      );
      expect((await rowsOf(order)).map((row) => row["person_reason"])).not.toContain("taken_back");
    },
  );
});
