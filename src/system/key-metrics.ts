import type { Registry } from "@platformatic/prom-client";
import { SECOND } from "../kernel/clock.ts";
import type { KeyAge } from "../kernel/key-age.ts";
import { worstOfWorkers } from "./worst-of-workers.ts";

/**
 * Gauges of the times at which the vault key came into force and is due for replacement; both are 0
 * if there is no key.
 */
export function gaugeVaultKey(registry: Registry, age: () => Promise<KeyAge | undefined>): void {
  const gauge = worstOfWorkers(registry);
  gauge("vezne_vault_key_since_seconds", {
    help: "When the key of stored cards came into force, in seconds since 1970; 0: there is none.",
    read: async () => ((await age())?.since ?? 0) / SECOND,
  });
  gauge("vezne_vault_key_replace_by_seconds", {
    help: "When the key of stored cards should be replaced, in seconds since 1970; 0: there is none.",
    read: async () => ((await age())?.dueAt ?? 0) / SECOND,
  });
}
