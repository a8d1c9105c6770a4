import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRebuilder } from "./dev/rebuilder.mjs";
import { prepare } from "./prepare/prepare.mjs";

// `npm run dev`: the service with its sandbox, built again and restarted after each change of the
// server, the pages, the migrations or the documentation. Open a page again to see its new version.
// A debugger connects to port 9229 (VEZNE_INSPECT=host:port for another).
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const WATCHED = ["src", "web", "migrations", "data", "docs"];
/** The ms without a change before a build, because editors write files in several steps. */
const QUIET_MS = 150;

async function start() {
  const inspect = process.env.VEZNE_INSPECT ?? "127.0.0.1:9229";
  const program = join(root, "dist", "program", "main.js");
  const service = spawn(process.execPath, [`--inspect=${inspect}`, program, "start"], {
    stdio: "inherit",
    cwd: root,
  });
  const ended = once(service, "exit");
  return async () => {
    if (service.exitCode === null && service.signalCode === null) service.kill("SIGTERM");
    await ended;
  };
}

const rebuilder = createRebuilder({
  build: () => prepare(root, { tools: true }),
  start,
  report: (error) => process.stderr.write(`vezne: ${error.message}\n`),
});

let quiet;
function fail(error) {
  process.stderr.write(`vezne: ${error.stack ?? error}\n`);
  process.exitCode = 1;
}
const watchers = WATCHED.filter((folder) => existsSync(join(root, folder))).map((folder) =>
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(quiet);
    quiet = setTimeout(() => rebuilder.changed().catch(fail), QUIET_MS);
  }),
);

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    clearTimeout(quiet);
    for (const watcher of watchers) watcher.close();
    rebuilder.end().catch(fail);
  });
}
await rebuilder.changed();
