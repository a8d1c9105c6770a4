import { CURRENCY_CODES } from "../../kernel/currency.ts";
import { may } from "../../domain/merchant/permission.ts";
import { summarizeDays, type DayRollup } from "../../domain/report/overview.ts";
import { summarizePeriod } from "../../domain/report/summarize-period.ts";
import { summarizeCurrency } from "../../domain/report/summary.ts";
import { periodOf } from "../../domain/report/transaction-filter.ts";
import { liveWords } from "../going-live/words.ts";
import { refusal, type PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { DayField } from "../../page/parts/day-field.tsx";
import { Drop } from "../../page/parts/drop.tsx";
import { Empty } from "../../page/parts/empty.tsx";
import { Presets } from "../../page/parts/filter-bar.tsx";
import { Tabs } from "../../page/parts/tabs.tsx";
import { dayWords } from "../../page/parts/day-words.ts";
import { Changes } from "./changes.tsx";
import { DayCharts } from "./day-charts.tsx";
import { Figures } from "./figures.tsx";
import { readPeriod, todayOf, type OverviewPeriod } from "./read-period.ts";
import { Banks, Declines, Types } from "./shares.tsx";
import { readWaiting, Today } from "./waiting.tsx";
import { overviewWords } from "./words.ts";

/** The next payout, what waits, and the figures of the interface's summary with their parts. */
export const overviewRoutes: readonly PanelRoute[] = [
  merchantRoute({ method: "GET", path: "", permission: "overview.see", run: showOverview }),
];

async function showOverview(context: MerchantContext): Promise<PanelAnswer> {
  const words = overviewWords[context.language];
  const page = {
    kind: "page",
    nav: "overview",
    title: words.title,
    actions: <GoingLive />,
  } as const;
  const period = readPeriod(context);
  if (period === undefined) {
    const flash = refusal(words.invalid);
    return { ...page, status: 400, flash, body: <Days period={undefined} /> };
  }
  const [waiting, found] = await Promise.all([readWaiting(context), readFigures(context, period)]);
  return {
    ...page,
    body: (
      <>
        <Today waiting={waiting} />
        <Days period={period} />
        <Currencies period={period} rollups={found.rollups} />
        <Report period={period} found={found} />
      </>
    ),
  };
}

async function readFigures(context: MerchantContext, period: OverviewPeriod) {
  const { kit, scope, merchant } = context;
  const { timeZone } = merchant.settings;
  const span = periodOf(period, timeZone);
  const earlier = periodOf(period.before, timeZone);
  const { currency } = period;
  const caller = { merchant, mode: scope.mode };
  const choice = { period: span, currency };
  const [{ summary }, rollups, old, details, changes] = await Promise.all([
    summarizePeriod(kit, { caller, days: period, currency }),
    kit.overview.days(scope, span, timeZone),
    kit.reports.rollup(scope, earlier),
    kit.overview.details(scope, choice),
    kit.overview.changes(scope, { ...choice, before: earlier, timeZone }),
  ]);
  return { summary, rollups, before: summarizeCurrency(old, currency), details, changes };
}

type ReportProps = {
  readonly period: OverviewPeriod;
  readonly found: Awaited<ReturnType<typeof readFigures>>;
};

function Report({ period, found }: ReportProps) {
  const { summary, rollups, before, details, changes } = found;
  const words = useWords(overviewWords);
  return (
    <>
      <Figures period={period} summary={summary} before={before} refunds={details?.refunds ?? []} />
      {summary.totalTransactions === 0 ? (
        <NoPayments />
      ) : (
        <>
          <DayCharts days={summarizeDays(rollups, period)} />
          {changes !== undefined && <Changes period={period} changes={changes} />}
          <div class="shares">
            <Types period={period} summary={summary} />
            {details !== undefined && <Banks period={period} banks={details.banks} />}
            {details !== undefined && <Declines period={period} declines={details.declines} />}
          </div>
          {details === undefined && <p class="empty">{words.tooMany}</p>}
        </>
      )}
    </>
  );
}

/** A merchant in test mode finds the way to live payments here. */
function GoingLive() {
  const { scope, merchant, language, signedIn, to } = useMerchant();
  const isOpen = scope.mode === "test" && merchant.settings.liveSince === null;
  if (!isOpen || !may(signedIn.user, "connections.change")) return null;
  return (
    <a class="button plain" href={to("going-live")}>
      {liveWords[language].link}
    </a>
  );
}

function NoPayments() {
  const { kit, scope, language } = useMerchant();
  const words = useWords(overviewWords);
  return (
    <Empty text={words.none}>
      {scope.mode === "test" ? (
        <a href={kit.pagePaths.demo(language)}>{words.tryShop}</a>
      ) : undefined}
    </Empty>
  );
}

/** The choice of the period, which is part of the address like every other filter. */
function Days({ period }: { readonly period: OverviewPeriod | undefined }) {
  const context = useMerchant();
  const { request } = context;
  const words = useWords(dayWords);
  const { currency = "" } = request.query;
  return (
    <div class="choose">
      <Presets
        chosen={{ start: period?.start, end: period?.end }}
        today={todayOf(context)}
        at={({ start, end }) =>
          context.to() + queryText({ start_date: start, end_date: end, currency })
        }
      />
      <Drop label={words.own} icon="calendar" side="end" class="filters" isOpen={!period}>
        <form method="get" action={context.to()} aria-label={words.choose}>
          <div class="pair">
            <DayField
              name="start_date"
              label={words.from}
              value={period?.start ?? request.query["start_date"]}
            />
            <DayField
              name="end_date"
              label={words.to}
              value={period?.end ?? request.query["end_date"]}
            />
          </div>
          <input type="hidden" name="currency" value={currency} />
          <button type="submit" class="button main">
            {words.show}
          </button>
        </form>
      </Drop>
    </div>
  );
}

type CurrenciesProps = { readonly period: OverviewPeriod; readonly rollups: readonly DayRollup[] };

/** The currencies of the period as tabs, if there are several. */
function Currencies({ period, rollups }: CurrenciesProps) {
  const { language, to } = useMerchant();
  const { start, end, currency: chosen } = period;
  const used = CURRENCY_CODES.filter(
    (code) => code === chosen || rollups.some(({ currency }) => currency === code),
  );
  if (used.length < 2) return null;
  return (
    <Tabs
      label={overviewWords[language].currency}
      tabs={used.map((code) => ({
        href: to() + queryText({ start_date: start, end_date: end, currency: code }),
        label: code,
        isCurrent: code === chosen,
      }))}
    />
  );
}
