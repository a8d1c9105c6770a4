import { join } from "node:path";
import { buildServer, buildWeb, isServerFresh, isWebFresh } from "./build.mjs";
import { install, isInstalled } from "./install.mjs";
import { withLock } from "./lock.mjs";

/**
 * Makes a source checkout ready to run: packages as the lock file says, then whatever was built
 * from other sources than these. Costs a few reads when nothing changed; several launches at once
 * wait for the first.
 *
 * `tools: true` also asks for the development packages when nothing has to be built, and
 * `force: true` builds again regardless.
 */
export async function prepare(root, { tools = false, force = false } = {}) {
  if (!force && isReady(root, tools)) return;
  await withLock(join(root, "dist", ".lock"), async (onSpawn) => {
    if (!force && isReady(root, tools)) return;
    if (!isInstalled(root, { tools: true })) await install(root, onSpawn);
    await build(root, force, onSpawn);
  });
}

function isReady(root, tools) {
  return isInstalled(root, { tools }) && isServerFresh(root) && isWebFresh(root);
}

async function build(root, force, onSpawn) {
  const steps = [];
  if (force || !isServerFresh(root)) steps.push(buildServer(root, onSpawn));
  if (force || !isWebFresh(root)) steps.push(buildWeb(root, onSpawn));
  const outcomes = await Promise.allSettled(steps);
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
}
