import { onFatalError } from "../system/fatal-error.ts";
import { packageRoot } from "../system/package-root.ts";
import { nameSourcesInStacks } from "../system/stack-trace.ts";
import { version } from "../system/version.ts";
import { reportFailure } from "./kit/command-end.ts";
import { vezne } from "./root.ts";
import { runCommandLine } from "./kit/run-command-line.ts";

const EXIT_CODES =
  "Every command takes --json and then prints one JSON document and nothing else.\n" +
  "Exit codes: 0 done, 1 refused, 2 a wrong command line or configuration, 3 no service answers, " +
  "70 a defect.";

nameSourcesInStacks(packageRoot);
const words = process.argv.slice(2);

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The service goes on without its log, and writes it again once the disk has room.
  if (words[0] === "start") return;
  // The reader of a pipe may close it early: `vezne logs | head`.
  if (error.code !== "EPIPE") {
    process.exitCode = 1;
    process.stderr.write(`vezne: the output can't be written: ${error.message}\n`);
  }
  // If there is a second listener, it closes the open database and exits.
  if (process.stdout.listenerCount("error") === 1) process.exit();
});
// An error of standard error can't be printed anywhere.
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
