import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instant } from "../../src/kernel/clock.ts";
import {
  merchantOf,
  newAttemptId,
  newMerchantId,
  newOrderId,
  newRefundId,
  newSessionId,
  parseAttemptId,
  parseOrderId,
  parseRefundId,
  parseSessionId,
  type OrderId,
  type RefundId,
} from "../../src/kernel/ids.ts";

const random = { bytes: (count: number) => randomBytes(count) };
const time = fc.integer({ min: 0, max: 32 ** 9 - 1 }).map(instant);

describe("ids", () => {
  it("show their kind, and are parsed only by the parser of that kind", () => {
    fc.assert(
      fc.property(time, (now) => {
        const merchant = newMerchantId(random);
        const source = { now, random };
        const made = [
          [newSessionId(merchant, source), parseSessionId],
          [newOrderId(merchant, source), parseOrderId],
          [newRefundId(merchant, source), parseRefundId],
          [newAttemptId(merchant, source), parseAttemptId],
        ] as const;
        for (const [id, parse] of made) {
          expect(parse(id)).toBe(id);
          expect(merchantOf(id)).toBe(merchant);
          expect(made.filter(([, other]) => other(id) !== undefined)).toHaveLength(1);
        }
      }),
    );
  });

  it("sort by time within a merchant", () => {
    fc.assert(
      fc.property(time, time, (first, second) => {
        fc.pre(first !== second);
        const merchant = newMerchantId(random);
        const [a, b] = [first, second].map((now) => newSessionId(merchant, { now, random }));
        expect(String(a) < String(b)).toBe(first < second);
      }),
    );
  });

  it("are unique within one millisecond", () => {
    const merchant = newMerchantId(random);
    const source = { now: instant(0), random };
    const ids = Array.from({ length: 20_000 }, () => newOrderId(merchant, source));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("of one kind cannot be used for another", () => {
    const order = newOrderId(newMerchantId(random), { now: instant(0), random });
    const read = (id: OrderId): string => id;
    expect(read(order)).toBe(order);
    // @ts-expect-error A refund's id is not an order's.
    expect(read("REF-1" as RefundId)).toBe("REF-1");
  });
});
