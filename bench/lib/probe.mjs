import { mkdirSync, readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";

/** The folder of the sockets of a service's processes; socket paths are limited to 100 bytes. */
export function probeFolder({ folder }) {
  const path = join(folder, "probes");
  mkdirSync(path, { recursive: true });
  return path;
}

/** Asks the probe of each process of the service; see bench/probe.mjs. */
export function askProbes(world, path) {
  const folder = probeFolder(world);
  return Promise.all(readdirSync(folder).map((name) => ask(join(folder, name), path)));
}

async function ask(socketPath, path) {
  const answer = await new Promise((resolve, reject) => {
    request({ socketPath, path, agent: false }, resolve).on("error", reject).end();
  });
  const parts = [];
  for await (const part of answer) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString());
}

/** The sum of what the probes counted. */
export async function readProbes(world) {
  const sum = { busy: new Map(), statements: new Map(), roundTrips: 0, pids: [] };
  for (const { busy, statements, roundTrips, pid } of await askProbes(world, "/read")) {
    sum.pids.push(pid);
    sum.roundTrips += roundTrips;
    for (const [name, ms] of Object.entries(busy)) add(sum.busy, name, ms);
    for (const { text, calls } of statements) {
      if (!sum.statements.has(text)) sum.statements.set(text, new Map());
      for (const [name, count] of Object.entries(calls)) add(sum.statements.get(text), name, count);
    }
  }
  return sum;
}

/** Garbage collections since the last call: their number, time and the bytes allocated. */
export async function readCollections(world) {
  const found = { count: 0, micros: 0, longestMicros: 0, bytes: 0 };
  for (const collections of await askProbes(world, "/collections")) {
    for (const [index, { micros, before }] of collections.entries()) {
      found.count += 1;
      found.micros += micros;
      found.longestMicros = Math.max(found.longestMicros, micros);
      if (index > 0) found.bytes += Math.max(0, before - collections[index - 1].after);
    }
  }
  return found;
}

export function add(counts, name, more) {
  counts.set(name, (counts.get(name) ?? 0) + more);
}
