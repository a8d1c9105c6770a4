import { setPriority } from "node:os";
import { floodCalls } from "./lib/neighbours/flood-calls.mjs";
import { readSlowly } from "./lib/neighbours/slow-readers.mjs";
import { answerLate } from "./lib/neighbours/late-endpoints.mjs";
import { uploadStatements } from "./lib/neighbours/upload-statements.mjs";

// A tenant that does its worst, in a process of its own. `BENCH_SETTINGS` says which merchant it is
// and which of the loads it sends; the messages `begin` and `pause` start and end a turn.
const LOADS = { floodCalls, readSlowly, answerLate, uploadStatements };

const settings = JSON.parse(process.env.BENCH_SETTINGS);
const { loads } = settings;

// A real one sends from a machine of its own and takes no processor time from the service.
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
