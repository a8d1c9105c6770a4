import type { Day } from "../../kernel/day.ts";
import type { MerchantContext } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";

type Days = { readonly start: Day; readonly end: Day };

/** The address of the list of payments behind a figure of these days. */
export function listLink(
  context: MerchantContext,
  { start, end }: Days,
  conditions: Readonly<Record<string, string | undefined>> = {},
): string {
  return context.to("payments") + queryText({ start_date: start, end_date: end, ...conditions });
}
