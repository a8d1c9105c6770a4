import { spawn } from "node:child_process";

/** The failure of a step; the message is a sentence for the terminal. */
export class StepFailed extends Error {
  name = "StepFailed";

  constructor(sentence, signal) {
    super(sentence);
    this.signal = signal;
  }
}

/** Prints progress to stderr, because stdout belongs to the command that will run. */
export function say(sentence) {
  process.stderr.write(`vezne: ${sentence}\n`);
}

/**
 * Runs a program with its output on stderr and forwards signals to it, so that stopping a launch
 * also stops its build.
 */
export async function runStep(name, [command, ...args], { onSpawn, ...options }) {
  const child = spawn(command, args, { stdio: ["ignore", 2, 2], ...options });
  if (child.pid) onSpawn(child.pid);
  let stoppedBy;
  const forward = (signal) => {
    stoppedBy = signal;
    child.kill(signal);
  };
  process.on("SIGTERM", forward).on("SIGINT", forward);
  try {
    const [code, signal] = await ended(child);
    if (stoppedBy ?? signal) throw new StepFailed(`${name} was stopped.`, stoppedBy ?? signal);
    if (code !== 0) throw new StepFailed(`${name} failed (exit code ${code}); see above.`);
  } finally {
    process.off("SIGTERM", forward).off("SIGINT", forward);
  }
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.once("error", (error) =>
      reject(new StepFailed(`cannot run ${child.spawnfile}: ${error.message}`)),
    );
    child.once("close", (code, signal) => resolve([code, signal]));
  });
}
