import { CURRENCY_CODES } from "../../../kernel/currency.ts";
import { may } from "../../../merchant/permission.ts";
import { periodOf } from "../../../report/transaction-filter.ts";
import { summarizeDays } from "../../../report/overview.ts";
import { summarizePeriod } from "../../../report/summarize-period.ts";
import { refusal, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { Field, Select } from "../parts/form.tsx";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { DayCharts } from "./day-charts.tsx";
import { Figures } from "./figures.tsx";
import { CHOICES, readPeriod, type OverviewPeriod } from "./read-period.ts";
import { Banks, Declines, Types } from "./shares.tsx";
import { liveWords } from "../going-live/words.ts";
import { overviewWords } from "./words.ts";

/** The figures of the interface's summary, by day, payment method, bank and decline reason. */
export const overviewRoutes: readonly PanelRoute[] = [
  merchantRoute({ method: "GET", path: "", permission: "overview.see", run: showOverview }),
];

async function showOverview(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope, merchant, language } = context;
  const words = overviewWords[language];
  const page = { kind: "page", nav: "overview", title: words.title } as const;
  const period = readPeriod(context);
  if (period === undefined) {
    const flash = refusal(words.invalid);
    return { ...page, status: 400, flash, body: <Choice context={context} period={undefined} /> };
  }
  const { timeZone } = merchant.settings;
  const span = periodOf(period, timeZone);
  const { days, currency } = period;
  const caller = { merchant, mode: scope.mode };
  const [{ summary }, rollups, details] = await Promise.all([
    summarizePeriod(kit, { caller, days: period, currency }),
    kit.overview.days(scope, span, timeZone),
    kit.overview.details(scope, { period: span, currency }),
  ]);
  const perDay = summarizeDays(rollups, { days, currency });
  return {
    ...page,
    body: (
      <>
        <GoingLive context={context} />
        <Choice context={context} period={period} />
        <Figures context={context} summary={summary} refunds={details?.refunds ?? []} />
        {summary.totalTransactions === 0 ? (
          <Empty context={context} />
        ) : (
          <>
            <DayCharts context={context} days={perDay} />
            <div class="shares">
              <Types context={context} summary={summary} />
              {details !== undefined && <Banks context={context} banks={details.banks} />}
              {details !== undefined && <Declines context={context} declines={details.declines} />}
            </div>
            {details === undefined && <p class="empty">{words.tooMany}</p>}
          </>
        )}
      </>
    ),
  };
}

/** A merchant in test mode finds the way to live payments here. */
function GoingLive({ context }: { readonly context: MerchantContext }) {
  const { scope, merchant, language, signedIn } = context;
  const isOpen = scope.mode === "test" && merchant.settings.liveSince === null;
  if (!isOpen || !may(signedIn.user, "connections.change")) return null;
  return (
    <p>
      <a class="button plain" href={context.to("going-live")}>
        {liveWords[language].link}
      </a>
    </p>
  );
}

function Empty({ context }: { readonly context: MerchantContext }) {
  const words = overviewWords[context.language];
  return (
    <div class="empty">
      <p>{words.none}</p>
      {context.scope.mode === "test" && (
        <p>
          <a href={context.kit.pagePaths.demo(context.language)}>{words.tryShop}</a>
        </p>
      )}
    </div>
  );
}

type ChoiceProps = {
  readonly context: MerchantContext;
  readonly period: OverviewPeriod | undefined;
};

/** The choice of the period, which is part of the address like every other filter. */
function Choice({ context, period }: ChoiceProps) {
  const { language, request } = context;
  const words = overviewWords[language];
  const { currency = "TRY", days = "30", start_date } = request.query;
  const hasOwnDays = start_date !== undefined && start_date !== "";
  return (
    <div class="choose">
      <nav class="pills" aria-label={words.period}>
        <ul>
          {CHOICES.map((choice) => (
            <li>
              <a
                href={context.to() + queryText({ days: String(choice), currency })}
                aria-current={!hasOwnDays && String(choice) === days ? "page" : undefined}
              >
                {words.last(choice)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <form method="get" action={context.to()} class="inline" aria-label={words.period}>
        <Field name="start_date" label={words.from} type="date" value={period?.start} isShort />
        <Field name="end_date" label={words.to} type="date" value={period?.end} isShort />
        <Select
          name="currency"
          label={words.currency}
          value={period?.currency ?? currency}
          options={CURRENCY_CODES.map((code) => [code, code] as const)}
          isShort
        />
        <button type="submit" class="button plain">
          {words.show}
        </button>
      </form>
    </div>
  );
}
