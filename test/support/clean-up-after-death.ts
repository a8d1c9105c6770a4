import { spawn } from "node:child_process";
import { Socket } from "node:net";

/**
 * Runs as a separate process whose standard input ends when its parent ends in any way. A data
 * directory is the folder itself or a child or grandchild of it.
 */
const WATCHER = `
  const { readFileSync, readdirSync, rmSync } = require("node:fs");
  const [folder] = process.argv.slice(1);
  let released = false;
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => {});
  process.stdin.on("data", () => { released = true; });
  process.stdin.on("end", () => {
    if (released) return;
    stopServers(folder, 3);
    setTimeout(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }), 1_000);
  });
  function stopServers(path, depth) {
    let names = [];
    try { names = readdirSync(path); } catch { return; }
    if (names.includes("postmaster.pid")) {
      const pid = Number.parseInt(readFileSync(path + "/postmaster.pid", "utf8"), 10);
      try { if (pid > 1) process.kill(pid, "SIGQUIT"); } catch {}
      return;
    }
    if (depth > 0) for (const name of names) stopServers(path + "/" + name, depth - 1);
  }
`;

/**
 * Removes every embedded PostgreSQL under a folder, and the folder, once this process has ended,
 * even if it is killed before it could remove them itself.
 *
 * @returns a function to call after an orderly clean-up.
 */
export function cleanUpAfterDeath(folder: string): () => void {
  const watcher = spawn(process.execPath, ["-e", WATCHER, folder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watcher.unref();
  const { stdin } = watcher;
  if (stdin instanceof Socket) stdin.unref();
  return () => stdin.end("done");
}
