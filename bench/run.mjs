import { cpuSeconds, postgresCpuSeconds } from "./lib/cpu.mjs";
import { closedLoop } from "./lib/load.mjs";
import { oneAtATime } from "./lib/one-at-a-time.mjs";
import { startWorld } from "./lib/world.mjs";

const quick = process.argv.includes("--quick");
const IN_FLIGHT = [1, 8, 32, 128];
/** Payments measured at each number in flight. */
const COUNTS = quick
  ? { 1: 300, 8: 1_500, 32: 3_000, 128: 6_000 }
  : { 1: 2_000, 8: 10_000, 32: 20_000, 128: 40_000 };

const world = await startWorld();
try {
  await warmUp();
  const rows = [];
  for (const inFlight of IN_FLIGHT) rows.push(await measure(inFlight));
  print(rows);
} finally {
  await world.close();
}

async function warmUp() {
  const sessions = await createSessions(1_000);
  await closedLoop({ inFlight: 32, count: sessions.length, send: (index) => pay(sessions[index]) });
}

async function measure(inFlight) {
  const count = COUNTS[inFlight];
  const sessions = await createSessions(count);
  const before = readCpu();
  const batch = await closedLoop({ inFlight, count, send: (index) => pay(sessions[index]) });
  const cpu = perPayment(before, readCpu(), count);
  const { address, merchantId, postmasterPid } = world;
  const bareBefore = postgresCpuSeconds(postmasterPid);
  const bare = await oneAtATime({ address, merchantId, inFlight, count: Math.ceil(count / 2) });
  const bareCpu = ((postgresCpuSeconds(postmasterPid) - bareBefore) / Math.ceil(count / 2)) * 1e6;
  return { inFlight, batch, cpu, bare, bareCpu };
}

function readCpu() {
  return {
    service: cpuSeconds(world.servicePid),
    database: postgresCpuSeconds(world.postmasterPid),
  };
}

function perPayment(before, after, count) {
  const micros = (name) => ((after[name] - before[name]) / count) * 1e6;
  return { service: micros("service"), database: micros("database") };
}

async function createSessions(count) {
  const sessions = Array.from({ length: count }, () => "");
  await closedLoop({
    inFlight: 64,
    count,
    send: async (index) => {
      const made = await post("/api/v1/checkout/session", {
        merchant_api_key: world.apiKey,
        amount: 125_000,
        success_url: "https://shop.example/ok",
        fail_url: "https://shop.example/no",
      });
      sessions[index] = made.session_id;
    },
  });
  return sessions;
}

async function pay(session) {
  const paid = await post("/api/v1/payment/pay", {
    session_id: session,
    payment_type: "creditcard",
    card_holder_name: "Bench",
    card_number: "5528790000000008",
    expire_month: "12",
    expire_year: "2030",
    cvc: "123",
  });
  if (paid.status !== "completed") throw new Error(`not paid: ${JSON.stringify(paid)}`);
}

async function post(path, body) {
  const { statusCode, body: answer } = await world.http.request({
    method: "POST",
    path,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text}`);
  return JSON.parse(text);
}

function print(rows) {
  const out = [
    "Durable card payments over HTTP, against the same rows written one payment at a time by the",
    "bare driver (two commits each). One run, embedded PostgreSQL, fsync on.",
    "",
    "in flight   pays/s    p50 ms    p99 ms   app µs    db µs   one-at-a-time/s   its p50   its db µs   ratio",
  ];
  for (const { inFlight, batch, cpu, bare, bareCpu } of rows) {
    out.push(
      [
        String(inFlight).padStart(9),
        batch.perSecond.toFixed(0).padStart(8),
        batch.p50.toFixed(2).padStart(9),
        batch.p99.toFixed(2).padStart(9),
        cpu.service.toFixed(0).padStart(8),
        cpu.database.toFixed(0).padStart(8),
        bare.perSecond.toFixed(0).padStart(17),
        bare.p50.toFixed(2).padStart(9),
        bareCpu.toFixed(0).padStart(11),
        `${(batch.perSecond / bare.perSecond).toFixed(2)} ×`.padStart(7),
      ].join(" "),
    );
  }
  process.stdout.write(`${out.join("\n")}\n`);
}
