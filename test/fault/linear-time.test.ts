// tier: night
import { describe, expect, it } from "vitest";
import { unknownCard } from "../../src/domain/card/bin-record.ts";
import { textFields } from "../../src/page/fields.ts";
import { readUpload } from "../../src/http/body/upload.ts";
import { received } from "../support/received-form.ts";
import { maskSecrets } from "../../src/system/redaction/mask-secrets.ts";
import { redact } from "../../src/system/redaction/redact.ts";
import { redactPath } from "../../src/system/redaction/redact-path.ts";
import { SHOWN_IN_REQUESTS } from "../../src/system/redaction/shown-names.ts";
import { pain001 } from "../../src/file/statement/pain001.ts";
import { readStatement } from "../../src/file/statement/statement-file.ts";
import { systemDigest } from "../../src/system/digest.ts";
import type { InstallmentTerms } from "../../src/domain/installment/commission.ts";
import { offersFor, type OfferQuestion } from "../../src/domain/installment/offer.ts";
import { dayInTurkey } from "../../src/kernel/calendar-day.ts";
import { instant } from "../../src/kernel/clock.ts";
import { money } from "../../src/kernel/money.ts";
import type { TableRow } from "../../src/domain/table/table-row.ts";
import { readLogo } from "../../src/domain/merchant/logo.ts";
import { checkTerms } from "../../src/domain/settlement/read-term-row.ts";
import type { PayableOut } from "../../src/domain/transfer/refund-transfer.ts";
import { growthOf, isLinear } from "../support/growth.ts";

const names = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, ""]));

const statement = (text: string): unknown => {
  try {
    return readStatement(new TextEncoder().encode(text), systemDigest);
  } catch (error) {
    return error;
  }
};

const PART = `--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n1\r\n`;
const MULTIPART = "multipart/form-data; boundary=x";

/** A settlement contract that changes every day. */
const contract = (days: number): readonly TableRow[] =>
  Array.from({ length: days }, (_, index) => {
    const day = new Date(Date.UTC(1970, 0, 1 + index)).toISOString().slice(0, 10);
    const fields = { ...TERM, valid_from: day, valid_to: day };
    return { line: index + 2, fields: new Map(Object.entries(fields)) };
  });
const TERM = { payment_type: "creditcard", commission_rate: "1.50", value_days: "3" };

const REFUND_TRANSFER: PayableOut = {
  refundId: "REF-1",
  orderId: "ORD-1",
  amount: money(100n, "TRY"),
  fromIban: "TR400006200000000000000001",
  fromName: "Mağaza",
  toIban: "TR420001000000000000000777",
  toName: "Veli",
  requestedAt: instant(0),
};
const refundTransfers = (count: number): readonly PayableOut[] =>
  Array.from({ length: count }, () => REFUND_TRANSFER);

/** A basket of many categories, each with a limit of its own. */
const basket = (count: number): Basket => {
  const categories = Array.from({ length: count }, (_, index) => index);
  const limits = categories.map((category) => ({ ...LIMIT, category }));
  return { terms: { rates: [], limits }, question: { ...QUESTION, categories } };
};
type Basket = { readonly terms: InstallmentTerms; readonly question: OfferQuestion };
const QUESTION: OfferQuestion = {
  amount: money(100n, "TRY"),
  possible: [unknownCard("552879")],
  categories: [],
  day: dayInTurkey(instant(0)),
};
const LIMIT = { kind: undefined, countMax: 3, validFrom: QUESTION.day, validTo: undefined };

/** The start of a JPEG file, with segments but without a frame. */
const picture = (segments: number): Uint8Array =>
  Buffer.from(`ffd8${"ffe00002".repeat(segments)}`, "hex");

/** Inputs of many parts, with their size and reader; most once took quadratic time. */
const CASES: readonly [string, number, (size: number) => unknown, (input: never) => unknown][] = [
  ["a query of many names", 2_000, names, textFields],
  ["a text with an @ at its end", 4_000, (size) => `${"a".repeat(size)}@ `, maskSecrets],
  [
    "a long return URL in the request log",
    8_000,
    (size) => ({ success_url: `${"a".repeat(size)}@ ` }),
    (body) => redact(body, SHOWN_IN_REQUESTS),
  ],
  [
    "a long path in the log",
    2_000,
    (size) => `/${"a".repeat(size)}@/`,
    (path) => redactPath(path, undefined),
  ],
  ["an XML name that does not end", 4_000, (size) => `<${"a".repeat(size)}`, statement],
  [
    "an MT940 line of blanks",
    8_000,
    (size) => `:20:1\n:25:TR\n-}${" ".repeat(size)}\u2028x`,
    statement,
  ],
  [
    "a form of many files",
    400,
    (size) => Buffer.from(`${PART.repeat(size)}--x--\r\n`),
    (body: Buffer) => readUpload(received(body, MULTIPART), body.length),
  ],
  ["a contract of many days", 2_500, contract, checkTerms],
  [
    "a basket of many categories",
    1_000,
    basket,
    ({ terms, question }: Basket) => offersFor(terms, question),
  ],
  ["a picture of many segments", 1_000, picture, readLogo],
  [
    "many refund transfers from one account",
    4_000,
    refundTransfers,
    (list) => pain001(list, { batchId: "VEZNE-0", exportedAt: instant(0) }),
  ],
];

describe("the processing time of an input", () => {
  it.each(CASES)("grows no faster than %s", async (_name, size, make, work) => {
    expect(await growthOf(size, make, work as (input: unknown) => unknown)).toSatisfy(isLinear);
  });

  it("is measured well enough to find a quadratic search", async () => {
    const quadratic = (text: string): unknown => text.replace(/[^\s@]+@/g, "");
    const growth = await growthOf(1_000, (size) => "a".repeat(size), quadratic);
    expect(growth).not.toSatisfy(isLinear);
  });
});
