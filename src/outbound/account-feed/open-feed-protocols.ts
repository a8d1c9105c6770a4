import type { FeedProtocol } from "../../domain/account-feed/ports.ts";
import { openOwnLine, openPublicLine } from "./kit/bank-call.ts";
import { garantiFeed } from "./garanti/garanti-feed.ts";

export type FeedProtocols = {
  readonly all: readonly FeedProtocol[];
  close(): Promise<void>;
};

export type FeedProtocolOptions = {
  /** Where this process reaches the test bank; undefined without one. */
  readonly testBankUrl: string | undefined;
};

/** The protocols by which account feeds are read, with their connections. */
export function openFeedProtocols({ testBankUrl }: FeedProtocolOptions): FeedProtocols {
  const [bank, line] = [openPublicLine(), openOwnLine()];
  const simulated = testBankUrl === undefined ? undefined : { line, address: testBankUrl };
  return {
    all: [garantiFeed({ bank, simulated })],
    async close() {
      await Promise.all([bank.close(), line.close()]);
    },
  };
}
