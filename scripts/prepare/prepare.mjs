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
 * Makes a source checkout ready to run: packages as the lock file says, then whatever was built
 * from other sources than these. Costs a few reads when nothing changed; several launches at once
 * wait for the first.
 *
 * `tools: true` also asks for the development packages when nothing has to be built, and for the
 * declarations of the client; `force: true` builds everything again regardless. With
 * `isProduction: true` development packages that were installed for the build are removed after it.
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
