import type { Payment } from "../../domain/payment/payment.ts";
import { dayOf, parseDay } from "../../kernel/day.ts";
import { may } from "../../domain/merchant/permission.ts";
import type { FoundPayments } from "../../domain/report/find-payments.ts";
import { redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant } from "../kit/context.ts";
import { LONGEST_ADDRESS, queryText } from "../kit/panel-paths.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { COMMON_EXPONENT, parseAmount } from "../../page/parts/amount-text.ts";
import { Chips, Presets } from "../../page/parts/filter-bar.tsx";
import { chipsOf, FilterForm, type Query } from "./filter-form.tsx";
import { PaymentTable } from "./payment-table.tsx";
import {
  readSearch,
  searchOf,
  withoutCardNumbers,
  type Search,
  type SearchRefusal,
} from "./read-search.ts";
import { StatusTabs, countsByStatus, type StatusCounts } from "./status-tabs.tsx";
import { Views } from "./view-tabs.tsx";
import { listWords } from "./words.ts";

/** The merchant's payments; every filter is in the address and means the same as in the API. */
export const paymentListRoutes: readonly PanelRoute[] = [
  merchantRoute({ method: "GET", path: "payments", permission: "payments.see", run: showList }),
  merchantRoute({ method: "POST", path: "payments/find", permission: "payments.see", run: find }),
];

/**
 * Redirects a typed search to the address of the list. The search form sends a body, so that a
 * typed card number appears in no address, log or browser history.
 */
async function find(context: MerchantContext): Promise<PanelAnswer> {
  const { request, language } = context;
  const { q = "", bank = "", min = "", max = "" } = request.body;
  const amounts = { min_amount: minorText(min), max_amount: minorText(max) };
  const texts = { q: q.trim(), bank: bank.trim() };
  const query = searchOf({ ...request.body, ...amounts, ...texts });
  const list = context.to("payments") + queryText(query);
  if (list.length > LONGEST_ADDRESS) return refuse(context, "invalid");
  const shown = withoutCardNumbers(query);
  if (Object.keys(shown).length < Object.keys(query).length) {
    const to = context.to("payments") + queryText(shown);
    return redirect(to, refusal(listWords[language].cardNumber));
  }
  return redirect(list);
}

/** A typed amount in minor units. An unreadable one stays as it is, and the list refuses it. */
function minorText(text: string): string {
  const minor = parseAmount(text, COMMON_EXPONENT);
  return minor === undefined ? text.trim() : String(minor);
}

async function showList(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope } = context;
  const read = readSearch(context);
  if (!read.ok) return refuse(context, read.refusal);
  const found = await kit.finder.find(scope, read.value.search);
  if (found === "too_slow") return listPage(context, read.value, { status: 503 });
  const only = onlyMatch(read.value, found);
  if (only !== undefined) return redirect(context.to(`payments/${only.orderId}`));
  const counts = await countsByStatus(context, read.value);
  return listPage(context, read.value, { status: 200, found, counts });
}

/** The single payment that a typed text finds, which the search opens at once. */
function onlyMatch({ search }: Search, found: FoundPayments): Payment | undefined {
  const isFirstPage = search.after === undefined && search.before === undefined;
  return search.term !== undefined && isFirstPage && found.total === 1
    ? found.payments[0]
    : undefined;
}

/** Shows the refusal; an address that holds a card number is replaced by a redirect. */
function refuse(context: MerchantContext, why: SearchRefusal): Promise<PanelAnswer> | PanelAnswer {
  const words = listWords[context.language];
  if (why === "card_number") return redirect(context.to("payments"), refusal(words.cardNumber));
  return listPage(context, undefined, { status: 400 });
}

type ShownList = {
  readonly status: number;
  readonly found?: FoundPayments;
  readonly counts?: StatusCounts;
};

async function listPage(
  context: MerchantContext,
  search: Search | undefined,
  shown: ShownList,
): Promise<PanelAnswer> {
  const { kit, scope, signedIn, language, request } = context;
  const words = listWords[language];
  const { status, found, counts } = shown;
  const query = search?.query ?? {};
  const views = await kit.views.list(scope, signedIn.user.userId);
  const isFiltered = Object.keys(query).length > 0;
  return {
    kind: "page",
    status,
    nav: "payments",
    title: words.title,
    ...(status === 400 ? { flash: refusal(words.invalid) } : {}),
    ...(status === 503 ? { flash: refusal(words.tooSlow) } : {}),
    actions: may(signedIn.user, "payments.export") && (
      <a class="button plain" href={context.to("payments/export") + queryText(query)}>
        {words.export}
      </a>
    ),
    body: (
      <>
        <Views views={views} query={query} />
        <StatusTabs query={query} counts={counts} />
        <DayPresets query={query} />
        <FilterForm query={search === undefined ? request.query : query} isOpen={status === 400} />
        <Chips chips={chipsOf(context, query)} clear={context.to("payments")} />
        {found !== undefined && search !== undefined && (
          <PaymentTable shown={{ found, query, isFiltered, counts, size: search.search.limit }} />
        )}
      </>
    ),
  };
}

function DayPresets({ query }: { readonly query: Query }) {
  const { kit, scope, merchant, to } = useMerchant();
  const day = (name: string) => parseDay(query[name] ?? "");
  return (
    <Presets
      chosen={{ start: day("start_date"), end: day("end_date") }}
      today={dayOf(kit.clocks.now(scope), merchant.settings.timeZone)}
      at={({ start, end }) =>
        to("payments") + queryText({ ...query, start_date: start, end_date: end })
      }
      hasAll
    />
  );
}
