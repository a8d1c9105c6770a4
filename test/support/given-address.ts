/**
 * The address of a PostgreSQL on which the tests run in place of the embedded one: a superuser's,
 * with `sslmode=verify-full` and `sslrootcert`.
 */
export const GIVEN = process.env["VEZNE_POSTGRES_URL"];

export const isOnGivenServer = GIVEN !== undefined;
