import { setPriority } from "node:os";
import { floodCalls } from "./lib/neighbours/flood-calls.mjs";
import { readSlowly } from "./lib/neighbours/slow-readers.mjs";
import { answerLate } from "./lib/neighbours/late-endpoints.mjs";
import { uploadStatements } from "./lib/neighbours/upload-statements.mjs";

// An abusive tenant in a process of its own. `BENCH_SETTINGS` names the merchant and its loads; the
// messages `begin` and `pause` start and stop the loads.
const LOADS = { floodCalls, readSlowly, answerLate, uploadStatements };

const settings = JSON.parse(process.env.BENCH_SETTINGS);
const { loads } = settings;

// The lowest priority, because a real tenant runs on another machine and takes no processor time
// from the service.
setPriority(19);

const started = [];
for (const name of loads) started.push(await LOADS[name](settings));

let turn;
process.on("message", (message) => {
  turn?.abort();
  if (message !== "begin") return;
  turn = new AbortController();
  for (const load of started) load(turn.signal);
});
process.on("SIGTERM", () => process.exit(0));
process.send?.("ready");
