import { describe, expect, it } from "vitest";
import { MemoryBuckets } from "../../test/support/memory-levels.ts";
import type { Session } from "../checkout/session.ts";
import { HOUR, instant, MINUTE, SECOND, type Clock } from "../kernel/clock.ts";
import type { MerchantId, SessionId } from "../kernel/ids.ts";
import { SharedBuckets } from "../limit/shared-buckets.ts";
import type { Mode } from "../merchant/merchant.ts";
import { CardGuard, type CardCheck } from "./card-guard.ts";
import type { DeclineReason } from "./decline.ts";
import type { Outcome } from "./pay-result.ts";
import type { Payment } from "./payment.ts";

const START = 1_800_000_000_000;
const SHOP = { merchantId: "mer_1" as MerchantId };
const LIVE = { ...SHOP, mode: "live" } as const;
const APPROVED: Outcome = {
  kind: "approved",
  bankReference: "1",
  authCode: "1",
  bankCode: "00",
};

/** An installation whose clock the test moves. */
class Day {
  now = START;
  readonly clock: Clock = { now: () => instant(this.now) };
  readonly store = new MemoryBuckets();
  readonly guard = this.process();

  /** Starts another process, which learns the shared counts only from the others. */
  process(): CardGuard {
    return new CardGuard(this.clock, new SharedBuckets(this.clock, this.store));
  }
}

function trying(fields: Partial<CardCheck["session"]> & { network?: string } = {}): CardCheck {
  const { network = "198.51.100.1", ...session } = fields;
  return {
    session: {
      merchantId: "mer_1" as MerchantId,
      sessionId: "ses_1" as SessionId,
      mode: "live",
      expiresAt: instant(START + HOUR),
      ...session,
    } as Session,
    clientNetwork: network,
  };
}

type PaymentFacts = { readonly threeDSecure?: boolean; readonly state?: Payment["state"] };

function paymentOf({ session, clientNetwork }: CardCheck, facts: PaymentFacts = {}): Payment {
  const { merchantId, sessionId, mode } = session;
  const card = { lastFour: "0008" };
  const rest = { state: "calling", threeDSecure: false, ...facts };
  return { merchantId, sessionId, mode, card, clientNetwork, ...rest } as unknown as Payment;
}

function declined(reason: DeclineReason = "do_not_honour"): Outcome {
  return { kind: "declined", reason, bankCode: "05", bankMessage: "" };
}

/**
 * Returns how many cards fail before the guard refuses the next one; `next` gives each card's
 * session.
 */
async function cardsUntilStopped(day: Day, next: (index: number) => CardCheck): Promise<number> {
  for (let tried = 0; tried < 1_000; tried += 1) {
    const attempt = next(tried);
    if (day.guard.waitBefore(attempt) !== undefined) return tried;
    await day.guard.ended(paymentOf(attempt), declined());
  }
  return 1_000;
}

const ofSession = (index: number): SessionId => `ses_${index}` as SessionId;

describe("the guard against carding", () => {
  it.each<[Mode, number]>([
    ["live", 10],
    ["test", 50],
  ])("stops a %s session after %i failed cards, until it expires", async (mode, limit) => {
    const day = new Day();
    day.guard.sawServer({ ...SHOP, mode }, "198.51.100.1");
    expect(await cardsUntilStopped(day, () => trying({ mode }))).toBe(limit);
    day.now += 10 * MINUTE;
    expect(day.guard.waitBefore(trying({ mode }))).toBe(50 * 60);
    expect(day.guard.waitBefore(trying({ mode, sessionId: ofSession(2) }))).toBeUndefined();
  });

  it.each<[Mode, number, number]>([
    ["live", 20, 180],
    ["test", 100, 36],
  ])(
    "stops an address in %s mode after %i failed cards, whatever the session",
    async (mode, limit, waitS) => {
      const day = new Day();
      const next = (index: number): CardCheck => trying({ mode, sessionId: ofSession(index) });
      expect(await cardsUntilStopped(day, next)).toBe(limit);
      expect(day.guard.waitBefore(next(limit))).toBe(waitS);
      const elsewhere = trying({ mode, sessionId: ofSession(limit), network: "198.51.100.2" });
      expect(day.guard.waitBefore(elsewhere)).toBeUndefined();
      day.now += waitS * SECOND;
      expect(await cardsUntilStopped(day, next)).toBe(1);
    },
  );

  it("lets an office pay on in which one of four cards fails", async () => {
    const day = new Day();
    for (let index = 0; index < 2_000; index += 1) {
      const attempt = trying({ sessionId: ofSession(index), network: "203.0.113.9" });
      expect(day.guard.waitBefore(attempt)).toBeUndefined();
      await day.guard.ended(paymentOf(attempt), index % 4 === 0 ? declined() : APPROVED);
    }
  });

  it("lets an office pay on in which everybody is authenticated and some give up", async () => {
    const day = new Day();
    const challenge: Outcome = { kind: "challenge", action: "https://bank.example", fields: {} };
    for (let index = 0; index < 2_000; index += 1) {
      const attempt = trying({ sessionId: ofSession(index), network: "203.0.113.9" });
      expect(day.guard.waitBefore(attempt)).toBeUndefined();
      await day.guard.ended(paymentOf(attempt, { threeDSecure: true }), challenge);
      const there = paymentOf(attempt, { threeDSecure: true, state: "challenged" });
      await day.guard.ended(there, index % 4 === 0 ? declined("cancelled_by_customer") : APPROVED);
    }
  });

  it("stops who only begins 3-D Secure, to see which cards are good", async () => {
    const day = new Day();
    const challenge: Outcome = { kind: "challenge", action: "https://bank.example", fields: {} };
    let begun = 0;
    for (; begun < 100; begun += 1) {
      const attempt = trying({ sessionId: ofSession(begun) });
      if (day.guard.waitBefore(attempt) !== undefined) break;
      await day.guard.ended(paymentOf(attempt, { threeDSecure: true }), challenge);
    }
    expect(begun).toBe(20);
  });

  it("does not stop a merchant's own server, whose customers' cards fail as they do", async () => {
    const day = new Day();
    for (const mode of ["live", "test"] as const) {
      day.guard.sawServer({ ...SHOP, mode }, "198.51.100.1");
    }
    const next = (index: number): CardCheck => trying({ sessionId: ofSession(index) });
    expect(await cardsUntilStopped(day, next)).toBe(1_000);
    const inTest = (index: number): CardCheck =>
      trying({ mode: "test", sessionId: ofSession(index) });
    expect(await cardsUntilStopped(day, inTest)).toBe(300);
  });

  it("does not take a key of test mode for a word about live cards, or the other way", async () => {
    const day = new Day();
    day.guard.sawServer({ ...SHOP, mode: "test" }, "198.51.100.1");
    const live = (index: number): CardCheck => trying({ sessionId: ofSession(index) });
    expect(await cardsUntilStopped(day, live)).toBe(20);
    day.guard.sawServer({ ...SHOP, mode: "live" }, "198.51.100.2");
    const test = (index: number): CardCheck =>
      trying({ mode: "test", sessionId: ofSession(index), network: "198.51.100.2" });
    expect(await cardsUntilStopped(day, test)).toBe(100);
  });

  it("counts live 3-D Secure that is begun from where a test key was used", async () => {
    const day = new Day();
    day.guard.sawServer({ ...SHOP, mode: "test" }, "198.51.100.1");
    const challenge: Outcome = { kind: "challenge", action: "https://bank.example", fields: {} };
    let begun = 0;
    for (; begun < 100; begun += 1) {
      const attempt = trying({ sessionId: ofSession(begun) });
      if (day.guard.waitBefore(attempt) !== undefined) break;
      await day.guard.ended(paymentOf(attempt, { threeDSecure: true }), challenge);
    }
    expect(begun).toBe(20);
  });

  it("takes nobody for a merchant's server whom only another merchant has seen", async () => {
    const day = new Day();
    day.guard.sawServer({ ...LIVE, merchantId: "mer_2" as MerchantId }, "198.51.100.1");
    const next = (index: number): CardCheck => trying({ sessionId: ofSession(index) });
    expect(await cardsUntilStopped(day, next)).toBe(20);
  });

  it("forgets a merchant's server that was not heard of for a day", async () => {
    const day = new Day();
    day.guard.sawServer(LIVE, "198.51.100.1");
    day.now += 25 * HOUR;
    const expiresAt = instant(day.now + HOUR);
    const next = (index: number): CardCheck => trying({ sessionId: ofSession(index), expiresAt });
    expect(await cardsUntilStopped(day, next)).toBe(20);
  });

  it.each<[Mode, number]>([
    ["live", 10],
    ["test", 500],
  ])("sees a crowd of %s cards while they run, of which %i may", async (mode, most) => {
    const day = new Day();
    let finish: () => void = () => undefined;
    const bank = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const running: Promise<void>[] = [];
    for (;;) {
      const attempt = trying({ mode, sessionId: ofSession(running.length) });
      if (day.guard.waitBefore(attempt) !== undefined) break;
      running.push(day.guard.during(attempt, () => bank));
    }
    expect(running).toHaveLength(most);
    finish();
    await Promise.all(running);
    expect(day.guard.waitBefore(trying({ mode }))).toBeUndefined();
  });

  it("has tried no more live cards of a crowd than of a row, when all of them fail", async () => {
    const day = new Day();
    let tried = 0;
    for (let burst = 0; burst < 10; burst += 1) {
      const attempts = Array.from({ length: 200 }, (_, at) =>
        trying({ sessionId: ofSession(burst * 200 + at) }),
      );
      const letIn = attempts.flatMap((attempt) => {
        if (day.guard.waitBefore(attempt) !== undefined) return [];
        tried += 1;
        return [
          day.guard.during(attempt, async () => {
            await Promise.resolve();
            await day.guard.ended(paymentOf(attempt), declined());
          }),
        ];
      });
      await Promise.all(letIn);
    }
    expect(tried).toBe(20);
  });

  it("lets a live shop's customers behind one address pay ten at a time", async () => {
    const day = new Day();
    for (let round = 0; round < 100; round += 1) {
      const attempts = Array.from({ length: 10 }, (_, at) =>
        trying({ sessionId: ofSession(round * 10 + at), network: "203.0.113.9" }),
      );
      const waits: unknown[] = [];
      const underWay = attempts.map((attempt) => {
        waits.push(day.guard.waitBefore(attempt));
        return day.guard.during(attempt, () => day.guard.ended(paymentOf(attempt), APPROVED));
      });
      expect(waits).toEqual(attempts.map(() => undefined));
      await Promise.all(underWay);
    }
  });

  it("has a merchant's live cards authenticated while most of them fail", async () => {
    const day = new Day();
    for (let index = 0; index < 50; index += 1) {
      expect(day.guard.mustAuthenticate(LIVE)).toBe(false);
      const attempt = trying({ sessionId: ofSession(index), network: `203.0.113.${index}` });
      await day.guard.ended(paymentOf(attempt), declined());
    }
    expect(day.guard.mustAuthenticate(LIVE)).toBe(true);
    expect(day.guard.mustAuthenticate({ ...LIVE, mode: "test" })).toBe(false);
    expect(day.guard.mustAuthenticate({ ...LIVE, merchantId: "mer_2" as MerchantId })).toBe(false);
    day.now += HOUR;
    expect(day.guard.mustAuthenticate(LIVE)).toBe(false);
  });

  it("leaves a merchant alone of whose cards one of four fails", async () => {
    const day = new Day();
    for (let index = 0; index < 2_000; index += 1) {
      const attempt = trying({ sessionId: ofSession(index), network: `203.0.113.${index % 250}` });
      await day.guard.ended(paymentOf(attempt), index % 4 === 0 ? declined() : APPROVED);
      expect(day.guard.mustAuthenticate(LIVE)).toBe(false);
    }
  });

  it.each<DeclineReason>(["bank_unreachable", "payment_timeout", "transfer_not_received"])(
    "does not count %s, which is no card's fault",
    async (reason) => {
      const day = new Day();
      for (let index = 0; index < 100; index += 1) {
        await day.guard.ended(paymentOf(trying()), declined(reason));
      }
      expect(day.guard.waitBefore(trying())).toBeUndefined();
    },
  );

  it("knows in every process what each that it served was told last", async () => {
    const day = new Day();
    const processes = [day.guard, day.process(), day.process()];
    let tried = 0;
    for (let stopped = 0; stopped < processes.length; tried += 1) {
      const guard = processes[tried % processes.length] ?? day.guard;
      if (guard.waitBefore(trying()) !== undefined) stopped += 1;
      else await guard.ended(paymentOf(trying()), declined());
    }
    const failed = day.store.rows.get("session ses_1")?.used ?? 0;
    expect(failed).toBeGreaterThanOrEqual(10);
    expect(failed).toBeLessThanOrEqual(10 + processes.length - 1);
  });
});
