import type { Book } from "./book.ts";
import type { Challenge } from "./challenge.ts";
import { keyOf, MemoryEntries } from "./memory-entries.ts";
import { memoryHosted } from "./memory-hosted.ts";
import type { AccountLine, CurrentAccounts } from "./account-line.ts";

/** A book in memory, for measurements in which the bank must cost little. */
export function memoryBook(): Book {
  const entries = new MemoryEntries();
  const challenges = new Map<string, Challenge>();
  const challengeIds = new Map<string, string>();

  return {
    record: (entry) => Promise.resolve(entries.add(entry)),
    find: (key) => Promise.resolve(entries.find(key)),
    amend(changed, modification) {
      const isTaken = modification !== undefined && entries.find(modification) !== undefined;
      if (isTaken || !entries.change(changed)) return Promise.resolve(false);
      if (modification !== undefined) entries.add(modification);
      return Promise.resolve(true);
    },

    openChallenge(challenge) {
      const key = keyOf(challenge);
      const id = challengeIds.get(key) ?? challenge.id;
      const recorded = challenges.get(id);
      if (recorded !== undefined) return Promise.resolve({ fresh: false, row: recorded });
      challengeIds.set(key, id);
      challenges.set(id, challenge);
      return Promise.resolve({ fresh: true, row: challenge });
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

    list: (terminal) => Promise.resolve(entries.list(terminal)),
    standing: (terminal, page) => Promise.resolve(entries.standing(terminal, page)),
  };
}

/** Current accounts in memory. */
function memoryAccounts(): CurrentAccounts {
  const lines: AccountLine[] = [];
  return {
    book(transfer) {
      const line = { ...transfer, number: lines.length + 1 };
      lines.push(line);
      return Promise.resolve(line);
    },
    linesBetween({ iban, from, until, offset, limit }) {
      const found = lines.filter(
        (line) =>
          line.bookedAt >= from &&
          line.bookedAt <= until &&
          (iban === undefined || line.iban === iban),
      );
      return Promise.resolve(found.slice(offset, offset + limit));
    },
  };
}
