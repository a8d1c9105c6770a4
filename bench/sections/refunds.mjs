import { closedLoop } from "../lib/load.mjs";
import { measured } from "../lib/measure.mjs";
import { asMerchant, createOrders, createSessions, pay, warmUp } from "../lib/shop.mjs";
import { table, times } from "../lib/table.mjs";
import { inWorld } from "../lib/world.mjs";

const COUNTS = { 1: 1_000, 8: 3_000, 32: 6_000 };
const QUICK_COUNTS = { 1: 200, 8: 600, 32: 1_200 };

const COLUMNS = [
  { key: "inFlight", title: "in flight" },
  { key: "perSecond", title: "refunds/s" },
  { key: "p50", title: "p50 ms", places: 2 },
  { key: "p99", title: "p99 ms", places: 2 },
  { key: "serviceMicros", title: "app µs" },
  { key: "databaseMicros", title: "db µs" },
  { key: "pays", title: "pays/s" },
  { key: "ratio", title: "ratio" },
];

/** Compares full refunds with card payments: each is two commits around a call to the bank. */
export function run({ quick }) {
  return inWorld({}, async (world) => {
    await warmUp(world);
    const rows = [];
    for (const [inFlight, count] of Object.entries(quick ? QUICK_COUNTS : COUNTS)) {
      rows.push(await compare(world, { inFlight: Number(inFlight), count }));
    }
    return [
      "refunds: whole refunds of card payments over HTTP, against payments in the same run",
      "",
      ...table(COLUMNS, rows),
    ];
  });
}

async function compare(world, { inFlight, count }) {
  const { servicePid: pid, postmasterPid } = world;
  const orders = await createOrders(world, count);
  const refund = (index) =>
    world.line.post("/api/v1/payment/refund", { order_id: orders[index].order }, asMerchant(world));
  const refunds = await measured({ pid, postmasterPid }, () =>
    closedLoop({ inFlight, count, send: refund }),
  );
  const sessions = await createSessions(world, count);
  const send = (index) => pay(world, sessions[index]);
  const pays = await closedLoop({ inFlight, count, send });
  return {
    inFlight,
    ...refunds,
    pays: pays.perSecond,
    ratio: times(refunds.perSecond, pays.perSecond),
  };
}
