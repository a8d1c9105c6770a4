const NAME = /^[\w-]+(\.[\w-]+)*\.?$/;
const IPV6 = /^\[[\da-f:.]+\]$/;

/**
 * Whether a parsed address's host is a name or a number that there can be. The parser also takes
 * signs that no name has, and that mean something in a header: a star, a comma, a semicolon.
 */
export function isHostname(hostname: string): boolean {
  return NAME.test(hostname) || IPV6.test(hostname);
}
