import { closedLoop, median } from "./load.mjs";
import { measured } from "./measure.mjs";
import { times } from "./table.mjs";

const ROUNDS = 5;

export const AGAINST_BARE = [
  { key: "what", title: "" },
  { key: "perSecond", title: "a second" },
  { key: "p50", title: "p50 ms", places: 2 },
  { key: "serviceMicros", title: "app µs" },
  { key: "databaseMicros", title: "db µs" },
  { key: "barePerSecond", title: "bare a second" },
  { key: "bareP50", title: "p50 ms", places: 2 },
  { key: "bareMicros", title: "app µs" },
  { key: "bareDatabaseMicros", title: "db µs" },
  { key: "ratio", title: "ratio" },
  { key: "cpuRatio", title: "by CPU" },
];

/**
 * Measures a request to the service and an equivalent request to the bare handler, in turns. Each
 * result is the median of the rounds.
 */
export async function againstBare(world, { what, inFlight, count, send, sendBare }) {
  const { servicePid, barePid, postmasterPid } = world;
  const load = (ask) => () => closedLoop({ inFlight, count, send: ask });
  const ours = [];
  const bare = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await measured({ pid: servicePid, postmasterPid }, load(send)));
    bare.push(await measured({ pid: barePid, postmasterPid }, load(sendBare)));
  }
  const cpuOf = ({ serviceMicros, databaseMicros }) => serviceMicros + databaseMicros;
  const middle = (results, name) => median(results.map((result) => result[name]));
  return {
    what,
    perSecond: middle(ours, "perSecond"),
    p50: middle(ours, "p50"),
    serviceMicros: middle(ours, "serviceMicros"),
    databaseMicros: middle(ours, "databaseMicros"),
    barePerSecond: middle(bare, "perSecond"),
    bareP50: middle(bare, "p50"),
    bareMicros: middle(bare, "serviceMicros"),
    bareDatabaseMicros: middle(bare, "databaseMicros"),
    ratio: times(middle(ours, "perSecond"), middle(bare, "perSecond")),
    cpuRatio: times(median(bare.map(cpuOf)), median(ours.map(cpuOf))),
  };
}
