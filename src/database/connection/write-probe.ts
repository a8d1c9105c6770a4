import type pg from "pg";
import { SECOND } from "../../kernel/clock.ts";
import { DatabaseReadOnly } from "./database.ts";
import { within } from "./timed-query.ts";

/** The time limit of a probe; a healthy server takes milliseconds. */
export const PROBE_MS = 2 * SECOND;

// The message goes into the log of changes only, so the commit waits for the disk and for
// synchronous standbys as every other commit does.
const WRITE = `
  select case
    when pg_is_in_recovery() or current_setting('transaction_read_only')::boolean then null
    else pg_logical_emit_message(true, 'vezne', '')
  end is null as refuses`;

// On a full disk a commit may still find room in the log. A new table needs room of its own.
const TAKE_ROOM = `
  create temporary table vezne_room on commit drop as
  select * from generate_series(1, 4000) as number`;

/** The role may not make temporary tables; then only the commit is tried. */
const NOT_ALLOWED = "42501";

export type WriteProbe = {
  /** Commits a write that changes no table; `needsRoom` if it must need disk space, too. */
  write(how: { readonly needsRoom: boolean }): Promise<void>;
  close(): Promise<void>;
};

/**
 * Tries over one connection of its own whether the database takes writes. After a failure it
 * connects again, because the address may lead to another server.
 */
export function createWriteProbe(connect: () => Promise<pg.Client>): WriteProbe {
  let open: pg.Client | undefined;
  const forget = (client: pg.Client): void => {
    if (open === client) open = undefined;
  };
  const drop = (): void => {
    open?.end().catch(() => undefined);
    open = undefined;
  };
  const reopen = async (): Promise<pg.Client> => {
    const client = await connect();
    open = client;
    client.once("end", () => forget(client));
    return client;
  };
  return {
    async write({ needsRoom }) {
      // A kept connection may be to a server that is no longer the primary.
      if (needsRoom) drop();
      try {
        const client = open ?? (await reopen());
        await emit(client);
        if (needsRoom) await takeRoom(client);
      } catch (error) {
        drop();
        throw error;
      }
    },
    async close() {
      await open?.end();
    },
  };
}

async function emit(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ refuses: boolean }>(within(PROBE_MS, WRITE));
  if (rows[0]?.refuses !== false) throw new DatabaseReadOnly();
}

async function takeRoom(client: pg.Client): Promise<void> {
  try {
    await client.query(within(PROBE_MS, TAKE_ROOM));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === NOT_ALLOWED) return;
    throw error;
  }
}
