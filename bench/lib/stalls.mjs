import { askProbes } from "./probe.mjs";

/** Shorter stretches delay no payment noticeably. */
const SHARE = 0.01;
/** The name that `bench/probe.mjs` gives to a collection. */
const GARBAGE = "garbage collection";

/**
 * Runs a load and explains its slowest calls: for each, the longest thing that went on in the
 * service, or a checkpoint of PostgreSQL. `load` resolves to calls with `from` and `to`, in ms
 * since the epoch.
 */
export async function explainStalls(world, load) {
  await askProbes(world, "/stalls/start");
  const checkpoints = await checkpointsOf(world);
  const result = await load();
  const stalls = (await askProbes(world, "/stalls/stop")).flat();
  const made = (await checkpointsOf(world)) - checkpoints;
  const slowest = result.calls
    .toSorted((one, other) => other.to - other.from - (one.to - one.from))
    .slice(0, Math.ceil(result.calls.length * SHARE));
  const causes = new Map();
  for (const call of slowest) {
    const cause = causeOf(call, stalls);
    causes.set(cause, (causes.get(cause) ?? 0) + 1);
  }
  const named = [...causes].toSorted(([, one], [, other]) => other - one);
  return {
    ...result,
    lines: [
      `the slowest ${slowest.length} calls, by the longest stretch of the service in them ` +
        `(${made} checkpoints meanwhile)`,
      ...named.map(([cause, count]) => `${String(count).padStart(6)}  ${cause}`),
    ],
  };
}

/** A stretch of work that was mostly a collection of garbage is called one. */
function causeOf(call, stalls) {
  const within = stalls.filter((stall) => overlap(stall, call) > 0);
  const longest = within.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0];
  if (longest === undefined) return "none of 2 ms: the database, the bank or the machine";
  const collected = within.find(
    (stall) => stall.name === GARBAGE && overlap(stall, longest) > lengthOf(longest) / 2,
  );
  return (collected ?? longest).name;
}

function lengthOf({ from, to }) {
  return to - from;
}

function overlap(one, other) {
  return Math.min(one.to, other.to) - Math.max(one.from, other.from);
}

async function checkpointsOf({ owner }) {
  const { rows } = await owner.query(
    "select (num_timed + num_requested)::int as count from pg_stat_checkpointer",
  );
  return rows[0].count;
}
