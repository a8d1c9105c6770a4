import { dayInTurkey } from "../../kernel/calendar-day.ts";
import type { Currency } from "../../kernel/currency.ts";
import { money } from "../../kernel/money.ts";
import type { CalendarEntry } from "../../domain/settlement/ports.ts";
import { formatMoney } from "../../page/format.ts";
import type { PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { Button } from "../../page/parts/form.tsx";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { formatNumber } from "../../page/parts/numbers.ts";
import { Table, type Column } from "../../page/parts/table.tsx";
import { formatDay } from "../../page/parts/when.tsx";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import {
  connectionsOf,
  ConnectionFilter,
  hasConnections,
  namedConnection,
  titleIn,
  type Connections,
} from "./connections.tsx";
import { DatingOffer, datableSales, datingRoutes } from "./dating.tsx";
import { settlementWords } from "./words.ts";

/** The expected payouts of the acquirers, by day. */
export const calendarRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "GET",
    path: "settlement/calendar",
    permission: "settlement.see",
    run: calendarPage,
  }),
  ...datingRoutes,
];

async function calendarPage(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope, language, request } = context;
  const words = settlementWords[language];
  const connections = await connectionsOf(context);
  const wanted = namedConnection(request.query);
  const days = (await kit.settlements.calendar(scope))
    .filter(({ acquirer }) => wanted === undefined || acquirer === wanted)
    .flatMap(apart);
  const datable = await datableSales(context, days);
  return {
    kind: "page",
    nav: "settlement",
    title: words.calendar,
    crumbs: [{ label: words.title, href: context.to("settlement") }],
    body: (
      <>
        <p class="hint">{words.calendarIntro}</p>
        {hasConnections(connections) && (
          <form class="sift" action={context.to("settlement/calendar")}>
            <ConnectionFilter connections={connections} />
            <Button kind="plain">{words.show}</Button>
          </form>
        )}
        {datable !== undefined && <DatingOffer datable={datable} />}
        {days.length === 0 ? (
          <p class="empty">{words.nothingDue}</p>
        ) : (
          <Days days={days} connections={connections} />
        )}
      </>
    ),
  };
}

/** Undated sales and undated refunds lack a date for two reasons, so they are separate rows. */
function apart(day: CalendarEntry): CalendarEntry[] {
  const { valueDate, sales, refunds } = day;
  if (valueDate !== undefined || sales === 0 || refunds === 0n) return [day];
  return [
    { ...day, refunds: 0n },
    { ...day, sales: 0, gross: 0n, commission: 0n },
  ];
}

type Props = { readonly days: readonly CalendarEntry[]; readonly connections: Connections };

function Days({ days, connections }: Props) {
  const context = useMerchant();
  const words = useWords(settlementWords);
  const sums = (name: (currency: string) => string, of: Props["days"]) =>
    [...totalsOf(of)].map(([currency, net]) => (
      <Fact name={name(currency)}>{formatMoney(money(net, currency), context.language)}</Fact>
    ));
  const undated = days.filter(({ valueDate }) => valueDate === undefined);
  return (
    <>
      <section class="card">
        <Facts>
          {sums(words.total, days)}
          {sums(
            words.overdueSum,
            days.filter((day) => isOverdue(context, day)),
          )}
          {sums(
            words.notComparedSum,
            days.filter((day) => isPast(context, day) && !day.wasCompared),
          )}
          {sums(
            words.neverKnownSum,
            undated.filter(({ sales }) => sales > 0),
          )}
        </Facts>
      </section>
      <Table label={words.calendar} columns={columnsOf(context, connections)} rows={days} />
      {undated.some(({ sales }) => sales > 0) && (
        <p class="hint">
          {words.neverKnown}: {words.neverKnownHint}
        </p>
      )}
      {undated.some(({ sales }) => sales === 0) && (
        <p class="hint">
          {words.openRefunds}: {words.openRefundsHint}
        </p>
      )}
    </>
  );
}

function columnsOf(
  context: MerchantContext,
  connections: Connections,
): readonly Column<CalendarEntry>[] {
  const { language } = context;
  const words = settlementWords[language];
  const sum = (head: string, minorOf: (day: CalendarEntry) => bigint): Column<CalendarEntry> => ({
    head,
    isNumber: true,
    cell: (day) => formatMoney(money(minorOf(day), day.currency), language),
  });
  const ofConnection: Column<CalendarEntry> = {
    head: words.acquirer,
    cell: ({ acquirer }) => titleIn(context, connections, acquirer),
  };
  return [
    { head: words.day, isRowHead: true, cell: (day) => <ValueDate day={day} /> },
    ...(hasConnections(connections) ? [ofConnection] : []),
    { head: words.currency, cell: ({ currency }) => currency },
    { head: words.sales, isNumber: true, cell: ({ sales }) => formatNumber(sales, language) },
    sum(words.gross, ({ gross }) => gross),
    sum(words.commission, ({ commission }) => commission),
    sum(words.refunds, ({ refunds }) => refunds),
    sum(words.net, netOf),
  ];
}

function ValueDate({ day }: { readonly day: CalendarEntry }) {
  const context = useMerchant();
  const words = useWords(settlementWords);
  const { valueDate, sales } = day;
  if (valueDate === undefined) return <>{sales > 0 ? words.neverKnown : words.openRefunds}</>;
  return (
    <>
      {formatDay(valueDate, context.language)}{" "}
      {isOverdue(context, day) && <span class="badge bad">{words.overdue}</span>}
      {isPast(context, day) && !day.wasCompared && <span class="badge">{words.notCompared}</span>}
    </>
  );
}

/** True for money that a file of its day, or a later one, did not have. */
function isOverdue(context: MerchantContext, day: CalendarEntry): boolean {
  return isPast(context, day) && day.wasCompared;
}

function isPast({ kit, scope }: MerchantContext, { valueDate }: CalendarEntry): boolean {
  return valueDate !== undefined && valueDate < dayInTurkey(kit.clocks.now(scope));
}

function netOf({ gross, commission, refunds }: CalendarEntry): bigint {
  return gross - commission - refunds;
}

function totalsOf(days: readonly CalendarEntry[]): ReadonlyMap<Currency, bigint> {
  const totals = new Map<Currency, bigint>();
  for (const day of days) {
    totals.set(day.currency, (totals.get(day.currency) ?? 0n) + netOf(day));
  }
  return totals;
}
