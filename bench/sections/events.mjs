import { once } from "node:events";
import { createServer } from "node:http";
import { closedLoop, median } from "../lib/load.mjs";
import { asMerchant, createSessions, pay, warmUp } from "../lib/shop.mjs";
import { difference, snapshot } from "../lib/snapshot.mjs";
import { split } from "../lib/split.mjs";
import { table } from "../lib/table.mjs";
import { inWorld } from "../lib/world.mjs";

const SIZES = {
  full: { payments: 10_000, rounds: 3, pages: 2_000 },
  quick: { payments: 600, rounds: 2, pages: 200 },
};
const IN_FLIGHT = 32;
const WAIT_MS = 120_000;
const PLACED_MS = 100;

const DELIVERY = [
  { key: "what", title: "payments with 32 in flight" },
  { key: "perSecond", title: "a second" },
  { key: "behindMs", title: "last behind by ms" },
  { key: "appMicros", title: "app µs" },
  { key: "databaseMicros", title: "db µs" },
];
const READS = [
  { key: "what", title: "" },
  { key: "perSecond", title: "a second" },
  { key: "p50", title: "p50 ms", places: 2 },
  { key: "p99", title: "p99 ms", places: 2 },
];

/** Measures how soon events are in the feed and at the merchant, and the list of events. */
export function run({ quick }) {
  const size = quick ? SIZES.quick : SIZES.full;
  return inWorld({}, async (world) => {
    await warmUp(world);
    const receiver = await openReceiver();
    await world.line.post(
      "/api/v1/webhook-endpoints",
      { url: receiver.url, events: ["payment.completed"] },
      asMerchant(world),
    );
    const rounds = [];
    for (let round = 0; round < size.rounds; round += 1) {
      rounds.push(await deliver(world, receiver, size.payments));
    }
    const reads = [
      await readEvents(world, size.pages, 20),
      await readEvents(world, size.pages, 100),
    ];
    receiver.close();
    return report(rounds, reads);
  });
}

/** Pays, and waits until every payment is in the feed and its webhook has arrived. */
async function deliver(world, receiver, count) {
  const sessions = await createSessions(world, count);
  const fed = await feedLength(world);
  const arrived = receiver.count() + count;
  const before = await snapshot(world);
  const began = performance.now();
  const send = (index) => pay(world, sessions[index]);
  await closedLoop({ inFlight: IN_FLIGHT, count, send });
  const paid = performance.now();
  await until(async () => (await feedLength(world)) >= fed + count);
  const placed = performance.now();
  await until(() => receiver.count() >= arrived);
  const delivered = performance.now();
  const jobs = split(difference(before, await snapshot(world)));
  const behind = (job, at) => ({
    perSecond: (count / (at - began)) * 1_000,
    behindMs: at - paid,
    appMicros: ((jobs.get(job)?.busyMs ?? 0) * 1_000) / count,
    databaseMicros: ((jobs.get(job)?.ms ?? 0) * 1_000) / count,
  });
  return {
    placed: behind("place-events", placed),
    delivered: behind("deliver-webhooks", delivered),
  };
}

async function feedLength({ pool, merchantId }) {
  const { rows } = await pool.query(
    "select count(*)::int as count from event_feed where merchant_id = $1",
    [merchantId],
  );
  return rows[0].count;
}

async function until(isDone) {
  const last = performance.now() + WAIT_MS;
  while (!(await isDone())) {
    if (performance.now() > last) throw new Error("events did not arrive in time");
    await new Promise((resolve) => setTimeout(resolve, PLACED_MS));
  }
}

async function readEvents(world, count, limit) {
  const path = `/api/v1/events?limit=${limit}&order=desc`;
  const send = () => world.line.get(path, asMerchant(world));
  const { perSecond, p50, p99 } = await closedLoop({ inFlight: IN_FLIGHT, count, send });
  return { what: `GET events, ${limit} newest`, perSecond, p50, p99 };
}

/** A server that accepts every webhook. */
async function openReceiver() {
  let arrived = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      arrived += 1;
      response.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    count: () => arrived,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function report(rounds, reads) {
  const row = (what, name) => {
    const middle = (field) => median(rounds.map((round) => round[name][field]));
    const columns = ["perSecond", "behindMs", "appMicros", "databaseMicros"];
    return { what, ...Object.fromEntries(columns.map((field) => [field, middle(field)])) };
  };
  return [
    "events: from the payment to the feed and to the merchant's server; the times of the jobs are",
    "those of the clock",
    "",
    ...table(DELIVERY, [row("in the feed", "placed"), row("delivered", "delivered")]),
    "",
    `lists of events, ${IN_FLIGHT} in flight`,
    "",
    ...table(READS, reads),
  ];
}
