import type { DatabaseAddress } from "./database.ts";

/** Returns an address as one text for `DATABASE_URL`; a socket's directory goes into the query. */
export function databaseUrlOf(address: DatabaseAddress): string {
  if (typeof address === "string") return address;
  const { host, port, user, password, database } = address;
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  const query = new URLSearchParams({ host, port: String(port) });
  return `postgres://${login}@/${encodeURIComponent(database)}?${query.toString()}`;
}
