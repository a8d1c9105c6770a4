import { money } from "../../kernel/money.ts";
import type { Currency } from "../../kernel/currency.ts";
import { STATUS_RESULT, type PaymentStatus } from "../../domain/payment/states.ts";
import type { Rollup } from "../../domain/report/summary.ts";
import { formatMoney } from "../../page/format.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { formatNumber } from "../../page/parts/numbers.ts";
import { Tabs } from "../../page/parts/tabs.tsx";
import type { Query } from "./filter-form.tsx";
import type { Search } from "./read-search.ts";
import { listWords } from "./words.ts";

/** The statuses in the order of the questions that a clerk asks. */
const TABS = [
  undefined,
  "completed",
  "failed",
  "refunded",
  "authorized",
  "processing",
  "pending",
  "cancelled",
] as const satisfies readonly (PaymentStatus | undefined)[];

/** The counts that the roll-up has of a list; absent if the list has finer conditions. */
export type StatusCounts = readonly Rollup[] | undefined;

/** Counts a list by status, unless a condition is not part of the roll-up. */
export async function countsByStatus(
  context: MerchantContext,
  search: Search,
): Promise<StatusCounts> {
  const { filter, query } = search;
  const { q, min_amount, max_amount, reason, bank } = query;
  if ([q, min_amount, max_amount, reason, bank].some((value) => value !== undefined)) {
    return undefined;
  }
  const rollups = await context.kit.reports.rollup(context.scope, filter.period);
  const { paymentType } = filter;
  return rollups.filter((one) => paymentType === undefined || one.paymentType === paymentType);
}

type TabsProps = { readonly query: Query; readonly counts: StatusCounts };

/** The statuses as tabs over the list, with the number of payments of each. */
export function StatusTabs({ query, counts }: TabsProps) {
  const { language, to } = useMerchant();
  const words = useWords(listWords);
  const shown = TABS.filter(
    (status) => status === undefined || status === query["status"] || countOf(counts, status) !== 0,
  );
  return (
    <Tabs
      label={words.status}
      tabs={shown.map((status) => {
        const count = countOf(counts, status);
        return {
          href: to("payments") + queryText({ ...query, status }),
          label: words.tabs[status ?? "all"],
          count: count === undefined ? undefined : formatNumber(count, language),
          isCurrent: (query["status"] ?? "") === (status ?? ""),
        };
      })}
    />
  );
}

function countOf(counts: StatusCounts, status: PaymentStatus | undefined): number | undefined {
  return counts
    ?.filter((one) => status === undefined || one.status === status)
    .reduce((sum, { payments }) => sum + payments, 0);
}

/** The sums of the list by currency, each with the words that name the summed payments. */
export function totalsText(
  context: MerchantContext,
  { query, counts }: Omit<TabsProps, "context">,
): string | undefined {
  const { language } = context;
  const tab = TABS.find((status) => status === query["status"]);
  const added = (counts ?? []).filter(({ status }) =>
    tab === undefined ? STATUS_RESULT[status] === "successful" : status === tab,
  );
  if (added.length === 0) return undefined;
  const sums = new Map<Currency, bigint>();
  for (const { currency, amountMinor } of added) {
    sums.set(currency, (sums.get(currency) ?? 0n) + amountMinor);
  }
  const amounts = [...sums].map(([currency, minor]) =>
    formatMoney(money(minor, currency), language),
  );
  const count = formatNumber(countOf(added, undefined) ?? 0, language);
  return listWords[language].sums[tab ?? "all"](amounts.join(" · "), count);
}
