import type { Pool } from "pg";
import type { Config } from "../../config/config.ts";
import { DAY, instant } from "../../kernel/clock.ts";
import { keyAge } from "../../kernel/key-age.ts";
import { REFUSED_REPORTS } from "../../domain/report/policy-violation.ts";
import { checkKms } from "./check-kms.ts";
import { checkSigners } from "./check-signers.ts";
import { failed, ok, warning, type Check } from "./check.ts";

const REPORTED_DAYS = 7;

/** Checks the keys and the violations on the payment pages. */
export async function checkSecurity(pool: Pool, config: Config): Promise<readonly Check[]> {
  return [
    await checkVaultKey(pool, config),
    await checkKeyPlace(pool, config),
    ...(await checkKms(pool, config)),
    await checkSigners(pool, config),
    await checkKeyAges(pool, config),
    await checkViolations(pool),
    await checkRefusedReports(pool),
  ];
}

async function checkVaultKey(pool: Pool, { vault }: Config): Promise<Check> {
  const name = "vault key";
  const { rows } = await pool.query<{ key_id: string; since: number; now: number }>(
    "select key_id, created_at as since, clock_timestamp() as now from vault_key where is_current",
  );
  const [row] = rows;
  if (row === undefined) return ok(name, "none yet: nothing has been sealed");
  const { periodDays } = vault;
  const { state, dueAt } = keyAge(instant(row.since), { now: instant(row.now), periodDays });
  const detail = `${row.key_id}, to be replaced by ${new Date(dueAt).toISOString().slice(0, 10)}`;
  const advice = "vezne vault rotate; see docs/operations/stored-cards.md.";
  return state === "good" ? ok(name, detail) : warning(name, detail, advice);
}

/** Checks where the vault key is: a copy of the disk must not hold live cards and their key. */
async function checkKeyPlace(pool: Pool, { vault, databaseUrl }: Config): Promise<Check> {
  const name = "place of the vault key";
  const { kms, partFiles, parts, keys, file } = vault;
  if (kms.keys.length > 0) return ok(name, "a key management service");
  if (partFiles.length + parts.length > 0) return ok(name, "in parts of several custodians");
  if (keys.length > 0) return ok(name, "VEZNE_VAULT_KEY");
  if (file !== undefined) return ok(name, file);
  const { rows } = await pool.query<{ has_live: boolean }>(
    // Citus needs a column in a subquery that it runs by itself.
    "select exists (select 1 from stored_card where mode = 'live' and sealed is not null) as has_live",
  );
  const advice =
    "Move vault-key.json to another place and name it in VEZNE_VAULT_KEY_FILE, or use " +
    "VEZNE_VAULT_KEY or parts; then vezne vault rotate. See docs/security/keys.md.";
  if (rows[0]?.has_live !== true) return ok(name, "the data directory; there are no live cards");
  const detail = "live cards are stored, and their key lies in the data directory";
  return databaseUrl === undefined
    ? failed(name, `${detail}, beside the database`, advice)
    : warning(name, detail, advice);
}

/** Checks the age of API keys and of secrets that sign webhooks and redirects, of live mode. */
async function checkKeyAges(pool: Pool, { vault }: Config): Promise<Check> {
  const name = "age of live keys";
  const { rows } = await pool.query<{ keys: bigint; secrets: bigint; merchants: bigint }>(
    OLD_KEYS,
    [vault.periodDays * DAY],
  );
  const [row] = rows;
  const { keys, secrets, merchants } = row ?? { keys: 0n, secrets: 0n, merchants: 0n };
  if (keys + secrets === 0n) return ok(name, `none is older than ${vault.periodDays} days`);
  const detail =
    `${keys} API keys and ${secrets} signing secrets of ${merchants} merchants are older than ` +
    `${vault.periodDays} days`;
  return warning(name, detail, "Settings, Security in the panel names them; roll them.");
}

/** A merchant's secret is as old as the merchant until it is replaced. */
const SECRET_SINCE = `coalesce(
  to_timestamp((merchant.settings ->> 'secretMadeAt')::bigint / 1000.0), merchant.created_at
)`;

const OLD_KEYS = `
with old_key as (
  select merchant_id from api_key
  where mode = 'live' and expires_at is null
    and created_at < clock_timestamp() - $1 * interval '1 millisecond'
), old_secret as (
  select merchant_id from webhook_endpoint join merchant using (merchant_id)
  where mode = 'live' and disabled_at is null
    and coalesce((secrets -> 0 ->> 'made_at')::timestamptz, ${SECRET_SINCE})
      < clock_timestamp() - $1 * interval '1 millisecond'
), old_merchant_secret as (
  select merchant_id from merchant
  where settings ->> 'liveSince' is not null
    and ${SECRET_SINCE} < clock_timestamp() - $1 * interval '1 millisecond'
)
select (select count(*) from old_key) as keys,
  (select count(*) from old_secret) + (select count(*) from old_merchant_secret) as secrets,
  (select count(*) from (
    select * from old_key union select * from old_secret union select * from old_merchant_secret
  ) as owner) as merchants`;

type Blocked = { readonly blocked: string; readonly reports: string };

/** Browser extensions are blocked every day; only another site on a payment page is a warning. */
async function checkViolations(pool: Pool): Promise<Check> {
  const { rows } = await pool.query<Blocked>(
    `select blocked, sum(reports)::text as reports from policy_violation
     where day >= (clock_timestamp() at time zone 'utc')::date - ${REPORTED_DAYS}
       and page in ('checkout', 'frame', 'bank', 'returned') and blocked like '%://%'
     group by blocked order by sum(reports) desc, blocked limit 3`,
  );
  const name = "payment pages";
  if (rows.length === 0) return ok(name, `no foreign site was blocked in ${REPORTED_DAYS} days`);
  const sites = rows.map(({ blocked, reports }) => `${blocked} (${reports} times)`).join(", ");
  const advice = "Run `vezne page-watch`, and see docs/operations/page-security.md.";
  return warning(name, sites, advice);
}

/** Reports that were refused may have hidden a true one. */
async function checkRefusedReports(pool: Pool): Promise<Check> {
  const { rows } = await pool.query<{ owners: string; day: string }>(
    `select count(distinct merchant_id)::text as owners, max(day)::text as day
     from policy_violation
     where day >= (clock_timestamp() at time zone 'utc')::date - ${REPORTED_DAYS} and directive = $1`,
    [REFUSED_REPORTS],
  );
  const name = "reports of pages";
  const { owners = "0", day = "" } = rows[0] ?? {};
  if (owners === "0") return ok(name, `none was refused in ${REPORTED_DAYS} days`);
  const detail = `so many came that some were refused, last on ${day} (${owners} merchants or other pages)`;
  return warning(name, detail, "Run `vezne page-watch`, and see docs/operations/page-security.md.");
}
