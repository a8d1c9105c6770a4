import { execFileSync } from "node:child_process";
import { constants, mkdirSync, openSync } from "node:fs";
import { Socket } from "node:net";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { cut, mend } from "./network.mjs";

const DEVICE = "/dev/watchdog";
const BOOT_MS = 10_000;

/** Lets Patroni write to a pipe what it would tell the kernel's watchdog. */
export function withPipe(text) {
  return text.replace(/^ {2}device: .*\n/m, "$&  driver: testing\n");
}

/** A machine of the trial has no watchdog of its own, and all three would share the kernel's. */
export function withoutWatchdog(text) {
  return text.replace("mode: required", "mode: off");
}

/**
 * A machine with a watchdog outside of it, which resets it unless its Patroni writes in time: the
 * machine falls silent, and starts again after a while.
 */
export function guarded(machine, boot) {
  const path = machine.at(DEVICE);
  mkdirSync(dirname(path), { recursive: true });
  execFileSync("mkfifo", [path]);
  let timer;
  let timeoutMs;
  const reset = async () => {
    console.log(`  the watchdog resets ${machine.name}`);
    cut(machine.name);
    await machine.kill();
    await wait(BOOT_MS);
    mend(machine.name);
    boot(machine);
  };
  const pipe = new Socket({ fd: openSync(path, constants.O_RDWR | constants.O_NONBLOCK) });
  pipe.on("data", (chunk) => {
    const text = String(chunk);
    const [, seconds] = /Ctimeout=(\d+)/.exec(text) ?? [];
    if (seconds !== undefined) timeoutMs = 1_000 * Number(seconds);
    clearTimeout(timer);
    // The letter by which Patroni switches the watchdog off.
    if (!text.endsWith("V")) timer = setTimeout(() => void reset(), timeoutMs);
  });
  return {
    ...machine,
    async kill(command) {
      // A machine without power has no running watchdog.
      if (command === undefined) clearTimeout(timer);
      await machine.kill(command);
    },
  };
}
