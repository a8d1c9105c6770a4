import { loadModule } from "libpg-query";
import { lintMigration } from "./lint.mjs";
import { emptyHistory } from "./tables.mjs";

/** Checks migrations in their order; returns lines such as `0069-x: index: builds …`. */
export async function lintAll(migrations, { tools, lastRelease }) {
  await loadModule();
  const history = emptyHistory();
  return migrations.flatMap((migration) =>
    lintMigration(migration, { history, tools, lastRelease }).map(
      ([rule, text]) => `${migration.name}: ${rule}: ${text}`,
    ),
  );
}

/**
 * Returns the findings that are not accepted, the accepted ones that are not found any more, and
 * those that lie in a file that can still be changed or have no reason.
 */
export function compareWithAccepted(found, { last, reasons, findings }) {
  const accepted = Object.entries(findings).flatMap(([name, ofFile]) =>
    ofFile.map((finding) => ({ name, line: `${name}: ${finding}`, rule: finding.split(":")[0] })),
  );
  const lines = new Set(accepted.map(({ line }) => line));
  return [
    ...found.filter((line) => !lines.has(line)),
    ...accepted
      .filter(({ line }) => !found.includes(line))
      .map(({ line }) => `accepted, but not found: ${line}`),
    ...accepted
      .filter(({ name, rule }) => Number(name.slice(0, 4)) > last || reasons[rule] === undefined)
      .map(({ line }) => `can't be accepted: ${line}`),
  ];
}
