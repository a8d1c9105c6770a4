import { Agent, request } from "node:http";

// Requests the health check of a service every 20 ms, from a process without other work. Each
// request is sent on time, also while earlier ones wait for their answers.

const EVERY_MS = 20;
const address = new URL("/healthz", process.argv[2]);
const agent = new Agent({ keepAlive: true });
const times = [];
/** The times of the requests that have no answer yet. */
const open = new Set();
let failures = 0;

function ask() {
  const sent = { at: performance.now() };
  open.add(sent);
  const question = request(address, { agent }, (answer) => {
    answer.resume();
    answer.once("end", () => {
      open.delete(sent);
      if (answer.statusCode === 200) times.push(performance.now() - sent.at);
      else failures += 1;
    });
  });
  question.once("error", () => {
    open.delete(sent);
    failures += 1;
  });
  question.end();
}

/** The time within which this share of the answers came. */
function percentile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

process.once("message", () => {
  clearInterval(timer);
  // Requests without an answer show that a service has stopped answering.
  for (const { at } of open) times.push(performance.now() - at);
  const sorted = times.toSorted((one, other) => one - other);
  process.send({
    asked: times.length + failures,
    failures,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    p999: percentile(sorted, 0.999),
    max: percentile(sorted, 1),
  });
  process.disconnect();
  agent.destroy();
});
process.once("disconnect", () => process.exit());
const timer = setInterval(ask, EVERY_MS);
