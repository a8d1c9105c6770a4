import { passesLuhn } from "../../domain/card/card-number.ts";
import { mayBeCardNumber } from "../../domain/card/find-card-number.ts";
import { endOfDay, parseDay, startOfDay } from "../../kernel/day.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { RequestSearch } from "../../domain/report/request-log.ts";
import type { MerchantContext } from "../kit/context.ts";
import { filterFields } from "../../page/parts/filter-fields.ts";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The filter fields in the log's address, with the format of each. */
const FIELDS: Readonly<Record<string, RegExp>> = {
  status: /^[1-5](\d\d|xx)$/,
  code: /^([a-z_]{1,64}|-\d{1,3})$/,
  method: /^[A-Z]{3,7}$/,
  path: /^.{1,200}$/,
  request_id: /^[A-Za-z0-9._~[\]…-]{1,128}$/,
  key: /^[0-9a-z]{4}$/,
  start_date: /^\d{4}-\d\d-\d\d$/,
  end_date: /^\d{4}-\d\d-\d\d$/,
};
const ENTRY = /^[0-9a-z]{19}$/;
const PER_PAGE = 50;

export type ReadRequestSearch = {
  readonly search: RequestSearch;
  /** The filter in the address, without the cursor. */
  readonly query: Readonly<Record<string, string>>;
};

/** `card_number`: a text that may be a card number is neither searched for nor repeated. */
export type SearchRefusal = "invalid" | "card_number";

export function readRequestSearch({
  request,
  merchant,
}: MerchantContext): Result<ReadRequestSearch, SearchRefusal> {
  const query = requestFilterOf(request.query);
  if (holdsCardNumber(query)) return refused("card_number");
  const isRight = Object.entries(query).every(
    ([name, value]) => FIELDS[name]?.test(value) === true,
  );
  const { start_date = "", end_date = "" } = query;
  const [first, last] = [parseDay(start_date), parseDay(end_date)];
  const isDated = (start_date === "") === (first === undefined);
  if (!isRight || !isDated || (end_date === "") !== (last === undefined)) return refused("invalid");
  const { timeZone } = merchant.settings;
  const { after = "", before = "" } = request.query;
  const { status, code, method, path, request_id: requestId, key: keyLastFour } = query;
  return ok({
    query,
    search: {
      status,
      code,
      method,
      path,
      requestId,
      keyLastFour,
      from: first === undefined ? undefined : startOfDay(first, timeZone),
      until: last === undefined ? undefined : endOfDay(last, timeZone),
      after: ENTRY.test(after) ? after : undefined,
      before: ENTRY.test(before) ? before : undefined,
      limit: PER_PAGE,
    },
  });
}

/** The filter fields that are not empty, in their order; days are ISO. */
export function requestFilterOf(fields: Readonly<Record<string, string>>): Record<string, string> {
  return filterFields(Object.keys(FIELDS), fields);
}

export function holdsCardNumber(query: Readonly<Record<string, string>>): boolean {
  const { request_id: requestId = "", ...rest } = query;
  const digits = requestId.replace(/[._~-]/g, "");
  // Request ids are often numbers. The log masks an id that could be a card number, so a search for
  // such an id is refused.
  const isCard = mayBeCardNumber(digits) && passesLuhn(digits.replace(/\D/g, ""));
  return isCard || Object.values(rest).some(mayBeCardNumber);
}
