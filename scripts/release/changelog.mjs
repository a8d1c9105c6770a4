const UNRELEASED = "## Unreleased";

/**
 * Gives the unreleased changes their version and day (YYYY-MM-DD) and begins an empty list for the
 * next release. Throws where there is nothing to release, or the version is in the list already.
 */
export function releaseChangelog(text, { version, day }) {
  const heading = `## ${version} (${day})`;
  if (text.includes(`\n## ${version} `)) throw new Error(`CHANGELOG.md lists ${version} already`);
  const start = text.indexOf(`\n${UNRELEASED}\n`);
  if (start < 0) throw new Error(`CHANGELOG.md has no heading "${UNRELEASED}"`);
  const body = text.slice(start + UNRELEASED.length + 2);
  const end = body.search(/^## /m);
  const changes = end < 0 ? body : body.slice(0, end);
  if (changes.trim() === "") throw new Error("CHANGELOG.md lists no unreleased changes");
  return `${text.slice(0, start)}\n${UNRELEASED}\n\n${heading}\n${body}`;
}

/**
 * The next version must be higher than the present one (semantic versioning; a pre-release such as
 * 1.0.0-rc.1 is lower than its release).
 */
export function isHigher(next, present) {
  const [a, b] = [parse(next), parse(present)];
  if (!a || !b) return false;
  for (const index of [0, 1, 2]) {
    if (a.numbers[index] !== b.numbers[index]) return a.numbers[index] > b.numbers[index];
  }
  if (a.label === undefined) return b.label !== undefined;
  if (b.label === undefined) return false;
  return a.label.localeCompare(b.label, "en", { numeric: true }) > 0;
}

function parse(version) {
  const match = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?$/.exec(version);
  return match && { numbers: match.slice(1, 4).map(Number), label: match[4] };
}

/** The version of the last release, or undefined before the first one. */
export function lastReleaseOf(text) {
  return /^## (\d+\.\d+\.\d+) /m.exec(text)?.[1];
}
