import type { FeedProtocol } from "../../domain/account-feed/ports.ts";
import type { FileReader } from "../../file/reader/file-reader.ts";
import { after } from "../../system/after.ts";
import { garantiFeed } from "./garanti/garanti-feed.ts";
import { openOwnLine, openPublicLine } from "./kit/bank-call.ts";
import { hostRule, type HostSettings } from "./kit/host-rule.ts";
import { sftpFeed } from "./sftp/sftp-feed.ts";

export type FeedProtocols = {
  readonly all: readonly FeedProtocol[];
  close(): Promise<void>;
};

export type FeedProtocolOptions = HostSettings & {
  /** Where this process reaches the test bank; undefined without one. */
  readonly testBankUrl: string | undefined;
  readonly files: Pick<FileReader, "statement">;
};

/** The protocols by which account feeds are read, with their connections. */
export function openFeedProtocols({
  testBankUrl,
  files,
  ...hosts
}: FeedProtocolOptions): FeedProtocols {
  const [bank, line] = [openPublicLine(), openOwnLine()];
  const simulated = testBankUrl === undefined ? undefined : { line, address: testBankUrl };
  return {
    all: [
      garantiFeed({ bank, simulated }),
      sftpFeed({ rule: hostRule(hosts), files, pause: (ms) => new Promise((on) => after(ms, on)) }),
    ],
    async close() {
      await Promise.all([bank.close(), line.close()]);
    },
  };
}
