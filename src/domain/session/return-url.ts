import { BOUNDS } from "../../kernel/bounds.ts";
import { isAbsoluteAddress, isHostname } from "../../kernel/hostname.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { Mode } from "../merchant/merchant.ts";

const LOOPBACK = /^(localhost|(.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Checks a return URL (contract C3): absolute https, or http for test keys and loopback hosts; no
 * credentials, no fragment. The refusal names the valid form.
 */
export function checkReturnUrl(text: string, mode: Mode): Result<string, string> {
  if (text.length > BOUNDS.urlMax) {
    return refused(`must be at most ${BOUNDS.urlMax} characters`);
  }
  if (!isAbsoluteAddress(text)) {
    return refused("must be an absolute https address");
  }
  const url = new URL(text);
  // The host becomes a source in content security policies, where a star stands for any host.
  if (!isHostname(url.hostname)) return refused("must name a host of letters, digits, - and .");
  if (url.protocol === "http:" && mode === "live" && !LOOPBACK.test(url.hostname)) {
    return refused("must be https with a live key");
  }
  if (url.username !== "" || url.password !== "") {
    return refused("must not contain a user name or password");
  }
  if (text.includes("#")) return refused("must not contain a fragment (#)");
  return ok(url.href);
}
