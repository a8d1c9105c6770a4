import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleChild } from "./bundle-child.ts";
import { movableClock, type MovableClock } from "./sandbox-bank.ts";

const CHILD = join(import.meta.dirname, "../fault/delivery-child.ts");

/** Processes that deliver the webhooks of one database, at a time that a test sets. */
export type DeliveryProcesses = {
  readonly clock: MovableClock;
  start(): ChildProcess;
  /** Sends SIGKILL to one of them, or to the one that was started first. */
  kill(child?: ChildProcess): Promise<void>;
  close(): void;
};

export async function openDeliveryProcesses(databaseUrl: string): Promise<DeliveryProcesses> {
  const folder = mkdtempSync(join(tmpdir(), "vezne-deliveries-"));
  const timeFile = join(folder, "time");
  const clock = movableClock();
  const children = new Set<ChildProcess>();
  /** Replaces the file atomically, because a process may read it at any moment. */
  const writeTime = (): void => {
    writeFileSync(`${timeFile}.new`, String(clock.now()));
    renameSync(`${timeFile}.new`, timeFile);
  };
  writeTime();
  const script = await bundleChild(CHILD, folder);
  return {
    clock: {
      now: () => clock.now(),
      move: (ms) => {
        clock.move(ms);
        writeTime();
      },
    },
    start() {
      const child = spawn(process.execPath, [script, databaseUrl, timeFile], {
        cwd: "/",
        stdio: ["pipe", "inherit", "inherit"],
      });
      child.stdin?.on("error", () => undefined);
      children.add(child);
      return child;
    },
    async kill(child = [...children][0]) {
      if (child === undefined) return;
      children.delete(child);
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
    close() {
      for (const child of children) child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
