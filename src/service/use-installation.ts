import type { InstallationParts } from "./foundation.ts";
import { findShards } from "./shards.ts";
import { openInstallation, type Installation } from "./installation.ts";

/** Opens an installation without a server and without jobs, and closes it after the work. */
export async function useInstallation<Value>(
  parts: InstallationParts,
  work: (installation: Installation) => Promise<Value>,
): Promise<Value> {
  const installation = openInstallation({ ...parts, openShards: await findShards(parts) });
  try {
    await installation.refreshClocks();
    installation.restored.learn(await installation.restorations.read());
    return await work(installation);
  } finally {
    await installation.close();
  }
}
