import { describe, expect, it } from "vitest";
import { manualAfter } from "../../../test/support/manual-after.ts";
import { Admission, shareOf } from "../../kernel/queue/admission.ts";
import { newMerchantId } from "../../kernel/ids.ts";
import { inTurns, type Reading } from "./reports-in-turns.ts";

let drawn = 0;
/** Each draw differs from the one before, so the merchants have different ids. */
const random = { bytes: (count: number) => Buffer.alloc(count, (drawn += 1)) };

describe("reports of merchants", () => {
  it("begin for one merchant while another has as many unanswered reports as may run", async () => {
    const asked: string[] = [];
    const never = ({ merchantId }: { readonly merchantId: string }): Promise<never> => {
      asked.push(merchantId);
      return new Promise(() => undefined);
    };
    const stores: Reading = {
      reports: { list: never, rollup: never, firstPaymentAt: never },
      finder: { find: never },
      overview: { days: never, details: never, changes: never },
      unknownBins: { since: never },
      usedCategories: { since: never },
      history: { find: never },
      customers: { find: never },
      requests: { list: never, find: never, ofPayment: never },
    };
    const turns = new Admission({
      mayEnter: shareOf(6),
      lineMax: 64,
      waitMs: 1_000,
      after: manualAfter().after,
    });
    const { reports, requests } = inTurns(turns, stores);
    const [flood, other] = [newMerchantId(random), newMerchantId(random)];
    for (let question = 0; question < 50; question += 1) {
      reports.firstPaymentAt({ merchantId: flood, mode: "test" }).catch(() => undefined);
    }
    requests.find({ merchantId: other, mode: "test" }, "req_1").catch(() => undefined);
    await Promise.resolve();
    expect(asked.filter((merchantId) => merchantId === flood)).toHaveLength(3);
    expect(asked.at(-1)).toBe(other);
  });
});
