/** The embedded PostgreSQL can't run here; the message tells the operator how to mend it. */
export class EmbeddedPostgresError extends Error {
  override readonly name = "EmbeddedPostgresError";
}

export const OWN_DATABASE_HINT =
  "Or set DATABASE_URL to a PostgreSQL 15 or later of your own, and none is embedded.";

/** Returns the `code` of an error of Node or PostgreSQL (`ENOENT`, `57P03`), or undefined. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
