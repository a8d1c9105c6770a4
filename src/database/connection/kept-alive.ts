import type { Client } from "pg";
import { SECOND } from "../../kernel/clock.ts";
import { within } from "./timed-query.ts";

/**
 * A server keeps the session of a machine that vanished for two hours by default, and with it a
 * slot that the machine which takes over may need. With these settings it asks silent clients after
 * 30 seconds, and looks every 5 seconds whether the client of a statement under way has gone.
 *
 * They are made in the session, because poolers refuse unknown ones at its start. Servers of
 * systems that can't see a closed socket refuse the last one.
 */
const KEEP_ALIVE = `
  select set_config('tcp_keepalives_idle', '30', false),
    set_config('tcp_keepalives_interval', '10', false),
    set_config('tcp_keepalives_count', '3', false),
    case when version() ~* '(linux|darwin|bsd)'
      then set_config('client_connection_check_interval', '5s', false) end`;

/** The longest time of the settings; a slower server is not ready for a statement either. */
const SET_MS = 2 * SECOND;

type Connected = (error?: Error | null) => void;

/**
 * Returns a connection's `connect`, which makes the settings before the first statement. A
 * connection without them is as good.
 */
export function connectAlive(client: Client) {
  const connect = client.connect.bind(client);
  const open = async (): Promise<Client> => {
    await connect();
    await client.query(within(SET_MS, KEEP_ALIVE)).catch(() => undefined);
    return client;
  };
  return (ended?: Connected): Promise<unknown> | undefined => {
    const opened = open();
    if (ended === undefined) return opened;
    opened.then(() => ended(), ended);
    return undefined;
  };
}
