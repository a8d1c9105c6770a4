import { createSession as openSession } from "../../dist/domain/session/create-session.js";
import { benchInstallation } from "../lib/bench-installation.mjs";
import { fill } from "../lib/fill.mjs";
import { addMerchant } from "../lib/installation.mjs";
import { openGoodMerchant } from "../lib/neighbours/good-merchant.mjs";
import { signInToPanel } from "../lib/panel-session.mjs";
import { startHelper } from "../lib/processes.mjs";
import { warmUp } from "../lib/shop.mjs";
import { table, times } from "../lib/table.mjs";
import { inWorld } from "../lib/world.mjs";

const SIZES = {
  full: { rounds: 6, turnMs: 20_000, rows: 100_000, ended: 40_000 },
  quick: { rounds: 3, turnMs: 10_000, rows: 50_000, ended: 5_000 },
};
/** Largest permitted ratio of the 99th percentile beside the abusive tenant to the one alone. */
const RATIO_MAX = 2;
/** Noise of a busy machine, which is tolerated in addition to `RATIO_MAX`. */
const NOISE_MS = 20;
const LOADS = ["floodCalls", "readSlowly", "answerLate", "uploadStatements"];
const CALM_MS = 2_000;
/** Payments of the good merchant. */
const GOOD_ROWS = 20_000;

const COLUMNS = [
  { key: "what", title: "" },
  { key: "count", title: "calls" },
  { key: "aloneP50", title: "alone p50 ms", places: 1 },
  { key: "aloneP99", title: "p99 ms", places: 1 },
  { key: "besideP50", title: "beside p50 ms", places: 1 },
  { key: "besideP99", title: "p99 ms", places: 1 },
  { key: "ratio", title: "ratio" },
  { key: "verdict", title: "" },
];

/**
 * Measures the effect of an abusive merchant on another one. Two installations have equal data. The
 * good merchant works in them in turns, and the abusive one floods the second during its turns.
 */
export async function run({ quick }) {
  const size = quick ? SIZES.quick : SIZES.full;
  return inShop(size, (alone) =>
    inShop(size, async (beside) => {
      const helper = await startBadNeighbour(beside.world, beside.bad, size);
      try {
        return report(await takeTurns({ alone, beside, helper }, size), size);
      } finally {
        await helper.stop();
      }
    }),
  );
}

/** Runs `work` in an installation with both merchants; the good one has its webhook endpoint. */
async function inShop(size, work) {
  let bad;
  const prepare = async (installation) => {
    bad = await addMerchant(installation.address, "Bad neighbour");
    await fill({ ...installation, ...bad }, size.rows);
    await fill(installation, GOOD_ROWS);
    await makeEndedSessions(installation, bad, size.ended);
  };
  const environment = { VEZNE_RATE_LIMIT: "1000" };
  return inWorld({ fill: prepare, environment }, async (world) => {
    await warmUp(world);
    const good = await openGoodMerchant(world);
    try {
      return await work({ world, good, bad });
    } finally {
      good.close();
    }
  });
}

async function startBadNeighbour(world, bad, { rows }) {
  const { url } = world.line;
  const cookie = await signInToPanel({ pool: world.pool, url, merchantId: bad.merchantId });
  const loads = process.env.BENCH_LOADS?.split(",") ?? LOADS;
  // The abusive tenant has an address of its own, so that limits by address treat them separately.
  const settings = { ...bad, url, cookie, rows, loads, address: "127.0.0.2" };
  return startHelper("bad-neighbour.mjs", settings);
}

/** Inserts expired sessions that the expiry job has not processed. */
async function makeEndedSessions({ address }, { merchantId }, count) {
  const installation = await benchInstallation(address);
  const { random, sessions, merchants } = installation;
  const clocks = { now: () => Date.now() - 62 * 60_000 };
  const deps = { clocks, random, sessions, modeOff: () => undefined };
  const merchant = await merchants.find(merchantId);
  const wish = {
    caller: { merchant, mode: "test" },
    amount: { minor: 1_000n, currency: "TRY" },
    language: "tr",
    captureMethod: "automatic",
    customer: {},
    basket: [],
    successUrl: "https://shop.example/ok",
    failUrl: "https://shop.example/no",
    metadata: {},
    embedded: false,
  };
  for (let made = 0; made < count; made += 500) {
    await Promise.all(Array.from({ length: 500 }, () => openSession(deps, wish)));
  }
  await installation.close();
}

async function takeTurns({ alone, beside, helper }, { rounds, turnMs }) {
  const found = { alone: {}, beside: {} };
  const keep = (side, took) => {
    for (const [what, latencies] of Object.entries(took)) {
      (found[side][what] ??= []).push(...latencies);
    }
  };
  for (let round = 0; round < rounds; round += 1) {
    await sleep(CALM_MS);
    keep("alone", await alone.good.workFor(turnMs));
    helper.send("begin");
    await sleep(CALM_MS);
    keep("beside", await beside.good.workFor(turnMs));
    helper.send("pause");
  }
  return found;
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function report({ alone, beside }, { rounds, turnMs }) {
  const rows = Object.keys(alone).map((what) => rowOf(what, alone[what], beside[what]));
  if (rows.some(({ isSlow }) => isSlow)) process.exitCode = 1;
  return [
    `neighbours: waiting times of a merchant beside an abusive merchant (${rounds} turns each`,
    `of ${turnMs / 1_000} s; at most ${RATIO_MAX} × the p99 alone and ${NOISE_MS} ms for noise)`,
    "",
    ...table(COLUMNS, rows),
  ];
}

function rowOf(what, alone, beside) {
  const aloneP99 = at(alone, 0.99);
  const besideP99 = at(beside, 0.99);
  const isSlow = besideP99 > RATIO_MAX * aloneP99 + NOISE_MS;
  return {
    what,
    count: beside.length,
    aloneP50: at(alone, 0.5),
    aloneP99,
    besideP50: at(beside, 0.5),
    besideP99,
    ratio: times(besideP99, aloneP99),
    isSlow,
    verdict: isSlow ? "TOO SLOW" : "",
  };
}

function at(latencies, share) {
  const sorted = latencies.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
