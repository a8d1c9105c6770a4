import type { Book, Recorded } from "./book.ts";
import type { Challenge } from "./challenge.ts";
import type { Entry, EntryKey } from "./entry.ts";
import { memoryAccounts } from "./memory-accounts.ts";
import { memoryHosted } from "./memory-hosted.ts";

/** A book in memory, for measurements in which the bank must cost little. */
export function memoryBook(): Book {
  const entries = new Map<string, Entry>();
  const challenges = new Map<string, Challenge>();
  const challengeIds = new Map<string, string>();

  return {
    record: (entry) => Promise.resolve(putIfAbsent(entries, keyOf(entry), entry)),
    find: (key) => Promise.resolve(entries.get(keyOf(key))),
    amend(changed, modification) {
      const current = entries.get(keyOf(changed));
      if (current === undefined || current.version !== changed.version) {
        return Promise.resolve(false);
      }
      if (modification !== undefined && entries.has(keyOf(modification)))
        return Promise.resolve(false);
      entries.set(keyOf(changed), { ...changed, version: changed.version + 1 });
      if (modification !== undefined) entries.set(keyOf(modification), modification);
      return Promise.resolve(true);
    },

    openChallenge(challenge) {
      const { row: id, fresh } = putIfAbsent(challengeIds, keyOf(challenge), challenge.id);
      if (fresh) challenges.set(id, challenge);
      return Promise.resolve({ fresh, row: challenges.get(id) ?? challenge });
    },
    findChallenge: (id) => Promise.resolve(challenges.get(id)),
    findChallengeOf: (key) => Promise.resolve(challenges.get(challengeIds.get(keyOf(key)) ?? "")),
    amendChallenge(changed) {
      if (challenges.get(changed.id)?.version !== changed.version) return Promise.resolve(false);
      challenges.set(changed.id, { ...changed, version: changed.version + 1 });
      return Promise.resolve(true);
    },

    hosted: memoryHosted(),
    accounts: memoryAccounts(),

    list: (terminal) =>
      Promise.resolve(
        [...entries.values()].filter(
          (entry) => terminal === undefined || entry.terminal === terminal,
        ),
      ),
  };
}

function keyOf(key: EntryKey): string {
  return `${key.terminal} ${key.requestId}`;
}

function putIfAbsent<Row>(map: Map<string, Row>, key: string, row: Row): Recorded<Row> {
  const recorded = map.get(key);
  if (recorded !== undefined) return { fresh: false, row: recorded };
  map.set(key, row);
  return { fresh: true, row };
}
