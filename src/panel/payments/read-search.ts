import { Check } from "typebox/value";
import { mayBeCardNumber } from "../../domain/card/find-card-number.ts";
import { CURRENCY_CODES } from "../../kernel/currency.ts";
import { parseOrderId } from "../../kernel/ids.ts";
import { DECLINE_REASONS } from "../../domain/payment/decline.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { PaymentSearch, SearchTerm } from "../../domain/report/find-payments.ts";
import type { TransactionFilter } from "../../domain/report/transaction-filter.ts";
import { readFilter } from "../../http/body/report-query.ts";
import { ListQuerySchema } from "../../http/schema/report.ts";
import type { MerchantContext } from "../kit/context.ts";
import { COMMON_EXPONENT, parseAmount } from "../../page/parts/amount-text.ts";
import { filterFields } from "../../page/parts/filter-fields.ts";

/** The filter fields in the list's address; each means the same as in the API. */
const FILTER_FIELDS = [
  "start_date",
  "end_date",
  "status",
  "payment_type",
  "min_amount",
  "max_amount",
] as const;

/** The fields of the panel's own filter, which the interface does not have. */
const PANEL_FIELDS = ["reason", "bank"] as const;

export const PAGE_SIZES = [25, 50, 100] as const;
const PER_PAGE = 50;
const LONGEST_BANK = 80;

export type Search = {
  readonly filter: TransactionFilter;
  readonly search: PaymentSearch;
  /** The filter in the address, without the cursor. */
  readonly query: Readonly<Record<string, string>>;
};

/** `card_number`: a text that may be a card number is neither searched for nor repeated. */
export type SearchRefusal = "invalid" | "card_number";

/** Reads the address of a list with the rules of the interface. */
export function readSearch(context: MerchantContext): Result<Search, SearchRefusal> {
  const { request, merchant, scope } = context;
  const { q = "", after = "", before = "", per_page = "", reason = "", bank = "" } = request.query;
  const [text, cardBank] = [q.trim(), bank.trim()];
  if (Object.values(searchOf(request.query)).some(mayBeCardNumber)) return refused("card_number");
  const query = filterOf(request.query);
  const asked = per_page === "" ? query : { ...query, per_page };
  const declineReason = DECLINE_REASONS.find((one) => one === reason);
  const isWrong = (reason !== "" && declineReason === undefined) || cardBank.length > LONGEST_BANK;
  if (!Check(ListQuerySchema, asked) || text.length > 255 || isWrong) {
    return refused("invalid");
  }
  const filter = readFilter(asked, { merchant, mode: scope.mode });
  if (!filter.ok) return refused("invalid");
  return ok({
    filter: filter.value,
    search: {
      ...filter.value,
      term: termOf(text),
      declineReason,
      cardBank: cardBank === "" ? undefined : cardBank,
      after: parseOrderId(after),
      before: parseOrderId(before),
      limit: per_page === "" ? PER_PAGE : Number(per_page),
    },
    query: searchOf({ ...request.query, q: text }),
  });
}

function termOf(text: string): SearchTerm | undefined {
  if (text === "") return undefined;
  // `₺1.250,00` and `1250 TL` are amounts.
  const code = [...CURRENCY_CODES, "TL"].find((one) => text.toUpperCase().endsWith(one)) ?? "";
  const bare = text.slice(0, text.length - code.length);
  return { text, amountMinor: parseAmount(bare, COMMON_EXPONENT) };
}

/** Reads the filter alone, from any object with its fields. */
export function readFilterOf(
  { merchant, scope }: MerchantContext,
  fields: Readonly<Record<string, string>>,
): TransactionFilter | undefined {
  const asked = filterOf(fields);
  if (!Check(ListQuerySchema, asked)) return undefined;
  const filter = readFilter(asked, { merchant, mode: scope.mode });
  return filter.ok ? filter.value : undefined;
}

/** The fields of a search without those that may hold a card number, which no address shows. */
export function withoutCardNumbers(fields: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => !mayBeCardNumber(text)));
}

/** All fields of a search that are not empty, without the cursor and the page size. */
export function searchOf(fields: Readonly<Record<string, string>>): Record<string, string> {
  return filterFields([...FILTER_FIELDS, ...PANEL_FIELDS, "q"], fields);
}

/** The fields of the interface's filter that are not empty, in their order. */
export function filterOf(fields: Readonly<Record<string, string>>): Record<string, string> {
  return filterFields(FILTER_FIELDS, fields);
}
