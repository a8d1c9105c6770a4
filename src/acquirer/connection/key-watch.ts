import type { KeyNote } from "../../domain/connection/connection.ts";
import type { ConnectionStore } from "../../domain/connection/ports.ts";
import type { ReturnDifferences } from "../../domain/connection/store-key.ts";
import { HOUR, type Clock, type Instant } from "../../kernel/clock.ts";
import type { ConnectionId } from "../../kernel/ids.ts";
import type { SignatureWord } from "../kit/signature-word.ts";

export type KeyWatchDeps = {
  readonly connections: Pick<ConnectionStore, "noteKey">;
  readonly differences: Pick<ReturnDifferences, "note">;
  readonly clock: Clock;
  readonly report: (sentence: string, facts: Readonly<Record<string, unknown>>) => void;
};

/** The credentials of a connection under which something was said. */
export type KeyedConnection = {
  readonly connectionId: ConnectionId;
  readonly credentialsVersion: number;
};

export type KeyWatch = {
  /** Notes a compared signature of a return. */
  readonly onSignature: (keyed: KeyedConnection, word: SignatureWord) => void;
  /** Notes the bank's own word that our signature is wrong. */
  readonly onRefusal: (
    keyed: KeyedConnection,
    refusal: { readonly code: string; readonly message: string },
  ) => void;
};

/** A proof is written again after this time, so that its age tells how fresh it is. */
const RENEWED_MS = HOUR;
/** The attempts whose difference this process remembers to have noted. */
const REMEMBERED = 500;

/**
 * Keeps what the bank's messages show of each connection's store key. A payment waits for none of
 * it: a note that is lost in a crash is made by the next return.
 */
export function createKeyWatch(deps: KeyWatchDeps): KeyWatch {
  const { connections, differences, clock, report } = deps;
  const proved = new Map<string, Instant>();
  const noted = new Set<string>();
  const keep = (connectionId: ConnectionId, written: Promise<void>): void => {
    written.catch((error: unknown) => {
      proved.clear();
      noted.clear();
      report("a word about a store key could not be noted", {
        connection_id: connectionId,
        error: String(error),
      });
    });
  };
  const note = ({ connectionId, credentialsVersion }: KeyedConnection, word: KeyNote): void =>
    keep(connectionId, connections.noteKey(connectionId, word, credentialsVersion));
  return {
    onSignature(keyed, word) {
      const at = clock.now();
      const { connectionId, credentialsVersion } = keyed;
      if (word.kind === "verified") {
        const place = `${connectionId} ${credentialsVersion}`;
        if (at - (proved.get(place) ?? -Infinity) < RENEWED_MS) return;
        proved.set(place, at);
        note(keyed, { at, kind: "proved" });
        return;
      }
      const { attemptId, describe } = word;
      if (noted.has(attemptId)) return;
      if (noted.size >= REMEMBERED) noted.clear();
      noted.add(attemptId);
      const { algorithm, fields, own, given, causes } = describe();
      const difference = { connectionId, attemptId, at, algorithm, fields, own, given, causes };
      keep(connectionId, differences.note(difference));
      note(keyed, { at, kind: "doubted" });
    },
    onRefusal(keyed, { code, message }) {
      proved.delete(`${keyed.connectionId} ${keyed.credentialsVersion}`);
      note(keyed, { at: clock.now(), kind: "refused", code, message });
    },
  };
}
