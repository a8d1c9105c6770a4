import { DAY } from "../../kernel/clock.ts";
import { dayAfter, dayInTurkey } from "../../kernel/calendar-day.ts";
import type { Currency } from "../../kernel/currency.ts";
import { money } from "../../kernel/money.ts";
import { silentAmong } from "../../domain/account-feed/health.ts";
import { may } from "../../domain/merchant/permission.ts";
import { MOST_COUNTED, type TaskCounts } from "../../domain/report/task-counts.ts";
import type { CalendarEntry } from "../../domain/settlement/ports.ts";
import { formatMoney } from "../../page/format.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { navOf, type NavKey } from "../kit/nav.ts";
import { Card } from "../../page/parts/card.tsx";
import { Glyph } from "../../page/parts/glyph.tsx";
import { formatDay } from "../../page/parts/when.tsx";
import { overviewWords } from "./words.ts";

export type WaitingCounts = {
  readonly counts: TaskCounts;
  /** Keys that end within two weeks. */
  readonly endingKeys: number;
  /** Connections whose last answer from the bank was a refusal of their credentials. */
  readonly refusedConnections: number;
  /** Account feeds that are silent, or whose lines are not all understood. */
  readonly silentFeeds: number;
  /** The expected payouts; undefined if the user may not see them. */
  readonly payouts: readonly CalendarEntry[] | undefined;
};

const KEY_NOTICE = 14 * DAY;

export async function readWaiting(context: MerchantContext): Promise<WaitingCounts> {
  const { kit, scope, signedIn } = context;
  const { user } = signedIn;
  const now = kit.clock.now();
  const [counts, keys, connections, feeds, payouts] = await Promise.all([
    kit.taskCounter.count(scope),
    may(user, "keys.see") ? kit.merchants.listKeys(scope.merchantId) : [],
    may(user, "connections.see") ? kit.connections.list(scope) : [],
    may(user, "transfers.see") ? kit.accountFeeds.list(scope) : [],
    may(user, "settlement.see") ? kit.settlements.calendar(scope) : undefined,
  ]);
  const endingKeys = keys.filter(
    ({ mode, expiresAt = now }) =>
      mode === scope.mode && expiresAt > now && expiresAt - now < KEY_NOTICE,
  );
  const refused = connections.filter(
    ({ state, lastCheck }) => state !== "retired" && lastCheck?.kind === "refused",
  );
  return {
    counts,
    endingKeys: endingKeys.length,
    refusedConnections: refused.length,
    silentFeeds: silentAmong(feeds, now).length,
    payouts,
  };
}

type WaitingProps = { readonly waiting: WaitingCounts };

/** The next payout, and everything that waits for a person. */
export function Today({ waiting }: WaitingProps) {
  const words = useWords(overviewWords);
  return (
    <div class="today">
      {waiting.payouts !== undefined && (
        <Card title={words.nextMoney}>
          <NextMoney payouts={waiting.payouts} />
        </Card>
      )}
      <Card title={words.waiting}>
        <WaitingList waiting={waiting} />
      </Card>
    </div>
  );
}

function NextMoney({ payouts }: { readonly payouts: readonly CalendarEntry[] }) {
  const context = useMerchant();
  const { kit, scope, language } = context;
  const words = useWords(overviewWords);
  const today = dayInTurkey(kit.clocks.now(scope));
  const dated = payouts.filter(({ valueDate }) => valueDate !== undefined);
  const [next] = dated
    .flatMap(({ valueDate: day = today }) => (day > today ? [day] : []))
    .toSorted();
  const due = payouts.filter(({ valueDate }) => valueDate === next);
  const past = dated.filter(({ valueDate: day = today }) => day < today);
  const late = past.filter(({ wasCompared }) => wasCompared);
  const notCompared = past.filter(({ wasCompared }) => !wasCompared);
  const href = context.to("settlement/calendar");
  return (
    <>
      {next === undefined ? (
        <p>
          <a href={href}>{payouts.length === 0 ? words.noMoney : words.unknownMoney}</a>
        </p>
      ) : (
        <p class="big">
          <a href={href}>{amounts(context, due)}</a>
          <small>{next === dayAfter(today) ? words.tomorrow : formatDay(next, language)}</small>
        </p>
      )}
      {late.length > 0 && (
        <p>
          <span class="badge bad">{words.late}</span> {amounts(context, late)}
        </p>
      )}
      {notCompared.length > 0 && (
        <p>
          <span class="badge">{words.notCompared}</span> {amounts(context, notCompared)}
        </p>
      )}
    </>
  );
}

/** The net sums of payouts, by currency. */
function amounts({ language }: MerchantContext, payouts: readonly CalendarEntry[]): string {
  const sums = new Map<Currency, bigint>();
  for (const { currency, gross, commission, refunds } of payouts) {
    sums.set(currency, (sums.get(currency) ?? 0n) + gross - commission - refunds);
  }
  return [...sums]
    .map(([currency, minor]) => formatMoney(money(minor, currency), language))
    .join(" · ");
}

function WaitingList({ waiting }: WaitingProps) {
  const { signedIn, to } = useMerchant();
  const { counts, endingKeys, refusedConnections, silentFeeds } = waiting;
  const words = useWords(overviewWords);
  const all: readonly (readonly [NavKey, number, (count: string) => string, query?: string])[] = [
    ["payments", counts.holds, words.waits.holds, "?status=authorized"],
    ["approvals", counts.approvals, words.waits.approvals],
    ["transfers", counts.transfers, words.waits.transfers],
    ["transfers", silentFeeds, words.waits.feeds],
    ["cases", counts.cases, words.waits.cases],
    ["webhooks", counts.webhooks, words.waits.webhooks],
    ["acquirers", refusedConnections, words.waits.connections],
    ["keys", endingKeys, words.waits.keys],
  ];
  const entries = navOf(signedIn.user).flatMap(([, group]) => group);
  const shown = all.flatMap(([key, count, text, query = ""]) => {
    const entry = entries.find((one) => one.key === key);
    return entry === undefined || count === 0 ? [] : [{ entry, count, text, query }];
  });
  if (shown.length === 0) return <p class="mute">{words.nothingWaits}</p>;
  return (
    <ul class="tasks">
      {shown.map(({ entry, count, text, query }) => (
        <li>
          <a href={to(entry.path) + query}>
            <Glyph name={entry.key} />
            {text(count >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : String(count))}
          </a>
        </li>
      ))}
    </ul>
  );
}
