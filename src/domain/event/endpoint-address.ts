import { BOUNDS } from "../../kernel/bounds.ts";
import { isAbsoluteAddress } from "../../kernel/hostname.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";

/**
 * Below this port, only WEB_PORTS are allowed: the other low ports belong to services that are no
 * webhook receivers.
 */
const FREE_PORTS_FROM = 1_024;
const WEB_PORTS = new Set([80, 443]);

/**
 * Checks the form of a webhook address (contract C6): absolute, https in live mode, no credentials,
 * no fragment. Whether its host may be called is checked by address at every connection. The
 * refusal names the valid form.
 */
export function checkEndpointAddress(
  text: string,
  { mustBeHttps }: { readonly mustBeHttps: boolean },
): Result<URL, string> {
  if (text.length > BOUNDS.urlMax) return refused(`must be at most ${BOUNDS.urlMax} characters`);
  if (!isAbsoluteAddress(text)) {
    return refused("must be an absolute https address");
  }
  const url = new URL(text);
  if (mustBeHttps && url.protocol !== "https:") return refused("must be https in live mode");
  if (url.username !== "" || url.password !== "") {
    return refused("must not contain a user name or password");
  }
  if (text.includes("#")) return refused("must not contain a fragment (#)");
  const port = url.port === "" ? undefined : Number(url.port);
  if (port !== undefined && port < FREE_PORTS_FROM && !WEB_PORTS.has(port)) {
    return refused(`must have the port 80 or 443, or one from ${FREE_PORTS_FROM}`);
  }
  return ok(url);
}
