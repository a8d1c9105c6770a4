import type { InstallationParts } from "./foundation.ts";
import { openShards } from "./shards.ts";
import { openInstallation, type Installation } from "./installation.ts";

/** Opens an installation without a server and without jobs, and closes it after the work. */
export async function useInstallation<Value>(
  parts: InstallationParts,
  work: (installation: Installation) => Promise<Value>,
): Promise<Value> {
  const installation = openInstallation({ ...parts, shards: await openShards(parts) });
  try {
    await installation.refreshClocks();
    return await work(installation);
  } finally {
    await installation.close();
  }
}
