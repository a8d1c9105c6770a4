import {
  accessSync,
  appendFileSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StepFailed, say } from "./step.mjs";

const HEARTBEAT_MS = 1000;
// A lock without a heartbeat for this long is abandoned, even if its process ids exist: ids are
// reused, especially in containers. An orphaned `npm ci` ends sooner.
const ABANDONED_MS = 60_000;
const POLL_MS = 100;

/**
 * Runs `work` while holding the lock file `path`; other processes of this machine wait. `work` gets
 * a function to register its child processes. The lock remains until they have ended too, because a
 * killed launch leaves an `npm ci` behind that continues to write.
 */
export async function withLock(path, work) {
  await acquire(path);
  const heartbeat = setInterval(() => touch(path), HEARTBEAT_MS).unref();
  const release = () => rmSync(path, { force: true });
  process.once("exit", release);
  try {
    return await work((pid) => appendFileSync(path, `${pid}\n`));
  } finally {
    clearInterval(heartbeat);
    process.off("exit", release);
    release();
  }
}

async function acquire(path) {
  let announced = false;
  mkdirWritable(dirname(path));
  while (!tryCreate(path)) {
    if (isAbandoned(path)) {
      removeAbandoned(path);
      continue;
    }
    if (!announced) say("another launch is preparing this checkout; waiting for it.");
    announced = true;
    await sleep(POLL_MS);
  }
}

function mkdirWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new StepFailed(
      `this checkout has to be built and ${folder} cannot be written (${error.code}); ` +
        "run npm run build as its owner.",
    );
  }
}

function tryCreate(path) {
  try {
    writeFileSync(path, `${process.pid}\n`, { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return false;
  }
}

function isAbandoned(path) {
  try {
    const silentFor = Date.now() - statSync(path).mtimeMs;
    const holders = readFileSync(path, "utf8").split("\n").filter(Boolean).map(Number);
    // The file is empty between its creation and the write of the process id.
    if (holders.length === 0) return silentFor > HEARTBEAT_MS;
    return silentFor > ABANDONED_MS || !holders.some(isAlive);
  } catch (error) {
    if (error.code === "ENOENT") return false;
    throw error;
  }
}

function isAlive(pid) {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

// Two waiting launches may find the same abandoned lock. Only the holder of a second lock file
// checks again and removes it, so no launch removes the new lock of the other.
function removeAbandoned(path) {
  const broom = `${path}.broom`;
  try {
    closeSync(openSync(broom, "wx"));
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (isAbandoned(broom)) rmSync(broom, { force: true });
    return;
  }
  if (isAbandoned(path)) rmSync(path, { force: true });
  rmSync(broom, { force: true });
}

function touch(path) {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}
