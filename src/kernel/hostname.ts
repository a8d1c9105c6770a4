const NAME = /^[\w-]+(\.[\w-]+)*\.?$/;
const IPV6 = /^\[[\da-f:.]+\]$/;

/**
 * True if the host of a parsed address is a possible name or IP address. The URL parser also
 * accepts characters that no name has and that mean something in a header: star, comma, semicolon.
 */
export function isHostname(hostname: string): boolean {
  return NAME.test(hostname) || IPV6.test(hostname);
}
