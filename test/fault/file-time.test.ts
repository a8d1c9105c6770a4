// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startServiceApart, type ServiceApart } from "../support/service-apart.ts";
import { SETTLEMENT_HEAD } from "../support/settlements.ts";
import { judgeHolds, noteHold, type Holds } from "../support/sweep/holds.ts";

type Upload = {
  readonly name: string;
  readonly page: string;
  /** Path that the form is sent to; the page itself unless given. */
  readonly action?: string;
  readonly field: string;
  /** Size of the largest file, in bytes. */
  readonly rows: number;
  readonly text: (rows: number) => string;
};

const IBAN = "TR330006100519786457841326";
const rowsOf = (count: number, row: (index: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, index) => row(index));
const table = (head: string, rows: readonly string[]): string => [head, ...rows, ""].join("\n");
const at = (page: string): string => `:merchant/test/${page}`;

/** One entry in a hundred brings money, because matching it is work of the database. */
const isCredit = (index: number): boolean => index % 100 === 0;

function camt053(entries: number): string {
  const written = rowsOf(
    entries,
    (index) =>
      `<Ntry><Amt Ccy="TRY">${index + 1}.00</Amt><CdtDbtInd>${isCredit(index) ? "CRDT" : "DBIT"}` +
      `</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt><AcctSvcrRef>${index}` +
      `</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RmtInf>` +
      `<Ustrd>order ${index} of a customer</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return (
    `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${IBAN}</IBAN></Id></Acct>` +
    `${written.join("\n")}</Stmt></BkToCstmrStmt></Document>`
  );
}

function mt940(entries: number): string {
  const written = rowsOf(
    entries,
    (index) =>
      `:61:2611211121${isCredit(index) ? "C" : "D"}${index + 1},00NTRFNONREF//R${index}\n` +
      `:86:FAST order ${index} of a customer`,
  );
  const changes = Array.from({ length: entries }, (_, index) =>
    isCredit(index) ? index + 1 : -index - 1,
  );
  const sum = changes.reduce((total, change) => total + change, 0);
  const closing = `:62F:${sum < 0 ? "D" : "C"}261121TRY${Math.abs(sum)},00`;
  const head = [":20:1", `:25:${IBAN}`, ":28C:1/1", ":60F:C261120TRY0,00"];
  return [...head, ...written, closing, "-"].join("\n");
}

const UPLOADS: readonly Upload[] = [
  {
    name: "a camt.053 statement",
    page: at("transfers"),
    action: at("transfers/import"),
    field: "file",
    rows: 20_000,
    text: camt053,
  },
  {
    name: "an MT940 statement",
    page: at("transfers"),
    action: at("transfers/import"),
    field: "file",
    rows: 40_000,
    text: mt940,
  },
  {
    name: "a BIN table",
    page: "bins",
    field: "bins",
    rows: 100_000,
    text: (rows) =>
      table(
        "bin,bank_name,card_brand,card_type,card_program",
        rowsOf(rows, (index) => `${40_000_000 + index},Bank ${index % 97},visa,credit,Bonus`),
      ),
  },
  {
    name: "a settlement file",
    page: at("settlement"),
    action: at("settlement/import"),
    field: "settlement",
    rows: 100_000,
    text: (rows) =>
      table(
        SETTLEMENT_HEAD,
        rowsOf(rows, (index) => `att_${index},sale,9900,177,TRY,2026-01-31`),
      ),
  },
  {
    name: "a commission table",
    page: at("tables"),
    action: at("tables/rates"),
    field: "rates",
    rows: 5_000,
    text: (rows) =>
      table(
        "program,card_bank,installment_count,commission_rate,valid_from",
        rowsOf(rows, (index) => `P${index},partner,3,1.50,2026-01-01`),
      ),
  },
];

/** Growth below this many ms cannot be distinguished from the service's other work. */
const NOISE_MS = 10;
/** Limit for 16 times the rows; garbage collection falls into some runs. */
const GROWTH_AT_MOST = 5;
const SMALLER = 16;
const UPLOAD_MS = 180_000;

describe("uploading a large file", () => {
  let shop: ServiceApart;
  let visitor: PanelVisitor;
  const holds: Holds = new Map();
  beforeAll(async () => {
    shop = await startServiceApart();
    visitor = panelVisitor(shop);
    await visitor.signIn(await panelUsers(shop).create("owner"));
  });
  afterAll(() => shop.close());

  const pathOf = (path: string): string =>
    `/panel/${path.replace(":merchant", shop.merchant.merchant.merchantId)}`;
  /** The longest time for which an upload held the event loop, in ms. */
  const heldBy = async ({ page, action = page, field, text }: Upload, rows: number) => {
    await visitor.get(pathOf(page));
    const file = new Blob([text(rows)]);
    await shop.loop();
    const { status, html } = await visitor.post(pathOf(action), { [field]: file });
    expect([status, html.includes('role="alert"')]).toEqual([status === 303 ? 303 : 200, false]);
    return (await shop.loop()).heldMs;
  };

  it.each(UPLOADS)(
    "holds the event loop no longer than a small one: $name",
    async (upload) => {
      await heldBy(upload, 1);
      const small = await heldBy(upload, upload.rows / SMALLER);
      const large = await heldBy(upload, upload.rows);
      expect(large / Math.max(small, NOISE_MS)).toBeLessThan(GROWTH_AT_MOST);
      noteHold(holds, upload.name, large);
    },
    UPLOAD_MS,
  );

  it("holds the event loop no longer than the configured limit", () => {
    judgeHolds("longest holds of the event loop, by file", holds);
  });
});
