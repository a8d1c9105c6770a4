const NAME = /^[\w-]+(\.[\w-]+)*\.?$/;
const IPV6 = /^\[[\da-f:.]+\]$/;

/**
 * True if the host of a parsed address is a possible name or IP address. The URL parser also
 * accepts characters that no name has and that mean something in a header: star, comma, semicolon.
 */
export function isHostname(hostname: string): boolean {
  return NAME.test(hostname) || IPV6.test(hostname);
}

// Programs and the URL parser drop these characters, so the checked address would differ from the
// visited one.
const HIDDEN = /[\u0000-\u0020\u007f\\]/;
// The URL parser takes `https:///a/b` for `https://a/b`, other programs for an address without a host.
const WITH_HOST = /^https?:\/\/[^/?#]/i;

/** True for an absolute http or https address in which every program sees the same host. */
export function isAbsoluteAddress(text: string): boolean {
  return !HIDDEN.test(text) && WITH_HOST.test(text) && URL.canParse(text);
}
