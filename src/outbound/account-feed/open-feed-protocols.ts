import type { FeedProtocol } from "../../domain/account-feed/ports.ts";
import { openOwnLine, openPublicLine } from "./kit/bank-call.ts";
import { garantiFeed } from "./garanti/garanti-feed.ts";

export type FeedProtocols = {
  readonly all: readonly FeedProtocol[];
  close(): Promise<void>;
};

export type FeedProtocolOptions = {
  /** Where this process reaches the simulated bank; undefined without one. */
  readonly simulatedBankUrl: string | undefined;
};

/** The protocols by which account feeds are read, with their connections. */
export function openFeedProtocols({ simulatedBankUrl }: FeedProtocolOptions): FeedProtocols {
  const [bank, line] = [openPublicLine(), openOwnLine()];
  const simulated =
    simulatedBankUrl === undefined ? undefined : { line, address: simulatedBankUrl };
  return {
    all: [garantiFeed({ bank, simulated })],
    async close() {
      await Promise.all([bank.close(), line.close()]);
    },
  };
}
