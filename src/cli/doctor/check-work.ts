import type { Pool } from "pg";
import {
  guardedConnector,
  reachOf,
  type LoopbackSettings,
} from "../../outbound/webhook/guarded-connector.ts";
import { systemResolve } from "../../outbound/webhook/name-lookup.ts";
import { createFailedItemStore } from "../../store/job/failed-item-store.ts";
import { quoted } from "../../database/mapping/quoted.ts";
import { isSetAside } from "../../domain/job/failed-item.ts";
import type { Mode } from "../../domain/merchant/merchant.ts";
import { statesAwaiting } from "../../domain/payment/states.ts";
import { systemClock } from "../../system/clock.ts";
import { checkFeeds } from "./check-feeds.ts";
import { failed, ok, warning, type Check } from "./check.ts";

const ENDPOINTS_MOST = 50;

export type WorkConfig = LoopbackSettings;

/** Checks the work of the background jobs: recovery, deliveries, matching, failed items. */
export async function checkWork(pool: Pool, config: WorkConfig): Promise<readonly Check[]> {
  const count = async (sql: string): Promise<number> => {
    const { rows } = await pool.query<{ count: bigint }>(`select count(*) as count from ${sql}`);
    return Number(rows[0]?.count ?? 0n);
  };
  const unknown = await count(
    `payment where state in (${quoted(statesAwaiting("bank"))})
       and updated_at < clock_timestamp() - interval '15 minutes'`,
  );
  const late = await count(
    `webhook_delivery join webhook_endpoint using (merchant_id, endpoint_id)
     where disabled_at is null and due_at < clock_timestamp() - interval '10 minutes'`,
  );
  const bookings = await count("unknown_movement where cleared_at is null");
  const unmatched = await count("statement_line where state = 'unmatched'");
  const restored = await count("restoration where ended_at is null");
  return [
    restored === 0
      ? ok("restored data", "none, or compared with the banks since")
      : failed(
          "restored data",
          "they were not compared with the banks, so no money is moved",
          "`vezne restoration show` lists the comparison; docs/operations/backup.md has the steps.",
        ),
    unknown === 0
      ? ok("recovery", "no payment has been open for long")
      : failed(
          "recovery",
          `${unknown} payments have been open for more than 15 minutes`,
          "Is the service running, and does the bank answer? `vezne payments show ORD-…` shows the attempts.",
        ),
    late === 0
      ? ok("deliveries", "none is overdue")
      : warning("deliveries", `${late} are overdue`, "Is the service running?"),
    bookings === 0
      ? ok("bank bookings", "the service knows all that the banks list")
      : warning(
          "bank bookings",
          `${bookings} are unknown to the service`,
          "Clear them on the panel's page `To clear with the bank`.",
        ),
    unmatched === 0
      ? ok("transfers", "all that arrived were matched")
      : warning("transfers", `${unmatched} wait for a person`, "Match or return them."),
    await checkFeeds(pool, systemClock.now()),
    await checkCards(pool),
    await checkFailedItems(pool),
    ...(await checkEndpoints(pool, config)),
  ];
}

/** The share of unknown cards, in percent, from which the BIN table of live mode counts as old. */
const UNKNOWN_MOST = 5;

/** Checks that the BIN table of live mode knows the banks of the cards that paid last. */
async function checkCards(pool: Pool): Promise<Check> {
  const name = "BIN table";
  const { rows } = await pool.query<{ cards: string; unknown: string }>(
    `select count(*) as cards, count(*) filter (where card_bank is null) as unknown
     from (
       select card_bank from payment
       where mode = 'live' and card_bin is not null
         and created_at >= clock_timestamp() - interval '7 days'
       limit 10000
     ) as recent`,
  );
  const [cards, unknown] = [Number(rows[0]?.cards ?? 0), Number(rows[0]?.unknown ?? 0)];
  if (cards === 0) return ok(name, "no live card paid in seven days");
  const percent = (100 * unknown) / cards;
  const detail = `it knows ${(100 - percent).toFixed(1)} % of ${cards} live cards of seven days`;
  const advice = "`vezne bins import` takes a newer table; the panel lists the unknown cards.";
  return percent > UNKNOWN_MOST ? warning(name, detail, advice) : ok(name, detail);
}

/** The most failed items that the check names; `vezne jobs list` shows all of them. */
const NAMED = 5;

async function checkFailedItems(pool: Pool): Promise<Check> {
  const items = await createFailedItemStore(pool).list({});
  if (items.length === 0) return ok("jobs", "no item fails");
  const named = items.slice(0, NAMED).map((item) => `${item.kind} ${item.itemId}: ${item.error}`);
  const more = items.length > NAMED ? `; and ${items.length - NAMED} more` : "";
  const setAside = items.filter(isSetAside).length;
  const detail = `${items.length} items fail, ${setAside} are set aside: ${named.join("; ")}${more}`;
  const advice = "Mend the cause, then vezne jobs retry; vezne jobs list shows all of them.";
  return setAside > 0 ? failed("jobs", detail, advice) : warning("jobs", detail, advice);
}

type EndpointRow = {
  readonly endpoint_id: string;
  readonly mode: Mode;
  readonly url: string;
  readonly disabled_reason: string | null;
  readonly failures: number;
};

async function checkEndpoints(pool: Pool, config: WorkConfig): Promise<readonly Check[]> {
  const { rows } = await pool.query<EndpointRow>(
    `select endpoint_id, mode, url, disabled_reason, failures from webhook_endpoint
     where disabled_reason is distinct from 'by_hand'
     order by created_at desc limit ${ENDPOINTS_MOST}`,
  );
  return Promise.all(rows.map((row) => checkEndpoint(row, config)));
}

/** Only connects to an endpoint: it must not receive a request that is no event. */
async function checkEndpoint(row: EndpointRow, config: WorkConfig): Promise<Check> {
  const name = `webhook ${row.endpoint_id}`;
  if (row.disabled_reason !== null) {
    const advice = `vezne webhooks enable --endpoint ${row.endpoint_id}`;
    return failed(name, `${row.url} is disabled: ${row.disabled_reason}`, advice);
  }
  const problem = await reach(row, config);
  if (problem !== undefined) {
    return warning(name, `${row.url} can't be reached: ${problem}`, "Tell the merchant.");
  }
  if (row.failures > 0) {
    const advice = `vezne webhooks deliveries list --endpoint ${row.endpoint_id}`;
    return warning(name, `${row.url} failed ${row.failures} times in a row`, advice);
  }
  return ok(name, row.url);
}

async function reach({ url, mode }: EndpointRow, config: WorkConfig): Promise<string | undefined> {
  if (!URL.canParse(url)) return "it is no address";
  const { protocol, hostname, port, host } = new URL(url);
  const connect = guardedConnector({
    reach: reachOf(mode, config),
    resolve: systemResolve,
  });
  return new Promise((resolve) => {
    connect(
      { protocol, hostname, port: port === "" ? defaultPort(protocol) : port, host },
      (error, socket) => {
        socket?.destroy();
        resolve(error === null ? undefined : error.message);
      },
    );
  });
}

function defaultPort(protocol: string): string {
  return protocol === "https:" ? "443" : "80";
}
