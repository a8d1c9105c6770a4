import { JOBS } from "../../dist/service/jobs/jobs.js";

const JOB_NAMES = new Set(JOBS.map(({ name }) => name));
/** Statements that no driver's call explains: those of other programs and of functions. */
const UNKNOWN = "unknown";
/** The name of the operation's own work. */
export const OWN = "own";

/**
 * Splits what was counted into the operation's own work and that of each background job. A
 * statement that both send is split by the number of calls.
 */
export function split({ busy, sent, statements }) {
  const parts = new Map();
  const partOf = (name) => {
    const part = parts.get(name) ?? { busyMs: 0, ms: 0, wal: 0, calls: 0 };
    parts.set(name, part);
    return part;
  };
  for (const [work, ms] of busy) partOf(ownerOf(work)).busyMs += ms;
  for (const calls of sent.values()) {
    for (const [work, count] of calls) partOf(ownerOf(work)).calls += count;
  }
  for (const [shape, { ms, wal }] of statements) {
    for (const [name, share] of sharesOf(sent.get(shape))) {
      partOf(name).ms += ms * share;
      partOf(name).wal += wal * share;
    }
  }
  return parts;
}

function sharesOf(calls) {
  const all = [...(calls?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  if (all === 0) return [[UNKNOWN, 1]];
  return [...calls].map(([work, count]) => [ownerOf(work), count / all]);
}

/** The job that a name of work belongs to; all work that is no job's is the operation's own. */
function ownerOf(work) {
  const name = work.startsWith("job ") ? work.slice("job ".length) : "";
  return JOB_NAMES.has(name) ? name : OWN;
}

/** The sum of a field over the background jobs. */
export function background(parts, field) {
  return [...parts].reduce((sum, [name, part]) => (isJob(name) ? sum + part[field] : sum), 0);
}

export function total(parts, field) {
  return [...parts.values()].reduce((sum, part) => sum + part[field], 0);
}

export function isJob(name) {
  return JOB_NAMES.has(name);
}
