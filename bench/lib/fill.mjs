import { createEventPlacer } from "../../dist/store/event/event-placer.js";
import { benchInstallation } from "./bench-installation.mjs";
import { EXPIRY, HEAD } from "./fill-events.mjs";
import { FACTS, TABLES } from "./fill-statements.mjs";

const DAYS = 730;
const AT_ONCE = 100_000;

const clock = { now: () => Date.now() };

/**
 * Inserts payments of two years with all their rows, like those of the service: ids in the order of
 * time, balanced postings, events with positions in the feed, and the roll-up for reports.
 * `isSealed` also seals the books, which the service does in the background.
 */
export async function fill(installation, count, { isSealed = false } = {}) {
  const { pool, address, merchantId } = installation;
  // The events of others get their places first: the head moves over all that are there.
  await createEventPlacer(pool).place(clock.now());
  await insert(pool, merchantId, count);
  const installed = await benchInstallation(address);
  await installed.rollups.rebuild(merchantId);
  await installed.close();
  if (isSealed) await seal(address);
  await pool.query("vacuum analyze");
  await installation.checkpoint?.();
}

async function insert(pool, merchantId, count) {
  const code = merchantId.slice(4);
  const client = await pool.connect();
  try {
    await client.query("set synchronous_commit = off; set work_mem = '256MB'");
    for (let first = 1; first <= count; first += AT_ONCE) {
      const last = Math.min(count, first + AT_ONCE - 1);
      await client.query(FACTS, [merchantId, code, first, last, count, DAYS]);
      for (const { text, values } of TABLES) await client.query(text, values(code));
      await client.query("drop table bench_fill");
    }
    await client.query(HEAD);
    await client.query(EXPIRY, [merchantId]);
  } finally {
    client.release(true);
  }
}

async function seal(address) {
  const installed = await benchInstallation(address);
  while ((await installed.sealer.seal(clock.now())) > 0);
  await installed.close();
}

/** Returns the sessions and orders of a sample of payments, spread over the whole two years. */
export async function sampleOrders({ pool, merchantId }, count) {
  const { rows } = await pool.query(
    `select order_id as "order", session_id as session from payment
     where merchant_id = $1 and state = 'completed' and md5(order_id) < '1' limit $2`,
    [merchantId, count],
  );
  return rows;
}
