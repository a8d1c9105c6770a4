import { describe, expect, it } from "vitest";
import { SANDBOX_BINS } from "../../card/sandbox-bins.ts";
import type { AcquirerConnection } from "../../connection/connection.ts";
import { connectionOf } from "../../../../test/support/connections.ts";
import type { Session } from "../../session/session.ts";
import { SANDBOX_RATES } from "../../installment/sandbox-terms.ts";
import { instant } from "../../../kernel/clock.ts";
import { parseSessionId } from "../../../kernel/ids.ts";
import { merchantOf } from "../../../kernel/ids.ts";
import { money } from "../../../kernel/money.ts";
import { chargeFor, type CardOfferDeps } from "./card-offer.ts";

const NOW = instant(Date.UTC(2026, 10, 21, 9));
const BONUS = "5400360000000003";
const DEBIT = "4766620000000001";

const sessionId = parseSessionId(`ses_${"0".repeat(43)}`);
if (sessionId === undefined) throw new Error("a session id of zeros is valid");
const session: Session = {
  merchantId: merchantOf(sessionId),
  sessionId,
  mode: "test",
  amount: money(125_000n, "TRY"),
  language: "tr",
  captureMethod: "automatic",
  onHoldEnd: undefined,
  customer: {},
  basket: [],
  successUrl: "https://shop.example/thanks",
  failUrl: "https://shop.example/sorry",
  metadata: {},
  reference: undefined,
  embedded: false,
  createdAt: NOW,
  expiresAt: NOW,
};

/** Counts how often the merchant's terms are read. */
function methods(connections: readonly AcquirerConnection[] = []) {
  const asked: string[] = [];
  const deps: CardOfferDeps = {
    connectionRoster: { of: () => connections, rules: () => [] },
    bins: { table: () => SANDBOX_BINS, refresh: () => Promise.reject(new Error("not here")) },
    installmentTerms: {
      find: async ({ mode }) => {
        asked.push(mode);
        return { rates: SANDBOX_RATES, limits: [] };
      },
    },
  };
  const charge = (number: string, installmentCount: number, of: Session = session) =>
    chargeFor(deps, of, { number, installmentCount, now: NOW });
  return { asked, charge };
}

describe("the charge for a card", () => {
  it("in a single charge is the amount itself, without a look at the terms", async () => {
    const { asked, charge } = methods();
    expect(await charge(BONUS, 1)).toEqual({
      paymentType: "creditcard",
      chargedAmount: session.amount,
      brand: "mastercard",
      bankName: "Garanti",
      program: "Bonus",
    });
    expect(asked).toEqual([]);
  });

  it("in installments is the total of the option", async () => {
    const { asked, charge } = methods();
    expect((await charge(BONUS, 3))?.chargedAmount).toEqual(money(128_738n, "TRY"));
    expect(asked).toEqual(["test"]);
  });

  it("is undefined for a count that is not offered", async () => {
    const { charge } = methods();
    expect(await charge(BONUS, 4)).toBeUndefined();
    expect(await charge("4111111111111129", 2)).toBeUndefined();
    expect(await charge(DEBIT, 2)).toBeUndefined();
  });

  it("has the type debitcard for debit and prepaid cards", async () => {
    const { charge } = methods();
    expect((await charge(DEBIT, 1))?.paymentType).toBe("debitcard");
    expect((await charge("4000006700000000", 1))?.paymentType).toBe("debitcard");
  });

  it("is offered only in counts that a connection of the merchant can take", async () => {
    const terms = { installmentCounts: [3, 6], programs: ["Bonus"] };
    const { charge } = methods([connectionOf(1, terms), connectionOf(2)]);
    expect(await charge(BONUS, 3)).toBeDefined();
    expect(await charge(BONUS, 2)).toBeUndefined();
    expect(await charge(BONUS, 1)).toBeDefined();
    const world = methods([connectionOf(1, { ...terms, programs: ["World"] })]);
    expect(await world.charge(BONUS, 3)).toBeUndefined();
    // The limit is compared with the total, which contains the customer's commission.
    const small = methods([connectionOf(1, { ...terms, amountMax: 128_737n })]);
    expect(await small.charge(BONUS, 3)).toBeUndefined();
    const disabled = methods([connectionOf(1, { ...terms, state: "disabled" })]);
    expect(await disabled.charge(BONUS, 2)).toBeDefined();
  });
});
