import { spawn } from "node:child_process";
import { Socket } from "node:net";

/** Runs on its own; its standard input ends when the process that started it does, however. */
const WATCHER = `
  const { readFileSync, rmSync } = require("node:fs");
  const [directory] = process.argv.slice(1);
  let released = false;
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => {});
  process.stdin.on("data", () => { released = true; });
  process.stdin.on("end", () => {
    if (released) return;
    try {
      const pid = Number.parseInt(readFileSync(directory + "/postgres/postmaster.pid", "utf8"), 10);
      process.kill(pid, "SIGQUIT");
    } catch {}
    setTimeout(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }), 1_000);
  });
`;

/**
 * Makes sure that the embedded PostgreSQL on a data directory, and the directory, are gone once
 * this process is, even if it is killed before it could do so itself.
 *
 * @returns a function to call after an orderly clean-up.
 */
export function cleanUpAfterDeath(dataDir: string): () => void {
  const watcher = spawn(process.execPath, ["-e", WATCHER, dataDir], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watcher.unref();
  const { stdin } = watcher;
  if (stdin instanceof Socket) stdin.unref();
  return () => stdin.end("done");
}
