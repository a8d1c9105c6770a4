import { spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** How a program is started on a machine with no network but itself, and another beside it. */
export type Offline = {
  /** Put before a program: the network of what it starts is its own loopback, and nothing else. */
  readonly alone: readonly string[];
  /** Put before a program that is to have the network of that one. */
  beside(pid: number): readonly string[];
};

const LOOPBACK = ["sh", "-c", 'ip link set lo up && exec "$@"', "sh"];

/** `undefined`, and the reason on stderr, where this machine takes no network away. */
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

/** A program that starts another one behind those words, for callers that take but a path. */
export function wrapperOf(folder: string, before: readonly string[], path: string): string {
  const file = join(folder, "beside.sh");
  writeFileSync(file, `#!/bin/sh\nexec ${[...before, `'${path}'`].join(" ")} "$@"\n`);
  chmodSync(file, 0o755);
  return file;
}
