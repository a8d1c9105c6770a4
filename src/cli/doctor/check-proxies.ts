import type { Config } from "../../config/config.ts";
import { lacksProxy, UNNAMED_PROXY } from "../../service/start/refuse-unsafe.ts";
import { ok, warning, type Check } from "./check.ts";

const PATIENCE_MS = 5_000;
const COUNT = /^vezne_untrusted_forwarded_total (\d+)$/m;
const ADVICE =
  "Name the proxy in VEZNE_TRUSTED_PROXIES, or close the port to all but the proxy; the log has the " +
  "first such address. See docs/operations/exposure.md.";

/** Checks that the service can tell its customers apart behind the proxy in front of it. */
export async function checkProxies(config: Config): Promise<Check> {
  const name = "proxies";
  if (lacksProxy(config)) return warning(name, UNNAMED_PROXY, "See docs/operations/exposure.md.");
  const count = await untrustedForwards(config);
  if (count > 0) {
    const detail = `${count} calls told a client's address and came from an address that is not named`;
    return warning(name, detail, ADVICE);
  }
  const { trustedProxies, forwarding } = config;
  return ok(name, forwarding === "named" ? trustedProxies.join(", ") : "none");
}

/** Reads the count of the running service; 0 where its metrics can't be read. */
async function untrustedForwards({ admin, localUrl, metrics }: Config): Promise<number> {
  if (metrics === "off") return 0;
  try {
    const answer = await fetch(`${admin?.url ?? localUrl}/metrics`, {
      headers: metrics === "open" ? {} : { authorization: `Bearer ${metrics.reveal()}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return Number(COUNT.exec(await answer.text())?.[1] ?? 0);
  } catch {
    // The check does not run.
    return 0;
  }
}
