import { closedLoop, median } from "../lib/load.mjs";
import { payOneAtATime } from "../lib/one-at-a-time.mjs";
import { createSessions, pay, warmUp } from "../lib/shop.mjs";
import { table, times } from "../lib/table.mjs";
import { timeLine } from "../lib/time-line.mjs";
import { openTwoCommits } from "../lib/two-commits.mjs";
import { inWorld } from "../lib/world.mjs";

const ROUNDS = 10;
const EACH = { full: 200, quick: 40 };

const COLUMNS = [
  { key: "what", title: "one after the other" },
  { key: "p50", title: "p50 ms", places: 2 },
  { key: "ratio", title: "two bare commits" },
];

/**
 * Compares a payment that shares its commits with no other payment with two bare commits. The loads
 * take turns, so that other work of the machine affects each of them.
 */
export function run({ quick }) {
  return inWorld({}, async (world) => {
    await warmUp(world);
    const commits = await openTwoCommits(world);
    const found = { commits: [], rows: [], pays: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      await takeTurns({ world, commits, found }, quick ? EACH.quick : EACH.full);
    }
    await commits.close();
    const steps = await timeLine(world, quick ? 100 : 500);
    const base = median(found.commits);
    const row = (what, latencies) => ({
      what,
      p50: median(latencies),
      ratio: times(median(latencies), base),
    });
    return [
      "alone: one payment at a time over HTTP, including the call to the bank",
      "",
      ...table(COLUMNS, [
        row("two bare commits of one small row each", found.commits),
        row("the rows of a payment in two transactions", found.rows),
        row("pay", found.pays),
      ]),
      "",
      "time line of a payment, in the service",
      "",
      ...steps,
    ];
  });
}

async function takeTurns({ world, commits, found }, count) {
  const sessions = await createSessions(world, count);
  const bare = await closedLoop({ inFlight: 1, count, send: () => commits.twice() });
  const rows = await payOneAtATime(world, { inFlight: 1, count });
  const send = (index) => pay(world, sessions[index]);
  const pays = await closedLoop({ inFlight: 1, count, send });
  found.commits.push(...bare.latencies);
  found.rows.push(...rows.latencies);
  found.pays.push(...pays.latencies);
}
