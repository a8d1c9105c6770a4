import { parse } from "csv-parse/sync";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { instant } from "../../src/kernel/clock.ts";
import { TRANSITIONS, PAYMENT_STATES, type PaymentState } from "../../src/domain/payment/states.ts";
import type { PaymentEvent } from "../../src/domain/payment/states.ts";
import { installationOf } from "../support/installation.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { writeHistory, type PaymentHistory } from "../support/payment-history.ts";
import { startTestService, type TestService } from "../support/service.ts";

const AMOUNT = 99_000;
const COMMISSION = 1_234;
/** A transfer that a person accepted with less. */
const RECEIVED = 98_500;
const TAKEN: readonly PaymentState[] = ["completed", "refunded"];
const HELD: readonly PaymentState[] = ["authorized", "capturing", "voiding"];

type Beginning = PaymentHistory["begins"];
type Way = { readonly begins: Beginning; readonly events: readonly PaymentEvent[] };

/** A shortest way to a state by each event that leads there, from the table of moves. */
function waysTo(state: PaymentState): readonly Way[] {
  const found: Way[] = [];
  const begun: Way[] = (["calling", "awaiting_transfer"] as const).map((begins) => ({
    begins,
    events: [],
  }));
  const queue = begun.map((way) => ({ way, at: way.begins as PaymentState, seen: [way.begins] }));
  for (const { way, at, seen } of queue) {
    if (at === state) found.push(way);
    for (const [event, to] of Object.entries(TRANSITIONS[at])) {
      if ((seen as PaymentState[]).includes(to) || event.includes("refund")) continue;
      const events = [...way.events, event as PaymentEvent];
      queue.push({ way: { ...way, events }, at: to, seen: [...seen, to as Beginning] });
    }
  }
  const last = ({ begins, events }: Way): string => events.at(-1) ?? begins;
  return found.filter((way) => found.find((other) => last(other) === last(way)) === way);
}

const WAYS = PAYMENT_STATES.flatMap((state) =>
  waysTo(state === "refunded" ? "completed" : state).map((way) => ({ state, way })),
);

function storyOf(state: PaymentState, { begins, events }: Way): PaymentHistory {
  const isTransfer = begins === "awaiting_transfer" || events.includes("transfer_offered");
  return {
    mode: "test",
    createdAt: instant(Date.parse("2026-11-21T08:00:00Z")),
    amount: AMOUNT,
    charged: isTransfer ? AMOUNT : AMOUNT + COMMISSION,
    taken: events.includes("transfer_assigned") ? RECEIVED : undefined,
    currency: "TRY",
    paymentType: isTransfer ? "bank_transfer" : "creditcard",
    customerId: undefined,
    begins,
    events,
    refunds: state === "refunded" ? [30, 100] : [],
  };
}

type Line = Readonly<Record<string, string>>;

function sum(lines: readonly Line[], column: string): number {
  return lines.reduce((total, line) => total + Math.round(Number(line[column]) * 100), 0);
}

/** The rows of each sheet of a workbook, by its headings. */
function sheetsOf(file: Uint8Array): readonly (readonly Line[])[] {
  const parts = unzipSync(file);
  const count = Object.keys(parts).filter((path) => path.includes("worksheets/")).length;
  return Array.from({ length: count }, (_, index) => {
    const part = parts[`xl/worksheets/sheet${index + 1}.xml`];
    const rows = strFromU8(part ?? new Uint8Array()).match(/<row .*?<\/row>/g) ?? [];
    const cells = rows.map(
      (row) =>
        new Map(
          Array.from(row.matchAll(/<c r="([A-Z]+)\d+".*?<[tv][^>]*>(.*?)<\//g), (match) => [
            match[1] ?? "",
            match[2] ?? "",
          ]),
        ),
    );
    const [heads, ...body] = cells;
    return body.map((row) =>
      Object.fromEntries([...(heads ?? [])].map(([at, head]) => [head, row.get(at) ?? ""])),
    );
  });
}

describe("the accountant's file", () => {
  let shop: TestService;
  let person: PanelVisitor;
  let home: string;
  let lines: readonly Line[];
  let totals: readonly Line[];
  const wanted = { taken: 0, held: 0, refunded: 0 };

  const xlsx = async (): Promise<readonly (readonly Line[])[]> => {
    return sheetsOf(await person.download(`${home}/payments/export`, { format: "xlsx" }));
  };
  const summaryOf = async (currency: string): Promise<Record<string, unknown>> => {
    const authorization = `Bearer ${shop.merchant.testApiKey}`;
    const path = `/api/v1/payment/summary?currency=${currency}`;
    return (await shop.api.get(path, { authorization })).body;
  };

  beforeAll(async () => {
    shop = await startTestService();
    const parts = await installationOf(shop);
    const { merchantId } = shop.merchant.merchant;
    const deps = { payments: shop.service.deps.payments, groups: parts.groups };
    const write = async ({ state, way }: (typeof WAYS)[number]): Promise<void> => {
      const story = storyOf(state, way);
      const payment = await writeHistory(deps, merchantId, story);
      await writeHistory(deps, merchantId, { ...story, currency: "USD" });
      expect(payment.state).toBe(state);
      const charged = story.charged ?? AMOUNT;
      if (TAKEN.includes(state)) wanted.taken += story.taken ?? charged;
      if (HELD.includes(state)) wanted.held += charged;
      if (state === "refunded") wanted.refunded += story.taken ?? charged;
    };
    await Promise.all(WAYS.map(write));
    await parts.close();
    home = `/panel/${merchantId}/test`;
    person = panelVisitor(shop);
    await person.signIn(await panelUsers(shop).create("owner", merchantId));
    await person.get(`${home}/payments/export`);
    [lines = [], totals = []] = await xlsx();
  });
  afterAll(() => shop.close());

  it("counts as charged only money that was taken, and a hold in a column of its own", () => {
    const lira = lines.filter(({ Currency }) => Currency === "TRY");
    expect(lira).toHaveLength(WAYS.length);
    expect(sum(lira, "Charged amount")).toBe(wanted.taken);
    expect(sum(lira, "Held")).toBe(wanted.held);
    expect(sum(lira, "Refunded")).toBe(wanted.refunded);
    const unpaid = lira.filter(({ Status }) => !["Completed", "Refunded"].includes(Status ?? ""));
    expect(sum(unpaid, "Charged amount")).toBe(0);
    const short = lira.filter((line) => line["Charged amount"] === "985.00");
    expect(short.map(({ Status }) => Status)).toContain("Completed");
  });

  it("says the same in the text file for spreadsheets", async () => {
    const { html } = await person.post(`${home}/payments/export`, { format: "excel_csv" });
    const rows: readonly Line[] = parse(html, { bom: true, columns: true });
    const money = ({ Payment, Amount, Held, Refunded, ...line }: Line) =>
      [Payment, Amount, line["Charged amount"], Held, Refunded].join(" ");
    expect(rows.map(money)).toEqual(lines.map(money));
  });

  it("names who took each payment as the panel does, and no installments of a transfer", () => {
    const named = lines.map((line) => [line["Paid with"], line["Acquirer"], line["Installments"]]);
    const kinds = new Set(named.map((texts) => texts.join("/")));
    expect([...kinds].toSorted()).toEqual([
      "Bank transfer/Bank transfer/",
      "Mastercard •••• 0008/Test bank/1",
    ]);
  });

  it.each(["TRY", "USD"])("has totals in %s that equal the summary to the kuruş", async (code) => {
    const summary = await summaryOf(code);
    const own = totals.filter(({ Currency }) => Currency === code);
    const successful = own.find(({ Status }) => Status === "All successful") ?? {};
    expect(sum([successful], "Amount")).toBe(summary["total_amount"]);
    expect(Number(successful["Payments"])).toBe(summary["successful"]);
    const each = own.filter((line) => line !== successful);
    expect(each.reduce((all, { Payments }) => all + Number(Payments), 0)).toBe(
      summary["total_transactions"],
    );
    for (const column of ["Charged amount", "Held", "Refunded"]) {
      const ofLines = lines.filter(({ Currency }) => Currency === code);
      expect(sum(each, column)).toBe(sum(ofLines, column));
      expect(sum([successful], column)).toBe(sum(ofLines, column));
    }
  });

  it("agrees with the list's totals, which say what each tab adds up", async () => {
    const text = async (status: string): Promise<string> => {
      const { html } = await person.get(`${home}/payments?status=${status}`);
      return /id="count">([^<]*)</.exec(html)?.[1] ?? "";
    };
    const { total_amount, successful } = await summaryOf("TRY");
    const lira = new Intl.NumberFormat("en", { style: "currency", currency: "TRY" });
    const sumText = lira.format(Number(total_amount) / 100);
    expect(await text("")).toContain(`${Number(successful) * 2} successful: ${sumText} · `);
    expect(await text("failed")).toContain(" · amount tried ");
    expect(await text("cancelled")).toContain(" · amount cancelled ");
    expect(await text("authorized")).toContain(" · amount of the orders on hold ");
  });
});
