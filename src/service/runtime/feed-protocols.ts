import {
  openFeedProtocols,
  type FeedProtocols,
} from "../../outbound/account-feed/open-feed-protocols.ts";
import type { Installation } from "../installation/installation.ts";
import { testBankUrl } from "./bank-listener.ts";

/** The protocols of account feeds, for a command; the caller closes them. */
export function openFeeds(
  { config, files }: Pick<Installation, "config" | "files">,
  bankUrl?: string,
): FeedProtocols {
  return openFeedProtocols({
    testBankUrl: bankUrl ?? testBankUrl(config),
    loopback: config,
    named: config.feedHosts,
    files,
  });
}
