// tier: night
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contractCsv } from "../../src/bank/settlement.ts";
import { parseCalendarDay } from "../../src/kernel/calendar-day.ts";
import { SECOND } from "../../src/kernel/clock.ts";
import { verified } from "../support/books.ts";
import { isWholeRun } from "../support/full-run.ts";
import { hostileNumber, hostileText } from "../support/fuzz/json-text.ts";
import { judgeRun, startProbe, type ProbeReport } from "../support/fuzz/probe.ts";
import { sampled } from "../support/fuzz/sampled.ts";
import { paidOrder } from "../support/merchant-calls.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startServiceApart, type ServiceApart } from "../support/service-apart.ts";
import { camt053, mt940 } from "../support/statements.ts";
import { awaitTransfer } from "../support/transfer-customer.ts";
import { sandboxSettlementFile } from "../../src/service/runtime/sandbox-settlement.ts";
import { atInstallation } from "../support/installation.ts";

const { VEZNE_FUZZ_FILES, VEZNE_FUZZ_SEED } = process.env;
const FILES = Number(VEZNE_FUZZ_FILES ?? (isWholeRun ? 400 : 200));
const SEED = Number(VEZNE_FUZZ_SEED ?? 20_263);
const FILE_MS_MAX = 300;
const START_MS_MAX = 60_000;
const SHOWN = 5;

/** Replaces, removes or repeats a piece of a file. */
const damage = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.oneof(fc.nat(3), fc.nat(40), fc.nat(400)),
  how: fc.constantFrom("field", "field", "bytes", "gone", "again", "field"),
  text: fc.oneof(hostileText, hostileNumber, fc.constantFrom("2026-02-30", "0000-00-00", '"', ";")),
  bytes: fc.uint8Array({ maxLength: 20 }),
});
type Damage = typeof damage extends fc.Arbitrary<infer Value> ? Value : never;
const upload = fc.record({
  kind: fc.nat(1_000),
  damages: fc.array(damage, { minLength: 1, maxLength: 4 }),
});

/** The separators of values in any of the file formats. */
const BETWEEN = /[,;\n<>:/]/;

describe(`${FILES} damaged files (VEZNE_FUZZ_SEED=${SEED})`, () => {
  let shop: ServiceApart;
  let visitor: PanelVisitor;
  const complaints: string[] = [];
  const statuses = new Map<string, number>();
  let probed: ProbeReport | undefined;

  beforeAll(
    async () => {
      shop = await startServiceApart();
      visitor = panelVisitor(shop);
      await visitor.signIn(await panelUsers(shop).create("owner"));
      const files = await wholeFiles(shop);
      const probe = startProbe(shop.url);
      for (const { kind, damages } of sampled(upload, { seed: SEED, count: FILES })) {
        const chosen = files[kind % files.length];
        if (chosen === undefined) throw new Error("there are files");
        const file = damages.reduce(damaged, Buffer.from(chosen.file));
        const part = new Blob([new Uint8Array(file)]);
        const { status, location } = await visitor.post(chosen.path, { [chosen.field]: part });
        if (location !== "") await visitor.get(location);
        const result = `${chosen.name} ${status}`;
        statuses.set(result, (statuses.get(result) ?? 0) + 1);
        if (status >= 500) complaints.push(`${result}\n${file.toString().slice(0, 2_000)}`);
      }
      probed = await probe.end();
    },
    START_MS_MAX + FILES * FILE_MS_MAX,
  );
  afterAll(() => shop.close());

  it("are refused with a reason, or imported as they read", () => {
    console.log(`file fuzz: seed ${SEED}, ${JSON.stringify(Object.fromEntries(statuses))}`);
    expect(complaints.slice(0, SHOWN).join("\n\n")).toBe("");
  });

  it("end no process and delay no answer to other clients", () => {
    judgeRun({ name: "file fuzz", shop, faults: complaints.length, probed });
  });

  it("leave no error in the log, and consistent books", async () => {
    expect(shop.logLines.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
    expect((await verified(shop)).differences).toEqual([]);
  });
});

type WholeFile = {
  readonly name: string;
  readonly path: string;
  readonly field: string;
  readonly file: string | Uint8Array;
};

const RATES =
  "program,card_bank,installment_count,commission_rate,valid_from\n" +
  "bonus,own,1,1.79,2024-01-01\nbonus,own,3,4.25,2024-01-01\n";
const LIMITS = "category,max_installments,valid_from\n7,3,2024-01-01\n9,0,2024-01-01\n";
const BINS = "bin,bank_name,card_brand,card_type\n552879,Örnek Bank,Mastercard,debit\n";
const LOGO = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** One valid file of each kind that the panel accepts. */
async function wholeFiles(shop: ServiceApart): Promise<readonly WholeFile[]> {
  await shop.moveClock(2 * SECOND);
  await paidOrder(shop.api);
  const { account, id } = await awaitTransfer(shop);
  const line = { reference: id, minor: account.amount, description: account.reference_code };
  const { merchantId } = shop.merchant.merchant;
  const until = parseCalendarDay("2026-11-30");
  if (until === undefined) throw new Error("no day");
  const settlement = await atInstallation(shop, (installation) =>
    sandboxSettlementFile(installation, merchantId, until),
  );
  const base = `/panel/${merchantId}/test`;
  const of = (name: string, path: string, field: string, file: string | Uint8Array): WholeFile => ({
    name,
    path: path.startsWith("/") ? path : `${base}/${path}`,
    field,
    file,
  });
  return [
    of("camt.053", "transfers/import", "file", camt053(account.iban, [line, line])),
    of("MT940", "transfers/import", "file", mt940(account.iban, [line])),
    of("contract", "settlement/contract", "contract", contractCsv()),
    of("settlement", "settlement/import", "settlement", settlement),
    of("rates", "tables/rates", "rates", RATES),
    of("limits", "tables/limits", "limits", LIMITS),
    of("BINs", "/panel/bins", "bins", BINS),
    of("logo", "settings/brand", "logo", LOGO),
  ];
}

function damaged(file: Buffer, { at, length, how, text, bytes }: Damage): Buffer {
  const start = Math.floor(at * file.length);
  const rest = (from: number): Buffer => file.subarray(from);
  switch (how) {
    case "bytes":
      return Buffer.concat([file.subarray(0, start), bytes, rest(start + bytes.length)]);
    case "gone":
      return Buffer.concat([file.subarray(0, start), rest(start + length)]);
    case "again": {
      const piece = file.subarray(start, start + length);
      return Buffer.concat([file.subarray(0, start), piece, piece, rest(start)]);
    }
    case "field": {
      const before = file.subarray(0, start).toString("latin1");
      const after = file.subarray(start).toString("latin1");
      const from = [...before].findLastIndex((sign) => BETWEEN.test(sign)) + 1;
      const to = start + Math.max(0, after.search(BETWEEN));
      return Buffer.concat([file.subarray(0, from), Buffer.from(text), file.subarray(to)]);
    }
  }
}
