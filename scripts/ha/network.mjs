import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** The templates of deploy/ha use addresses 10.0.x.y; the trial uses 10.93.x.y on this machine. */
const PREFIX = "10.93.";
const BRIDGE = "vezneha";
const SPACE = "vezneha-";

/** The address of this process, and of the bank, in the network of the trial. */
export const OUTSIDE = `${PREFIX}255.254`;

export function onTrialNetwork(text) {
  return text.replaceAll("10.0.", PREFIX);
}

function ip(...args) {
  return execFileSync("ip", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** The name of the network namespace that stands for a machine. */
export function spaceOf(name) {
  return `${SPACE}${name}`;
}

export function openNetwork() {
  closeNetwork();
  ip("link", "add", BRIDGE, "type", "bridge");
  ip("addr", "add", `${OUTSIDE}/16`, "dev", BRIDGE);
  ip("link", "set", BRIDGE, "up");
}

/** Removes the network, and ends what an earlier trial has left in it. */
export function closeNetwork() {
  for (const space of ip("netns", "list").split("\n")) {
    const [name = ""] = space.split(" ");
    if (!name.startsWith(SPACE)) continue;
    signal(pidsIn(name), "SIGKILL");
    // The kernel would remove it later than the next trial may want the name.
    if (existsSync(`/sys/class/net/${name}`)) ip("link", "del", name);
    ip("netns", "del", name);
  }
  if (existsSync(`/sys/class/net/${BRIDGE}`)) ip("link", "del", BRIDGE);
}

/** Makes a namespace with one interface at the bridge. */
export function addMachine(name, address) {
  const space = spaceOf(name);
  ip("netns", "add", space);
  ip("link", "add", space, "type", "veth", "peer", "name", "eth0", "netns", space);
  ip("link", "set", space, "master", BRIDGE, "up");
  ip("-n", space, "addr", "add", `${address}/16`, "dev", "eth0");
  ip("-n", space, "link", "set", "eth0", "up");
  ip("-n", space, "link", "set", "lo", "up");
}

/** The processes of a machine, from its postmaster's children to Patroni. */
export function pidsIn(space) {
  return ip("netns", "pids", space).split("\n").filter(Boolean).map(Number);
}

export function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return "";
  }
}

/** Sends a signal; a process that has ended meanwhile is no error. */
export function signal(pids, name) {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
  }
}

/** Lets no packet in or out, as if the cable were pulled; connections stay open and silent. */
export function cut(name) {
  ip("link", "set", spaceOf(name), "down");
}

export function mend(name) {
  ip("link", "set", spaceOf(name), "up");
}

/** Drops what a machine sends to a network, such as that of the etcd members. */
export function dropTowards(name, network) {
  rule("-A", name, network);
}

export function letTowards(name, network) {
  rule("-D", name, network);
}

function rule(change, name, network) {
  ip("netns", "exec", spaceOf(name), "iptables", change, "OUTPUT", "-d", network, "-j", "DROP");
}
