import { onFatalError } from "../edge/system/fatal-error.ts";
import { version } from "../service/version.ts";
import { reportFailure } from "./command-end.ts";
import { vezne } from "./root.ts";
import { runCommandLine } from "./run-command-line.ts";

const EXIT_CODES =
  "Every command takes --json and then prints one JSON document and nothing else.\n" +
  "Exit codes: 0 done, 1 refused, 2 a wrong command line or configuration, 3 no service answers, " +
  "70 a defect.";

const words = process.argv.slice(2);

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The service goes on taking payments without its log, and has it again once there is room.
  if (words[0] === "start") return;
  // Whoever reads may have seen enough: `vezne logs | head`.
  if (error.code !== "EPIPE") {
    process.exitCode = 1;
    process.stderr.write(`vezne: what there is to print can't be written: ${error.message}\n`);
  }
  // What is open may have to be closed first.
  if (process.stdout.listenerCount("error") === 1) process.exit();
});
// There is nowhere left to tell it.
process.stderr.on("error", () => {});

// `start` installs its own listener, which lets requests in flight finish.
if (words[0] !== "start") {
  onFatalError(({ error }) => {
    process.exitCode = reportFailure(error);
    // A command that has opened a database closes it first.
    if (process.listenerCount("uncaughtException") === 1) process.exit();
  });
}

await runCommandLine({ root: vezne, name: "vezne", version, footer: EXIT_CODES }, words);
