import { overBudget } from "../lib/budget.mjs";
import { costTable, idleLine, jobTable, ratioTable } from "../lib/cost-report.mjs";
import { costOf, idleCost } from "../lib/costs.mjs";
import { writeProfile } from "../lib/profile.mjs";
import { LINES, settlementFile, statementFile } from "../lib/line-files.mjs";
import {
  asMerchant,
  createOrders,
  createSession,
  createSessions,
  createTransfers,
  pay,
  statusPath,
  warmUp,
} from "../lib/shop.mjs";
import { openUpload } from "../lib/upload.mjs";
import { inWorld } from "../lib/world.mjs";

const ROUNDS = { full: 5, quick: 3 };
/** Operations of one turn. */
const OPERATIONS = [
  { what: "pay", inFlight: 1, full: 1_000, quick: 200, prepare: pays },
  { what: "pay", inFlight: 32, full: 6_000, quick: 1_000, prepare: pays },
  { what: "pay", inFlight: 128, full: 10_000, quick: 1_500, prepare: pays },
  { what: "refund", inFlight: 32, full: 2_000, quick: 300, prepare: refunds },
  { what: "session", inFlight: 32, full: 4_000, quick: 800, prepare: sessions },
  { what: "status", inFlight: 32, full: 4_000, quick: 800, prepare: statuses },
  // A call uploads a file of many lines; the results are those of a line.
  { what: "statement-line", inFlight: 1, each: LINES, full: 4, quick: 2, prepare: statements },
  { what: "settlement-line", inFlight: 1, each: LINES, full: 4, quick: 2, prepare: settlements },
];

/** Measures what each operation costs, by itself and in the background. */
export function run({ quick, operations, isEnforced, profile }) {
  const wanted = OPERATIONS.filter(
    ({ what, inFlight }) => operations?.includes(`${what}@${inFlight}`) ?? true,
  );
  return inWorld({}, async (world) => {
    await warmUp(world, quick ? 1_500 : 6_000);
    const idle = await idleCost(world);
    const results = [];
    for (const operation of wanted) {
      const count = quick ? operation.quick : operation.full;
      const rounds = quick ? ROUNDS.quick : ROUNDS.full;
      const load = { ...operation, count, rounds, isQuick: quick };
      results.push(
        await costOf(world, { ...load, prepare: (all) => operation.prepare(world, all) }),
      );
    }
    const exceeded = overBudget(results);
    if (exceeded.length > 0 && isEnforced) process.exitCode = 1;
    const profiled = profile === undefined ? [] : await writeProfile(world, profile);
    return [...report(results, idle), "", ...exceeded, ...profiled];
  });
}

function report(results, idle) {
  return [
    "costs: processor time, write-ahead log, statements and round trips for each operation, and of",
    "the background jobs behind it (medians and sums of turns)",
    "",
    ...costTable(results),
    "",
    "the same, divided by the rows of a payment written by the bare driver, 32 at a time, in turns",
    "",
    ...ratioTable(results),
    "",
    idleLine(idle),
    ...results.flatMap((result) => [
      "",
      `jobs behind ${result.what} with ${result.inFlight} in flight, for each operation`,
      "",
      ...jobTable(result),
    ]),
  ];
}

async function pays(world, count) {
  const made = await createSessions(world, count);
  return (index) => pay(world, made[index]);
}

async function refunds(world, count) {
  const orders = await createOrders(world, count);
  return (index) =>
    world.line.post("/api/v1/payment/refund", { order_id: orders[index].order }, asMerchant(world));
}

function sessions(world) {
  return () => createSession(world);
}

async function statuses(world) {
  const orders = await createOrders(world, 200);
  return (index) => world.line.get(statusPath(orders[index % orders.length]));
}

/** Statements of which each line pays a payment. */
async function statements(world, count) {
  const upload = await openUpload(world, { section: "transfers", field: "file" });
  const transfers = await createTransfers(world, count * LINES);
  return (index) =>
    upload(statementFile(transfers.slice(index * LINES, (index + 1) * LINES), `B${index}`));
}

/** Settlement files of which each line agrees with the books. */
async function settlements(world, count) {
  const upload = await openUpload(world, { section: "settlement", field: "settlement" });
  const orders = await createOrders(world, count * LINES);
  const { rows } = await world.pool.query(
    `select attempt_id, amount, currency from attempt
     where merchant_id = $1 and kind = 'authorize' and order_id = any ($2)`,
    [world.merchantId, orders.map(({ order }) => order)],
  );
  return (index) => upload(settlementFile(rows.slice(index * LINES, (index + 1) * LINES)));
}
