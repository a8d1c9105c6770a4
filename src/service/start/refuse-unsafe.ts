import type { Config } from "../../config/config.ts";
import { ConfigError } from "../../config/config-error.ts";
import { isLoopbackHost } from "../../config/values.ts";

/** The service does not start; the message says what to do. */
export class StartRefused extends Error {}

export const UNNAMED_PROXY =
  "VEZNE_TRUSTED_PROXIES must name the proxy that ends TLS, or all customers have its address: one " +
  "who tries passwords or cards would lock out everybody. Set it to none if nothing in front of " +
  "this service tells the customers' addresses";

/** True if a proxy must stand in front, which ends TLS, and the configuration does not name it. */
export function lacksProxy({
  publicUrl,
  forwarding,
}: Pick<Config, "publicUrl" | "forwarding">): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === "https:" && !isLoopbackHost(hostname) && forwarding === "unsaid";
}

/**
 * Refuses settings that are certainly a mistake where customers come, and warns elsewhere.
 * @throws StartRefused or ConfigError that says what to do.
 */
export function refuseUnsafe(config: Config, warn: (sentence: string) => void): void {
  refuseRoot(config);
  if (!lacksProxy(config)) return;
  if (config.isProduction) throw new ConfigError(UNNAMED_PROXY);
  warn(UNNAMED_PROXY);
}

/** Refuses root on a public service, where a defect would have root's rights. */
function refuseRoot({ isPublic, allowRoot }: Config): void {
  if (!isPublic || allowRoot || process.getuid?.() !== 0) return;
  throw new StartRefused(
    "a public service does not run as root. Start it as an ordinary user who owns " +
      "VEZNE_DATA_DIR, or set VEZNE_ALLOW_ROOT=true where a container has no other user.",
  );
}
