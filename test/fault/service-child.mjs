import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { openService } from "../../dist/service/service.js";
import { readConfig } from "../../dist/config/config.js";
import { createLogger } from "../../dist/system/logger.js";

// The built service in a process of its own, which reports the load of its event loop over IPC. Its
// log goes to standard output, and it ends with its parent.

const { database, environment, startsAt, account } = JSON.parse(process.argv[2] ?? "{}");
let clockAt = startsAt;
const routes = new Map();
const reached = new Set();
/** The request with the longest hold since the last report; the service also sends some itself. */
let firstRoute;
const QUADRATIC = "/quadratic";
const LOOK_EVERY_MS = 2;

const service = await openService({
  config: readConfig(environment),
  database,
  clock: { now: () => clockAt },
  random: { bytes: (count) => randomBytes(count) },
  logger: createLogger("info"),
  bankDelay: () => Promise.resolve(),
  shop: () => ({ read: async () => account, write: async () => undefined }),
});
service.app.addHook("onRoute", ({ method, url, bodyLimit }) => {
  const methods = [method].flat();
  routes.set(`${methods[0]} ${url}`, { methods, url, bodyLimit });
});
service.app.addHook("onRequest", async ({ method, routeOptions: { url } }) => {
  const route = `${method} ${url ?? "elsewhere"}`;
  firstRoute ??= route;
  if (url !== undefined) reached.add(route);
});

// A route that no service may have: its time grows with the square of the number of names.
service.app.get(QUADRATIC, async ({ query }) => {
  const names = Object.keys(query);
  return names.filter((name) => Object.entries(query).find(([one]) => one === name)).length;
});

/** Processor time of this thread, which does not include other programs. */
function threadMs() {
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(
      " ",
    );
    return Number(nanoseconds) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e3;
  }
}

/** The most processor time between two timer ticks of the event loop. */
let longestMs = 0;
let lookedAtMs = 0;
function look() {
  const now = threadMs();
  longestMs = Math.max(longestMs, now - lookedAtMs);
  lookedAtMs = now;
  return now;
}

function readLoop() {
  const answer = { threadMs: look(), heldMs: longestMs, route: firstRoute };
  longestMs = 0;
  firstRoute = undefined;
  return answer;
}

const ANSWERS = {
  loop: readLoop,
  routes: () => ({ routes: [...routes.values()], reached: [...reached] }),
  clock: (at) => void (clockAt = at),
  stop: () => service.stop(),
};

async function answerTo({ number, question, of }) {
  process.send({ number, answer: await ANSWERS[question](of) });
}

process.on("message", (message) => void answerTo(message));
process.on("disconnect", () => process.exit());
await service.start();
setInterval(look, LOOK_EVERY_MS).unref();
process.send({ number: 0 });
