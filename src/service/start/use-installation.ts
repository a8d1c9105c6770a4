import type { InstallationParts } from "../installation/foundation.ts";
import { openInstallation, type Installation } from "../installation/installation.ts";

/** Opens an installation without a server and without jobs, and closes it after the work. */
export async function useInstallation<Value>(
  parts: InstallationParts,
  work: (installation: Installation) => Promise<Value>,
): Promise<Value> {
  const installation = await openInstallation(parts);
  try {
    await installation.refreshClocks();
    installation.restored.learn(await installation.restorations.read());
    return await work(installation);
  } finally {
    await installation.close();
  }
}
