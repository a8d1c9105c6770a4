import { describe, expect, it } from "vitest";
import { MemoryLevels } from "../../test/support/memory-levels.ts";
import type { Session } from "../checkout/session.ts";
import { HOUR, instant, MINUTE, SECOND, type Clock } from "../kernel/clock.ts";
import type { MerchantId, SessionId } from "../kernel/ids.ts";
import { SharedLevels } from "../kernel/shared-levels.ts";
import type { Mode } from "../merchant/merchant.ts";
import { CardGuard, type CardTry } from "./card-guard.ts";
import type { DeclineReason } from "./decline.ts";
import type { Outcome } from "./pay-result.ts";
import type { Payment } from "./payment.ts";

const START = 1_800_000_000_000;
const APPROVED: Outcome = {
  kind: "approved",
  bankReference: "1",
  authCode: "1",
  bankCode: "00",
};

/** A day of an installation whose time the test moves. */
class Day {
  now = START;
  readonly clock: Clock = { now: () => instant(this.now) };
  readonly store = new MemoryLevels();
  readonly guard = this.process();

  /** A further process, which knows nothing yet but what it is told. */
  process(): CardGuard {
    return new CardGuard(this.clock, new SharedLevels(this.clock, this.store));
  }
}

function trying(fields: Partial<CardTry["session"]> & { network?: string } = {}): CardTry {
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

function paymentOf({ session, clientNetwork }: CardTry, facts: PaymentFacts = {}): Payment {
  const { merchantId, sessionId, mode } = session;
  const card = { lastFour: "0008" };
  const rest = { state: "calling", threeDSecure: false, ...facts };
  return { merchantId, sessionId, mode, card, clientNetwork, ...rest } as unknown as Payment;
}

function declined(reason: DeclineReason = "do_not_honour"): Outcome {
  return { kind: "declined", reason, bankCode: "05", bankMessage: "" };
}

/** How many cards fail before one is not tried any more; each in the session that is given. */
async function cardsUntilStopped(day: Day, next: (index: number) => CardTry): Promise<number> {
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
    day.guard.sawServer("mer_1" as MerchantId, "198.51.100.1");
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
      const next = (index: number): CardTry => trying({ mode, sessionId: ofSession(index) });
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
    day.guard.sawServer("mer_1" as MerchantId, "198.51.100.1");
    const next = (index: number): CardTry => trying({ sessionId: ofSession(index) });
    expect(await cardsUntilStopped(day, next)).toBe(1_000);
    const inTest = (index: number): CardTry =>
      trying({ mode: "test", sessionId: ofSession(index) });
    expect(await cardsUntilStopped(day, inTest)).toBe(300);
  });

  it("takes nobody for a merchant's server whom only another merchant has seen", async () => {
    const day = new Day();
    day.guard.sawServer("mer_2" as MerchantId, "198.51.100.1");
    const next = (index: number): CardTry => trying({ sessionId: ofSession(index) });
    expect(await cardsUntilStopped(day, next)).toBe(20);
  });

  it("forgets a merchant's server that was not heard of for a day", async () => {
    const day = new Day();
    day.guard.sawServer("mer_1" as MerchantId, "198.51.100.1");
    day.now += 25 * HOUR;
    const expiresAt = instant(day.now + HOUR);
    const next = (index: number): CardTry => trying({ sessionId: ofSession(index), expiresAt });
    expect(await cardsUntilStopped(day, next)).toBe(20);
  });

  it("sees a crowd of tries while they run", async () => {
    const day = new Day();
    let finish: () => void = () => undefined;
    const bank = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const running: Promise<void>[] = [];
    for (;;) {
      const attempt = trying({ sessionId: ofSession(running.length) });
      if (day.guard.waitBefore(attempt) !== undefined) break;
      running.push(day.guard.during(attempt, () => bank));
    }
    expect(running).toHaveLength(100);
    finish();
    await Promise.all(running);
    expect(day.guard.waitBefore(trying())).toBeUndefined();
  });

  it("has a merchant's live cards authenticated while most of them fail", async () => {
    const day = new Day();
    const live = { merchantId: "mer_1" as MerchantId, mode: "live" } as const;
    for (let index = 0; index < 50; index += 1) {
      expect(day.guard.mustAuthenticate(live)).toBe(false);
      const attempt = trying({ sessionId: ofSession(index), network: `203.0.113.${index}` });
      await day.guard.ended(paymentOf(attempt), declined());
    }
    expect(day.guard.mustAuthenticate(live)).toBe(true);
    expect(day.guard.mustAuthenticate({ ...live, mode: "test" })).toBe(false);
    expect(day.guard.mustAuthenticate({ ...live, merchantId: "mer_2" as MerchantId })).toBe(false);
    day.now += HOUR;
    expect(day.guard.mustAuthenticate(live)).toBe(false);
  });

  it("leaves a merchant alone of whose cards one of four fails", async () => {
    const day = new Day();
    const live = { merchantId: "mer_1" as MerchantId, mode: "live" } as const;
    for (let index = 0; index < 2_000; index += 1) {
      const attempt = trying({ sessionId: ofSession(index), network: `203.0.113.${index % 250}` });
      await day.guard.ended(paymentOf(attempt), index % 4 === 0 ? declined() : APPROVED);
      expect(day.guard.mustAuthenticate(live)).toBe(false);
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
