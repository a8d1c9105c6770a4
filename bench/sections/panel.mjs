import { fill } from "../lib/fill.mjs";
import { closedLoop } from "../lib/load.mjs";
import { measured } from "../lib/measure.mjs";
import { listQueries, panelQueries, searchTermsOfOne } from "../lib/panel-queries.mjs";
import { signInToPanel } from "../lib/panel-session.mjs";
import { asMerchant } from "../lib/shop.mjs";
import { table } from "../lib/table.mjs";
import { inWorld } from "../lib/world.mjs";

const ROWS = { full: 1_000_000, quick: 50_000 };
const ROUNDS = { full: 20, quick: 5 };

const COLUMNS = [
  { key: "what", title: "" },
  { key: "found", title: "shown" },
  { key: "p50", title: "p50 ms", places: 1 },
  { key: "p95", title: "p95 ms", places: 1 },
  { key: "databaseMicros", title: "db µs" },
];

/** Measures every filter of the panel's payment list and of the interface's list. */
export function run({ quick, rows = quick ? ROWS.quick : ROWS.full }) {
  return inWorld({ fill: (installation) => fill(installation, rows) }, (world) =>
    measurePanel({ ...world, url: world.line.url }, quick ? ROUNDS.quick : ROUNDS.full),
  );
}

/** Measures a running service; `postmasterPid` is the process id of its PostgreSQL. */
export async function measurePanel(world, rounds) {
  const cookie = await signInToPanel(world);
  const one = await searchTermsOfOne(world);
  const { rows } = await world.pool.query(
    "select count(*)::int as count from payment where merchant_id = $1",
    [world.merchantId],
  );
  const [{ count }] = rows;
  const page = `/panel/${world.merchantId}/test/payments`;
  const panel = await measure(world, {
    rounds,
    queries: panelQueries(one),
    send: (query) => shownBy(`${world.url}${page}${query}`, { cookie }, /\/payments\/ORD-\w+"/g),
  });
  const list = await measure(world, {
    rounds,
    queries: listQueries(one, count),
    send: (query) =>
      shownBy(`${world.url}/api/v1/payment/transactions${query}`, asMerchant(world), /"order_id"/g),
  });
  return [
    `panel: pages over ${count} payments, requested one after the other`,
    "",
    ...table(COLUMNS, panel),
    "",
    `GET transactions over ${count} payments, with the exact total`,
    "",
    ...table(COLUMNS, list),
  ];
}

/** Measures all queries in rounds, so that no query is repeated immediately. */
async function measure(world, { rounds, queries, send }) {
  const found = new Map(Object.keys(queries).map((what) => [what, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [what, query] of Object.entries(queries)) {
      let shown = 0;
      const result = await measured({ postmasterPid: world.postmasterPid }, () =>
        closedLoop({
          inFlight: 1,
          count: 1,
          send: async () => void (shown = await send(query)),
        }),
      );
      // The first round warms up caches and the JIT compiler.
      if (round > 0) found.get(what).push({ ...result, shown });
    }
  }
  return [...found].map(([what, results]) => summaryOf(what, results));
}

function summaryOf(what, results) {
  const times = results.map(({ p50 }) => p50).toSorted((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  const micros = results.map((one) => one.databaseMicros).toSorted((a, b) => a - b);
  return {
    what,
    found: results[0]?.shown,
    p50: at(0.5),
    p95: at(0.95),
    databaseMicros: micros[Math.floor(micros.length / 2)],
  };
}

async function shownBy(address, headers, row) {
  const answer = await fetch(address, { headers });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${address}: ${answer.status}`);
  return [...text.matchAll(row)].length;
}
