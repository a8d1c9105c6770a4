import { spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Prefixes that start a program without a network except loopback, and another one beside it. */
export type Offline = {
  /** Prefix of a program whose network is its own loopback only. */
  readonly alone: readonly string[];
  /** Prefix of a program in the network of that one. */
  beside(pid: number): readonly string[];
};

const LOOPBACK = ["sh", "-c", 'ip link set lo up && exec "$@"', "sh"];

/** Returns `undefined`, and prints the reason, where this machine cannot remove the network. */
export function findOffline(): Offline | undefined {
  const isRoot = process.getuid?.() === 0;
  const own = isRoot ? ["-n"] : ["-U", "-n", "--map-current-user", "--keep-caps"];
  const alone = ["unshare", ...own, ...LOOPBACK];
  const [program, ...args] = [...alone, "true"];
  const tried = spawnSync(program, args, { encoding: "utf8" });
  if (tried.status !== 0) {
    const reason = tried.error?.message ?? tried.stderr.trim();
    process.stderr.write(`The network stays on in this test: ${reason}\n`);
    return undefined;
  }
  const shared = isRoot ? ["-n"] : ["-U", "-n", "--preserve-credentials"];
  return { alone, beside: (pid) => ["nsenter", "-t", String(pid), ...shared, "--"] };
}

/** A script that starts a program with this prefix, for callers that take only a path. */
export function wrapperOf(folder: string, before: readonly string[], path: string): string {
  const file = join(folder, "beside.sh");
  writeFileSync(file, `#!/bin/sh\nexec ${[...before, `'${path}'`].join(" ")} "$@"\n`);
  chmodSync(file, 0o755);
  return file;
}
