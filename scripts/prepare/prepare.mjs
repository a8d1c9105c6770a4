import { join } from "node:path";
import {
  areDeclarationsFresh,
  buildDeclarations,
  buildServer,
  buildWeb,
  isServerFresh,
  isWebFresh,
} from "./build.mjs";
import { install, isInstalled, removeTools } from "./install.mjs";
import { withLock } from "./lock.mjs";

/**
 * Makes a source checkout ready to run: installs the packages of the lock file and repeats stale
 * builds. Costs a few reads if nothing changed; concurrent launches wait for the first.
 *
 * `tools: true` also requires the development packages and the client's declarations; `force: true`
 * builds everything. With `isProduction: true` the development packages that were installed for the
 * build are removed after it.
 */
export async function prepare(root, options = {}) {
  const { tools = false, force = false, isProduction = false } = options;
  if (!force && isReady(root, tools)) return;
  await withLock(join(root, "dist", ".lock"), async (onSpawn) => {
    if (!force && isReady(root, tools)) return;
    const hasTools = isInstalled(root, { tools: true });
    if (!hasTools) await install(root, onSpawn);
    await build(root, { tools, force }, onSpawn);
    if (!hasTools && isProduction) await removeTools(root, onSpawn);
  });
}

function isReady(root, tools) {
  return (
    isInstalled(root, { tools }) &&
    isServerFresh(root) &&
    isWebFresh(root) &&
    (!tools || areDeclarationsFresh(root))
  );
}

async function build(root, { tools, force }, onSpawn) {
  const steps = [];
  if (force || !isServerFresh(root)) steps.push(buildServer(root, onSpawn));
  if (force || !isWebFresh(root)) steps.push(buildWeb(root, onSpawn));
  if (force || (tools && !areDeclarationsFresh(root))) steps.push(buildDeclarations(root, onSpawn));
  const outcomes = await Promise.allSettled(steps);
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
}
