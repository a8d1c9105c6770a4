// tier: night
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseOrderId, type UserId } from "../../src/kernel/ids.ts";
import type { Money } from "../../src/kernel/money.ts";
import { statementDeps } from "../../src/service/jobs/transfers.ts";
import { assignLine } from "../../src/domain/transfer/assign-line.ts";
import { lineId } from "../../src/domain/transfer/statement-line.ts";
import { atInstallation } from "../support/installation.ts";
import { balancesOf, eventsOf } from "../support/merchant-calls.ts";
import { untilStatus } from "../support/redirect-customer.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { camt053, mt940, type ReportedTransfer } from "../support/statements.ts";
import { awaitTransfer, importFile, type AwaitedTransfer } from "../support/transfer-customer.ts";

const HOUR = 60 * 60 * 1_000;
const LIFETIME_HOURS = 72;

/** The possible steps of a history of transfers; numbers select among existing objects. */
type Step =
  | { readonly kind: "open"; readonly amount: number }
  | {
      readonly kind: "arrive";
      readonly which: number;
      readonly delta: number;
      readonly currency: "TRY" | "EUR";
      readonly copies: number;
    }
  | { readonly kind: "stray" }
  | { readonly kind: "both"; readonly one: number; readonly other: number }
  | { readonly kind: "accept"; readonly which: number }
  | { readonly kind: "again"; readonly which: number }
  | { readonly kind: "wait"; readonly hours: number };

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("open" as const), amount: fc.integer({ min: 1, max: 999_999 }) }),
  fc.record({
    kind: fc.constant("arrive" as const),
    which: fc.nat(),
    delta: fc.constantFrom(0, 0, 0, 1, -1, 5_000),
    currency: fc.constantFrom("TRY" as const, "TRY" as const, "TRY" as const, "EUR" as const),
    copies: fc.constantFrom(1, 1, 2),
  }),
  fc.record({ kind: fc.constant("stray" as const) }),
  fc.record({ kind: fc.constant("both" as const), one: fc.nat(), other: fc.nat() }),
  fc.record({ kind: fc.constant("again" as const), which: fc.nat() }),
  fc.record({ kind: fc.constant("accept" as const), which: fc.nat() }),
  fc.record({ kind: fc.constant("wait" as const), hours: fc.constantFrom(1, 20, 50) }),
);

type Modelled = AwaitedTransfer & {
  readonly amount: number;
  readonly deadlineHours: number;
  status: "pending" | "completed" | "cancelled";
  isAccepted: boolean;
};

const NEW = { status: "pending", isAccepted: false } as const;

/** A model of transfers that is small enough to be verified by reading. */
class TransferModel {
  readonly transfers: Modelled[] = [];
  hours = 0;

  pick(which: number): Modelled | undefined {
    return this.transfers[which % Math.max(this.transfers.length, 1)];
  }

  arrive(transfer: Modelled, amount: number, currency: string): string {
    if (transfer.status === "completed") return "already_paid";
    if (transfer.status === "cancelled") return "late";
    if (currency !== "TRY") return "wrong_currency";
    if (amount < transfer.amount) return "too_little";
    if (amount > transfer.amount) return "too_much";
    transfer.status = "completed";
    return "matched";
  }

  /** A person assigns a line that came after the deadline. */
  accept(transfer: Modelled, { minor, currency }: Money): string {
    if (transfer.status !== "cancelled") return "payment_not_waiting";
    if (currency !== "TRY") return "wrong_currency";
    if (minor < transfer.amount) return "too_little";
    transfer.status = "completed";
    transfer.isAccepted = true;
    return "assigned";
  }

  wait(hours: number): readonly Modelled[] {
    this.hours += hours;
    const ended = this.transfers.filter(
      ({ status, deadlineHours }) => status === "pending" && this.hours >= deadlineHours,
    );
    for (const transfer of ended) transfer.status = "cancelled";
    return ended;
  }
}

describe("any sequence of transfers", () => {
  let shop: TestService;
  let serial = 0;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  /** Runs one step against the service and compares every result with the model's. */
  async function run(model: TransferModel, files: string[], step: Step): Promise<void> {
    switch (step.kind) {
      case "open": {
        const made = await awaitTransfer(shop, { session: { amount: step.amount } });
        const deadlineHours = model.hours + LIFETIME_HOURS;
        model.transfers.push({ ...made, amount: step.amount, deadlineHours, ...NEW });
        return;
      }
      case "wait": {
        shop.clock.move(step.hours * HOUR);
        for (const transfer of model.wait(step.hours))
          await untilStatus(shop, transfer, "cancelled");
        return;
      }
      case "again": {
        const file = files[step.which % Math.max(files.length, 1)];
        if (file === undefined) return;
        const report = await importFile(shop, file);
        expect(report).toMatchObject({ matched: 0, unmatched: [], duplicates: report.lines });
        return;
      }
      case "stray":
        return bring(files, { minor: 100, description: "KİRA" }, ["unknown_reference"]);
      case "both": {
        const [one, other] = [model.pick(step.one), model.pick(step.other)];
        if (one === undefined || other === undefined || one === other) return;
        const description = `${one.account.reference_code}${other.account.reference_code}`;
        return bring(files, { minor: one.amount, description }, ["ambiguous_reference"]);
      }
      case "accept":
        return accept(model, step.which);
      case "arrive":
        return arrive(model, files, step);
    }
  }

  async function accept(model: TransferModel, which: number): Promise<void> {
    const transfer = model.pick(which);
    const orderId = parseOrderId(transfer?.id ?? "");
    if (transfer === undefined || orderId === undefined) return;
    const owner = { merchantId: shop.merchant.merchant.merchantId, mode: "test" } as const;
    const user = { userId: "usr_clerk" as UserId, merchantId: undefined };
    await atInstallation(shop, async (installation) => {
      const deps = statementDeps(installation);
      const lines = await deps.statements.unmatched({ owner, limit: 1_000 });
      const late = lines.find((one) => one.orderId === orderId && one.reason === "late");
      if (late === undefined) return;
      const expected = model.accept(transfer, late.remaining);
      const command = { owner, line: lineId(late.line), orderId, acceptsLess: false, user };
      const assigned = await assignLine(deps, command);
      expect(assigned.ok ? "assigned" : assigned.refusal).toBe(expected);
    });
  }

  async function arrive(
    model: TransferModel,
    files: string[],
    step: Extract<Step, { kind: "arrive" }>,
  ): Promise<void> {
    const transfer = model.pick(step.which);
    if (transfer === undefined) return;
    const { currency } = step;
    const minor = Math.max(transfer.amount + step.delta, 1);
    const verdict = model.arrive(transfer, minor, currency);
    const description = `Ödeme ${transfer.account.reference_code}`;
    const line = { minor, description, currency };
    await bring(files, line, [verdict], step.copies);
  }

  async function bring(
    files: string[],
    line: Omit<ReportedTransfer, "reference">,
    verdicts: readonly string[],
    copies = 1,
  ): Promise<void> {
    serial += 1;
    const write = serial % 2 === 0 ? camt053 : mt940;
    const reported = { ...line, reference: `M${serial}` };
    const file = write(
      "TR400006200000000000000001",
      Array.from({ length: copies }, () => reported),
    );
    files.push(file);
    const report = await importFile(shop, file);
    const found = [
      ...Array.from({ length: report.matched }, () => "matched"),
      ...report.unmatched.map(({ reason }) => reason),
    ];
    expect(found).toEqual(verdicts);
    expect(report).toMatchObject({ lines: copies, duplicates: copies - 1 });
  }

  it("ends as a small model says: every match is exact, and no line counts twice", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 12, maxLength: 30 }), async (sequence) => {
        const model = new TransferModel();
        const files: string[] = [];
        await run(model, files, { kind: "open", amount: 125_000 });
        for (const step of sequence) await run(model, files, step);
        for (const { session, id, amount, status, isAccepted } of model.transfers) {
          expect((await shop.api.status(session, id)).body["status"]).toBe(status);
          expect(await balancesOf(shop, id)).toEqual(
            status === "completed" ? { bank_account: amount, merchant_payable: -amount } : {},
          );
          const ended = isAccepted ? ["payment.cancelled"] : [];
          const news = status === "pending" ? ended : [...ended, `payment.${status}`];
          expect(await eventsOf(shop, id)).toEqual([...news, "payment.pending"].toSorted());
        }
      }),
      { numRuns: 12 },
    );
  });
});
