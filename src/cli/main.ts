import { version } from "../version.ts";
import { vezne } from "./root.ts";
import { runCommandLine } from "./run-command-line.ts";

const EXIT_CODES =
  "Every command takes --json and then prints one JSON document and nothing else.\n" +
  "Exit codes: 0 done, 1 refused, 2 a wrong command line or configuration, 3 no service answers.";

// Whoever reads may have seen enough: `vezne logs | head`.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

await runCommandLine(
  { root: vezne, name: "vezne", version, footer: EXIT_CODES },
  process.argv.slice(2),
);
