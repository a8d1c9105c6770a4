import { spawnSync } from "node:child_process";

/**
 * The program, with its arguments, that runs another one with mounts and a network of its own. Root
 * needs no user namespace, in which it could not read the files of other users.
 */
export const INTO_NAMESPACE: readonly [string, ...string[]] =
  process.getuid?.() === 0 ? ["unshare", "-m", "-n"] : ["unshare", "-U", "-r", "-m", "-n"];

const [program, ...options] = INTO_NAMESPACE;

/** The reason why this machine permits no namespaces; undefined if it does. */
export const namespaceRefusal = ((): string | undefined => {
  if (process.platform !== "linux") return "namespaces are Linux's";
  const script = "mount -t tmpfs none /mnt && { ip link set lo up || mount -t sysfs none /sys; }";
  const tried = spawnSync(program, [...options, "sh", "-c", script], { encoding: "utf8" });
  if (tried.status === 0) return undefined;
  return `${tried.error?.message ?? tried.stderr.trim()} (${INTO_NAMESPACE.join(" ")})`;
})();
