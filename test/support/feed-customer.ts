import { createFeedLooks, type FeedLooks, type FeedLooksDeps } from "../../src/jobs/feed-looks.ts";
import { addFeed } from "../../src/domain/account-feed/manage-feed.ts";
import type { AccountFeed } from "../../src/domain/account-feed/account-feed.ts";
import type { FeedProtocol } from "../../src/domain/account-feed/ports.ts";
import type { LineOwner } from "../../src/domain/transfer/statement-line.ts";
import { turkishIban } from "../../src/domain/transfer/iban.ts";
import { secretsOf } from "../../src/kernel/secret.ts";
import {
  openFeedProtocols,
  type FeedProtocols,
} from "../../src/outbound/account-feed/open-feed-protocols.ts";
import { after } from "../../src/system/after.ts";
import type { Installation } from "../../src/service/installation/installation.ts";
import { readHere } from "./file-reader.ts";
import { extractIntake } from "../../src/file/import/extract-intake.ts";
import { installationOf } from "./installation.ts";
import { settlementDeps } from "./settlements.ts";
import type { TestService } from "./service.ts";

/** An account at the test bank that belongs to one merchant. */
export const OWN_IBAN = turkishIban("0062", "123456789");

export type FeedWorld = {
  readonly installation: Installation;
  readonly protocols: readonly FeedProtocol[];
  /** The log lines of the looks. */
  readonly reports: { readonly sentence: string; readonly facts: object }[];
  /** Adds a feed of an account at the test bank, or of `protocol` with all its values. */
  add(
    owner: LineOwner,
    values?: Readonly<Record<string, string>>,
    protocol?: string,
  ): ReturnType<typeof addFeed>;
  /** The looks of a process of its own. */
  newLooks(parts?: Partial<FeedLooksDeps>): FeedLooks;
  /** Looks at all feeds that are due, as a process of its own, and waits for the end. */
  look(): Promise<void>;
  find(feed: Pick<AccountFeed, "feedId">): Promise<AccountFeed>;
  close(): Promise<void>;
};

export const OF_TEST_BANK = {
  client_id: "sandbox-client",
  client_secret: "sandbox-secret",
  consent_id: `consent-${OWN_IBAN}`,
};

/** The feeds of a service without jobs, so that only the test looks at them. */
export async function openFeedWorld(shop: TestService): Promise<FeedWorld> {
  const installation = await installationOf(shop);
  const opened: FeedProtocols = openFeedProtocols({
    testBankUrl: `${shop.url}/bank`,
    loopback: { webhookLoopback: true, isRehearsal: false },
    named: [],
    files: readHere,
  });
  const reports: FeedWorld["reports"] = [];
  const newLooks = (parts: Partial<FeedLooksDeps> = {}): FeedLooks =>
    createFeedLooks({
      ...shop.service.deps,
      clocks: installation.clocks,
      refreshClocks: installation.refreshClocks,
      accountFeeds: installation.accountFeeds,
      isRehearsal: installation.isRehearsal,
      feedProtocols: opened.all,
      extractImport: extractIntake(settlementDeps(installation)),
      report: (sentence, facts) => void reports.push({ sentence, facts }),
      wake: () => undefined,
      after,
      onError: (error) => {
        throw error;
      },
      ...parts,
    });
  return {
    newLooks,
    installation,
    protocols: opened.all,
    reports,
    add(owner, values = {}, name = "garanti") {
      const protocol = opened.all.find(({ form }) => form.name === name);
      if (protocol === undefined) throw new Error("there is no such protocol");
      const { title = "Garanti hesabı", extractsOf = "", ...credentials } = values;
      const given = name === "garanti" ? { ...OF_TEST_BANK, ...credentials } : credentials;
      return addFeed(
        { ...installation, feedProtocols: opened.all },
        {
          owner,
          title,
          everySeconds: "",
          hosts: "",
          extractsOf,
          credentials: secretsOf(given),
          isUntested: false,
        },
        protocol.form,
      );
    },
    async look() {
      const looks = newLooks();
      await looks.round();
      await looks.settled();
    },
    async find({ feedId }) {
      const found = await installation.accountFeeds.find(feedId);
      if (found === undefined) throw new Error("the feed is gone");
      return found;
    },
    async close() {
      await opened.close();
      await installation.close();
    },
  };
}
