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
import { Secret } from "../kernel/secret.ts";
import type { ConnectionTable } from "../store/connection/connection-table.ts";
import type { SealedCredentials, SealedWrite } from "../store/connection/write-connection.ts";
import type { Binding } from "./envelope.ts";
import { openText, sealText, type SealedTexts } from "./sealed-texts.ts";
import { VaultKeyError } from "./vault-key-error.ts";
import type { VaultKeys } from "./vault-keys.ts";

export type ConnectionVaultDeps = {
  readonly table: ConnectionTable;
  readonly keys: VaultKeys;
  readonly random: Random;
  /** Logs a problem that an operator must mend; never with credentials. */
  readonly report: (sentence: string, facts: Readonly<Record<string, unknown>>) => void;
};

/**
 * The most tries to write credentials. A try fails only if another key came into force since the
 * key was read; as many failures as this are a defect.
 */
const ROUNDS = 5;

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
  const { connectionId } = given.connection;
  const values = Object.entries(given.credentials).map(([name, value]) => [name, value.reveal()]);
  const text = JSON.stringify(Object.fromEntries(values));
  for (let round = 0; round < ROUNDS; round += 1) {
    const { key } = await deps.keys.current();
    const sealed = sealText(deps, key, { binding: bindingOf(connectionId), text });
    const written = await write({ text: sealed, keyId: key.id });
    if (written.kind !== "stale_key") return written;
    deps.keys.forgetCurrent();
  }
  throw new VaultKeyError("the vault key changed in each round");
}

async function openCredentials(
  { table, keys, report }: ConnectionVaultDeps,
  connectionId: ConnectionId,
): Promise<Credentials | undefined> {
  const text = await table.findCredentials(connectionId);
  if (text === undefined) return undefined;
  const opened = await openText({ keys }, { binding: bindingOf(connectionId), text });
  if (opened.kind === "opened") return credentialsIn(opened.text);
  const why = opened.kind === "no_key" ? "this machine lacks their vault key" : "they were changed";
  report(`the credentials of an acquirer connection can't be decrypted: ${why}`, {
    connection_id: connectionId,
    key_id: opened.keyId,
  });
  return undefined;
}

function credentialsIn(text: string): Credentials {
  const values: unknown = JSON.parse(text);
  assert(typeof values === "object" && values !== null, "credentials are an object of texts");
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, new Secret(String(value))] as const),
  );
}

/** The id of a connection names its merchant too. */
function bindingOf(connectionId: ConnectionId): Binding {
  return ["acquirer connection", connectionId];
}
