// Runs in a network of its own, whose name server accepts questions and answers none. Starts the
// service there, lets it deliver webhooks, and prints the results as one JSON line.
import { execFileSync, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const PORT = 3000;
const URL = `http://127.0.0.1:${PORT}`;
const [entry] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "vezne-silent-"));

function openLoopback() {
  try {
    execFileSync("ip", ["link", "set", "lo", "up"], { stdio: "ignore" });
  } catch {
    execFileSync("mount", ["-t", "sysfs", "none", "/sys"]);
    writeFileSync("/sys/class/net/lo/flags", "9");
  }
}

function nameSilentServer() {
  const file = join(folder, "resolv.conf");
  writeFileSync(file, "nameserver 127.0.0.1\noptions timeout:1 attempts:1\n");
  execFileSync("mount", ["--bind", file, "/etc/resolv.conf"]);
}

const POLL_MS = 50;

async function until(found) {
  for (;;) {
    const value = await found().catch(() => undefined);
    if (value) return value;
    await sleep(POLL_MS);
  }
}

async function post(path, key, body) {
  const answer = await fetch(URL + path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ merchant_api_key: key, ...body }),
  });
  return { status: answer.status, body: await answer.json() };
}

const isUp = async () => (await fetch(`${URL}/readyz`)).ok;

function say(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

async function main() {
  openLoopback();
  nameSilentServer();
  let asked = 0;
  const silent = createSocket("udp4").on("message", () => (asked += 1));
  silent.bind(53, "127.0.0.1");
  await once(silent, "listening");
  const received = [];
  const receiver = createServer((request, response) => {
    received.push(request.url);
    response.end();
  }).listen(4000, "127.0.0.1");
  await once(receiver, "listening");
  const env = { ...process.env, PORT: String(PORT), VEZNE_DATA_DIR: folder };
  const service = spawn(process.execPath, [entry, "start"], {
    env,
    stdio: ["ignore", "ignore", 2],
  });
  process.once("exit", () => service.kill("SIGKILL")).once("SIGTERM", () => process.exit(1));
  await until(isUp);
  const { testApiKey: key } = JSON.parse(readFileSync(join(folder, "demo-shop.json"), "utf8"));
  const register = (url) => post("/api/v1/webhook-endpoints", key, { url });
  const long = await register(`http://${`${"a".repeat(60)}.`.repeat(5)}example/`);
  const unanswered = await register("http://silent.example/hooks");
  const healthy = await register("http://127.0.0.1:4000/hooks");
  const session = await post("/api/v1/checkout/session", key, {
    amount: 125_000,
    success_url: "https://shop.example/thanks",
    fail_url: "https://shop.example/sorry",
  });
  const paid = await post("/api/v1/payment/pay", key, {
    session_id: session.body.session_id,
    payment_type: "creditcard",
    card_holder_name: "Ada Şahin",
    card_number: "5528790000000008",
    expire_month: "12",
    expire_year: "2030",
    cvc: "123",
  });
  await until(async () => received.length > 0);
  say({
    long: [long.status, long.body.detail],
    unanswered: unanswered.status,
    healthy: healthy.status,
    paid: paid.body.status,
  });
  // By then the parent has read the outcome of the other delivery in the database.
  process.stdin.resume();
  await once(process.stdin, "end");
  say({ isUp: await isUp().catch(() => false), wasAsked: asked > 0 });
  service.kill("SIGTERM");
  await once(service, "exit");
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}

await main();
