import { describe, expect, it } from "vitest";
import { MemoryBuckets } from "../../../test/support/memory-buckets.ts";
import type { Session } from "../session/session.ts";
import { HOUR, instant, MINUTE, SECOND, type Clock } from "../../kernel/clock.ts";
import type { MerchantId, SessionId } from "../../kernel/ids.ts";
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

function checkOf(fields: Partial<CardCheck["session"]> & { network?: string } = {}): CardCheck {
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
  for (let checked = 0; checked < 1_000; checked += 1) {
    const check = next(checked);
    if (day.guard.waitBefore(check) !== undefined) return checked;
    await day.guard.ended(paymentOf(check), declined());
  }
  return 1_000;
}

const ofSession = (index: number): SessionId => `ses_${index}` as SessionId;

describe("the limit of card testing", () => {
  it.each<[Mode, number]>([
    ["live", 10],
    ["test", 50],
  ])("stops a %s session after %i failed cards, until it expires", async (mode, limit) => {
    const day = new Day();
    day.guard.sawServer({ ...SHOP, mode }, "198.51.100.1");
    expect(await cardsUntilStopped(day, () => checkOf({ mode }))).toBe(limit);
    day.now += 10 * MINUTE;
    expect(day.guard.waitBefore(checkOf({ mode }))).toBe(50 * 60);
    expect(day.guard.waitBefore(checkOf({ mode, sessionId: ofSession(2) }))).toBeUndefined();
  });

  it.each<[Mode, number, number]>([
    ["live", 20, 180],
    ["test", 100, 36],
  ])(
    "stops an address in %s mode after %i failed cards, in any sessions",
    async (mode, limit, waitS) => {
      const day = new Day();
      const next = (index: number): CardCheck => checkOf({ mode, sessionId: ofSession(index) });
      expect(await cardsUntilStopped(day, next)).toBe(limit);
      expect(day.guard.waitBefore(next(limit))).toBe(waitS);
      const elsewhere = checkOf({ mode, sessionId: ofSession(limit), network: "198.51.100.2" });
      expect(day.guard.waitBefore(elsewhere)).toBeUndefined();
      day.now += waitS * SECOND;
      expect(await cardsUntilStopped(day, next)).toBe(1);
    },
  );

  it.each<[string, number, (index: number) => string]>([
    ["a /64", 20, () => "2001:db8:7:100::/64"],
    [
      "a /56, which a home has",
      80,
      (index) => `2001:db8:7:${(0x100 + (index % 256)).toString(16)}::/64`,
    ],
    ["a /48, which a server has", 320, (index) => `2001:db8:7:${(index * 256).toString(16)}::/64`],
  ])(
    "counts the networks of an IPv6 address together: %s stops after %i cards",
    async (_, most, networkOf) => {
      const next = (index: number): CardCheck =>
        checkOf({
          sessionId: ofSession(index),
          merchantId: `mer_${index}` as MerchantId,
          network: networkOf(index),
        });
      const day = new Day();
      expect(await cardsUntilStopped(day, next)).toBe(most);
      const elsewhere = checkOf({ sessionId: ofSession(most), network: "2001:db8:8:100::/64" });
      expect(day.guard.waitBefore(elsewhere)).toBeUndefined();
    },
  );

  it("slows the customers of a merchant whose live cards are refused, with 3-D Secure too", async () => {
    const day = new Day();
    for (let index = 0; index < 200; index += 1) {
      const check = checkOf({ sessionId: ofSession(index), network: `203.0.113.${index}` });
      const facts = { threeDSecure: true, state: "challenged" } as const;
      await day.guard.ended(paymentOf(check, facts), declined());
    }
    const next = (index: number): CardCheck => checkOf({ sessionId: ofSession(1_000 + index) });
    expect(await cardsUntilStopped(day, next)).toBe(5);
    const other = checkOf({ merchantId: "mer_2" as MerchantId, network: "198.51.100.7" });
    expect(day.guard.waitBefore(other)).toBeUndefined();
    const server = { ...SHOP, mode: "live" } as const;
    day.guard.sawServer(server, "192.0.2.1");
    expect(day.guard.waitBefore(checkOf({ network: "192.0.2.1" }))).toBeUndefined();
  });

  it("never stops an office in which one of four cards fails", async () => {
    const day = new Day();
    for (let index = 0; index < 2_000; index += 1) {
      const check = checkOf({ sessionId: ofSession(index), network: "203.0.113.9" });
      expect(day.guard.waitBefore(check)).toBeUndefined();
      await day.guard.ended(paymentOf(check), index % 4 === 0 ? declined() : APPROVED);
    }
  });

  it("never stops an office in which all cards pass 3-D Secure and some customers give up", async () => {
    const day = new Day();
    const challenge: Outcome = {
      kind: "challenge",
      show: { kind: "form", action: "https://bank.example", fields: {} },
    };
    for (let index = 0; index < 2_000; index += 1) {
      const check = checkOf({ sessionId: ofSession(index), network: "203.0.113.9" });
      expect(day.guard.waitBefore(check)).toBeUndefined();
      await day.guard.ended(paymentOf(check, { threeDSecure: true }), challenge);
      const there = paymentOf(check, { threeDSecure: true, state: "challenged" });
      await day.guard.ended(there, index % 4 === 0 ? declined("cancelled_by_customer") : APPROVED);
    }
  });

  it("stops a client that only begins 3-D Secure, to learn which cards are valid", async () => {
    const day = new Day();
    const challenge: Outcome = {
      kind: "challenge",
      show: { kind: "form", action: "https://bank.example", fields: {} },
    };
    let begun = 0;
    for (; begun < 100; begun += 1) {
      const check = checkOf({ sessionId: ofSession(begun) });
      if (day.guard.waitBefore(check) !== undefined) break;
      await day.guard.ended(paymentOf(check, { threeDSecure: true }), challenge);
    }
    expect(begun).toBe(20);
  });

  it("does not stop a merchant's server when its customers' cards fail", async () => {
    const day = new Day();
    for (const mode of ["live", "test"] as const) {
      day.guard.sawServer({ ...SHOP, mode }, "198.51.100.1");
    }
    const next = (index: number): CardCheck => checkOf({ sessionId: ofSession(index) });
    expect(await cardsUntilStopped(day, next)).toBe(1_000);
    const inTest = (index: number): CardCheck =>
      checkOf({ mode: "test", sessionId: ofSession(index) });
    expect(await cardsUntilStopped(day, inTest)).toBe(300);
  });

  it("knows a merchant's server in one mode only by its key of that mode", async () => {
    const day = new Day();
    day.guard.sawServer({ ...SHOP, mode: "test" }, "198.51.100.1");
    const live = (index: number): CardCheck => checkOf({ sessionId: ofSession(index) });
    expect(await cardsUntilStopped(day, live)).toBe(20);
    day.guard.sawServer({ ...SHOP, mode: "live" }, "198.51.100.2");
    const test = (index: number): CardCheck =>
      checkOf({ mode: "test", sessionId: ofSession(index), network: "198.51.100.2" });
    expect(await cardsUntilStopped(day, test)).toBe(100);
  });

  it("counts live challenges from an address where a test key was used", async () => {
    const day = new Day();
    day.guard.sawServer({ ...SHOP, mode: "test" }, "198.51.100.1");
    const challenge: Outcome = {
      kind: "challenge",
      show: { kind: "form", action: "https://bank.example", fields: {} },
    };
    let begun = 0;
    for (; begun < 100; begun += 1) {
      const check = checkOf({ sessionId: ofSession(begun) });
      if (day.guard.waitBefore(check) !== undefined) break;
      await day.guard.ended(paymentOf(check, { threeDSecure: true }), challenge);
    }
    expect(begun).toBe(20);
  });

  it("does not know a merchant's server by the key of another merchant", async () => {
    const day = new Day();
    day.guard.sawServer({ ...LIVE, merchantId: "mer_2" as MerchantId }, "198.51.100.1");
    const next = (index: number): CardCheck => checkOf({ sessionId: ofSession(index) });
    expect(await cardsUntilStopped(day, next)).toBe(20);
  });

  it("forgets a merchant's server after a day without its key", async () => {
    const day = new Day();
    day.guard.sawServer(LIVE, "198.51.100.1");
    day.now += 25 * HOUR;
    const expiresAt = instant(day.now + HOUR);
    const next = (index: number): CardCheck => checkOf({ sessionId: ofSession(index), expiresAt });
    expect(await cardsUntilStopped(day, next)).toBe(20);
  });

  it.each<[Mode, number]>([
    ["live", 10],
    ["test", 500],
  ])("limits simultaneous %s cards of one address to %i", async (mode, most) => {
    const day = new Day();
    let finish: () => void = () => undefined;
    const bank = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const running: Promise<void>[] = [];
    for (;;) {
      const check = checkOf({ mode, sessionId: ofSession(running.length) });
      if (day.guard.waitBefore(check) !== undefined) break;
      running.push(day.guard.during(check, () => bank));
    }
    expect(running).toHaveLength(most);
    finish();
    await Promise.all(running);
    expect(day.guard.waitBefore(checkOf({ mode }))).toBeUndefined();
  });

  it("allows no more failing live cards at once than one after another", async () => {
    const day = new Day();
    let checked = 0;
    for (let burst = 0; burst < 10; burst += 1) {
      const checks = Array.from({ length: 200 }, (_, at) =>
        checkOf({ sessionId: ofSession(burst * 200 + at) }),
      );
      const letIn = checks.flatMap((check) => {
        if (day.guard.waitBefore(check) !== undefined) return [];
        checked += 1;
        return [
          day.guard.during(check, async () => {
            await Promise.resolve();
            await day.guard.ended(paymentOf(check), declined());
          }),
        ];
      });
      await Promise.all(letIn);
    }
    expect(checked).toBe(20);
  });

  it("allows ten simultaneous live payments from one address", async () => {
    const day = new Day();
    for (let round = 0; round < 100; round += 1) {
      const checks = Array.from({ length: 10 }, (_, at) =>
        checkOf({ sessionId: ofSession(round * 10 + at), network: "203.0.113.9" }),
      );
      const waits: unknown[] = [];
      const underWay = checks.map((check) => {
        waits.push(day.guard.waitBefore(check));
        return day.guard.during(check, () => day.guard.ended(paymentOf(check), APPROVED));
      });
      expect(waits).toEqual(checks.map(() => undefined));
      await Promise.all(underWay);
    }
  });

  it("requires 3-D Secure for a merchant's live cards while most of them fail", async () => {
    const day = new Day();
    for (let index = 0; index < 50; index += 1) {
      expect(day.guard.mustAuthenticate(LIVE)).toBe(false);
      const check = checkOf({ sessionId: ofSession(index), network: `203.0.113.${index}` });
      await day.guard.ended(paymentOf(check), declined());
    }
    expect(day.guard.mustAuthenticate(LIVE)).toBe(true);
    expect(day.guard.mustAuthenticate({ ...LIVE, mode: "test" })).toBe(false);
    expect(day.guard.mustAuthenticate({ ...LIVE, merchantId: "mer_2" as MerchantId })).toBe(false);
    day.now += HOUR;
    expect(day.guard.mustAuthenticate(LIVE)).toBe(false);
  });

  it("does not require 3-D Secure of a merchant of whose cards one of four fails", async () => {
    const day = new Day();
    for (let index = 0; index < 2_000; index += 1) {
      const check = checkOf({ sessionId: ofSession(index), network: `203.0.113.${index % 250}` });
      await day.guard.ended(paymentOf(check), index % 4 === 0 ? declined() : APPROVED);
      expect(day.guard.mustAuthenticate(LIVE)).toBe(false);
    }
  });

  it.each<DeclineReason>(["bank_unreachable", "payment_timeout", "transfer_not_received"])(
    "does not count %s, because it says nothing about the card",
    async (reason) => {
      const day = new Day();
      for (let index = 0; index < 100; index += 1) {
        await day.guard.ended(paymentOf(checkOf()), declined(reason));
      }
      expect(day.guard.waitBefore(checkOf())).toBeUndefined();
    },
  );

  it("stops a session in every process after failures that several processes counted", async () => {
    const day = new Day();
    const processes = [day.guard, day.process(), day.process()];
    let checked = 0;
    for (let stopped = 0; stopped < processes.length; checked += 1) {
      const guard = processes[checked % processes.length] ?? day.guard;
      if (guard.waitBefore(checkOf()) !== undefined) stopped += 1;
      else await guard.ended(paymentOf(checkOf()), declined());
    }
    const failed = day.store.rows.get("session ses_1")?.used ?? 0;
    expect(failed).toBeGreaterThanOrEqual(10);
    expect(failed).toBeLessThanOrEqual(10 + processes.length - 1);
  });
});
