import type { AcquirerConnection } from "../domain/connection/connection.ts";
import type {
  ConnectionCredentials,
  ConnectionStore,
  ConnectionWrite,
  Credentials,
} from "../domain/connection/ports.ts";
import { assert } from "../kernel/assert.ts";
import { merchantOf, type ConnectionId } from "../kernel/ids.ts";
import type { Random } from "../kernel/random.ts";
import type { ConnectionTable } from "../store/connection/connection-table.ts";
import type { SealedCredentials, SealedWrite } from "../store/connection/write-connection.ts";
import type { Binding } from "./envelope.ts";
import { openSealed, writeSealed } from "./sealed-record.ts";
import type { SealedTexts } from "./sealed-texts.ts";
import type { VaultKeys } from "./vault-keys.ts";

export type ConnectionVaultDeps = {
  readonly table: ConnectionTable;
  readonly keys: VaultKeys;
  readonly random: Random;
  /** Logs a problem that an operator must mend; never with credentials. */
  readonly report: (sentence: string, facts: Readonly<Record<string, unknown>>) => void;
};

/**
 * The connections of merchants; their credentials are encrypted under the vault key.
 * The reasons are in docs/decisions/connections.md.
 */
export function createConnectionVault(
  deps: ConnectionVaultDeps,
): ConnectionStore & ConnectionCredentials {
  const { table } = deps;
  return {
    create: (connection, credentials) =>
      sealedWrite(deps, { connection, credentials }, (sealed) => table.create(connection, sealed)),
    async change(connection, credentials) {
      if (credentials !== undefined) {
        return sealedWrite(deps, { connection, credentials }, (sealed) =>
          table.change(connection, sealed),
        );
      }
      const written = await table.change(connection);
      assert(written.kind !== "stale_key", "a change without credentials needs no vault key");
      return written;
    },
    changeState: (connectionId, move) => table.changeState(connectionId, move),
    noteCheck: (connectionId, check) => table.noteCheck(connectionId, check),
    noteKey: (connectionId, note, version) => table.noteKey(connectionId, note, version),
    find: (connectionId) => table.find(connectionId),
    list: (owner) => table.list(owner),
    listInUse: () => table.listInUse(),
    rules: (owner) => table.rules(owner),
    replaceRules: (owner, rules) => table.replaceRules(owner, rules),
    open: (connectionId) => openCredentials(deps, connectionId),
  };
}

/** The credentials of connections, for the rotation of the vault key. */
export function sealedCredentials(table: ConnectionTable): SealedTexts {
  return {
    mayBePlain: false,
    async *notUnder(keyId) {
      for (const one of await table.credentialsNotUnder(keyId)) {
        yield {
          binding: bindingOf(one.connectionId),
          item: {
            merchantId: merchantOf(one.connectionId),
            itemId: `acquirer_connection/${one.connectionId}`,
          },
          text: one.text,
          replace: (text, under) => table.replaceCredentials(one, { text, keyId: under }),
        };
      }
    },
    countByKey: () => table.countByKey(),
  };
}

async function sealedWrite(
  deps: ConnectionVaultDeps,
  given: { readonly connection: AcquirerConnection; readonly credentials: Credentials },
  write: (sealed: SealedCredentials) => Promise<SealedWrite>,
): Promise<ConnectionWrite> {
  const { connection, credentials } = given;
  const binding = bindingOf(connection.connectionId);
  const kind = await writeSealed(deps, { binding, credentials }, async (sealed) => {
    const written = await write(sealed);
    return written.kind;
  });
  return { kind };
}

async function openCredentials(
  { table, keys, report }: ConnectionVaultDeps,
  connectionId: ConnectionId,
): Promise<Credentials | undefined> {
  const text = await table.findCredentials(connectionId);
  if (text === undefined) return undefined;
  const opened = await openSealed({ keys }, { binding: bindingOf(connectionId), text });
  if (opened.kind === "opened") return opened.credentials;
  report(`the credentials of an acquirer connection can't be decrypted: ${opened.why}`, {
    connection_id: connectionId,
    key_id: opened.keyId,
  });
  return undefined;
}

/** The id of a connection names its merchant too. */
function bindingOf(connectionId: ConnectionId): Binding {
  return ["acquirer connection", connectionId];
}
