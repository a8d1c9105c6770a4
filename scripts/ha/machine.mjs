import { execFileSync, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { addMachine, commandOf, onTrialNetwork, pidsIn, signal, spaceOf } from "./network.mjs";

const KIT = join(import.meta.dirname, "../../deploy/ha");
/** Folders of the templates that belong to one machine; /srv/vezne-backup is shared by all. */
const OWN = /\/(etc\/vezne-ha|var\/(?:lib|log|spool)\/|run\/|dev\/watchdog)/g;
const SHARED = "/srv/vezne-backup";

export function templateText(name) {
  return readFileSync(join(KIT, name), "utf8");
}

/** A machine of the trial: a network namespace, and a folder in place of its root. */
export function createMachine(base, name, templateAddress) {
  const address = onTrialNetwork(templateAddress);
  const root = join(base, name);
  addMachine(name, address);
  return {
    name,
    address,
    root,
    /** The path in this trial of a path on the real machine. */
    at: (path) => join(root, path),
    /** Writes a template of deploy/ha with the names, addresses and folders of this machine. */
    configure(template, { to, change = (text) => text }) {
      const text = templateText(template)
        .replaceAll("MACHINE_NAME", name)
        .replaceAll("MACHINE_ADDRESS", templateAddress)
        .replaceAll(OWN, `${root}$&`)
        .replaceAll(SHARED, join(base, "backup"));
      const file = join(root, to);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, change(onTrialNetwork(text)));
      return file;
    },
    ...programsOn(name, root),
    ...processesOn(name),
  };
}

function programsOn(name, root) {
  return {
    /** Starts a program that goes on until it is killed; its output is kept in a file. */
    start(log, command, { user = "root", environment = {} } = {}) {
      const output = openSync(join(root, `${log}.log`), "a");
      const [program, ...args] = inside(name, user, command);
      const child = spawn(program, args, {
        stdio: ["ignore", output, output],
        detached: true,
        env: { ...process.env, HOME: root, ...environment },
      });
      closeSync(output);
      child.on("error", (error) => process.stderr.write(`${log}: ${error.message}\n`));
    },
    /** Runs a program to its end; returns its output. */
    run(command, { user = "root", input, environment = {} } = {}) {
      const [program, ...args] = inside(name, user, command);
      return execFileSync(program, args, {
        encoding: "utf8",
        input,
        stdio: ["pipe", "pipe", "pipe"],
        env: { ...process.env, HOME: root, ...environment },
        maxBuffer: 2 ** 28,
      });
    },
  };
}

function processesOn(name) {
  const pids = () => pidsIn(spaceOf(name));
  return {
    /** Kills all processes, or those of one command, also those that are forked meanwhile. */
    async kill(command) {
      const isMeant = (pid) => command === undefined || commandOf(pid) === command;
      const meant = () => pids().filter(isMeant);
      for (let left = meant(); left.length > 0; left = meant()) {
        signal(left, "SIGKILL");
        await wait(20);
      }
    },
    /** Stops all processes until `thaw`, as a paused virtual machine does. */
    async freeze() {
      let known = 0;
      for (let all = pids(); all.length !== known; all = pids()) {
        known = all.length;
        signal(all, "SIGSTOP");
        await wait(20);
      }
    },
    thaw: () => signal(pids(), "SIGCONT"),
  };
}

function inside(name, user, command) {
  const as = ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--init-groups"];
  return ["ip", "netns", "exec", spaceOf(name), ...as, ...command];
}

/** Resolves once `look` gives something; throws after `seconds`, naming what was awaited. */
export async function until(what, seconds, look) {
  const end = performance.now() + seconds * 1_000;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > end) throw new Error(`not within ${seconds} s: ${what}`);
    await wait(200);
  }
}
