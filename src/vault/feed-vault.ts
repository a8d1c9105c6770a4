import type { FeedStore } from "../domain/account-feed/ports.ts";
import type { FeedId } from "../kernel/ids.ts";
import type { FeedTable } from "../store/account-feed/feed-table.ts";
import type { Binding } from "./envelope.ts";
import { openSealed, writeSealed, type SealDeps } from "./sealed-record.ts";
import type { SealedTexts } from "./sealed-texts.ts";

export type FeedVaultDeps = SealDeps & {
  readonly table: FeedTable;
  /** Logs a problem that an operator must mend; never with credentials. */
  readonly report: (sentence: string, facts: Readonly<Record<string, unknown>>) => void;
};

/** The account feeds; their credentials are encrypted under the vault key. */
export function createFeedVault(deps: FeedVaultDeps): FeedStore {
  const { table, keys, report } = deps;
  return {
    ...table,
    create: (feed, credentials, most) =>
      writeSealed(deps, { binding: bindingOf(feed.feedId), credentials }, (sealed) =>
        table.create(feed, sealed, most),
      ),
    async change(feed, credentials, before) {
      const binding = bindingOf(feed.feedId);
      if (credentials === undefined) return table.change(feed, before);
      return writeSealed(deps, { binding, credentials }, (sealed) =>
        table.changeSealed(feed, sealed, before),
      );
    },
    async open(feedId) {
      const text = await table.findCredentials(feedId);
      if (text === undefined) return undefined;
      const opened = await openSealed({ keys }, { binding: bindingOf(feedId), text });
      if (opened.kind === "opened") return opened.credentials;
      report(`the credentials of an account feed can't be decrypted: ${opened.why}`, {
        feed_id: feedId,
        key_id: opened.keyId,
      });
      return undefined;
    },
  };
}

/** The credentials of feeds, for the rotation of the vault key. */
export function sealedFeeds(table: FeedTable): SealedTexts {
  return {
    mayBePlain: false,
    async *notUnder(keyId) {
      for (const { feedId, merchantId, text } of await table.credentialsNotUnder(keyId)) {
        yield {
          binding: bindingOf(feedId),
          item: { merchantId: merchantId ?? "", itemId: `bank_feed/${feedId}` },
          text,
          replace: (after, under) =>
            table.replaceCredentials(feedId, text, { text: after, keyId: under }),
        };
      }
    },
    countByKey: () => table.countByKey(),
  };
}

function bindingOf(feedId: FeedId): Binding {
  return ["account feed", feedId];
}
