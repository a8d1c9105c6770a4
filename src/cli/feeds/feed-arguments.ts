import type { AccountFeed } from "../../domain/account-feed/account-feed.ts";
import { feedDocument } from "../../domain/account-feed/feed-document.ts";
import type { FeedProtocol } from "../../domain/account-feed/ports.ts";
import type { LineOwner } from "../../domain/transfer/statement-line.ts";
import { parseFeedId } from "../../kernel/ids.ts";
import type { Installation } from "../../service/installation/installation.ts";
import { openFeeds } from "../../service/runtime/feed-protocols.ts";
import { json, merchant } from "../kit/arguments.ts";
import { merchantOf } from "../kit/merchant-of.ts";
import { CommandError, facts, print } from "../kit/output.ts";
import { MODES } from "../kit/terms-owner.ts";
import { UsageError } from "../kit/usage-error.ts";

/** The arguments that name the owner of feeds: a merchant and mode, or the installation. */
export const ownerArguments = {
  merchant: { ...merchant, required: false, description: "Merchant id (mer_…)" },
  mode: { type: "enum", options: MODES, description: "With --merchant: test or live" },
  installation: {
    type: "boolean",
    default: false,
    description: "A feed of the installation: each line goes to the merchant whose code it carries",
  },
  json,
} as const;

type OwnerValues = {
  readonly merchant: string | undefined;
  readonly mode: "test" | "live" | undefined;
  readonly installation: boolean;
};

/** The owner that the arguments name; undefined for the installation. */
export async function ownerOf(
  { merchants }: Pick<Installation, "merchants">,
  { merchant: named, mode, installation }: OwnerValues,
): Promise<LineOwner | undefined> {
  if (installation) {
    if (named === undefined && mode === undefined) return undefined;
    throw new UsageError("give --installation, or --merchant with --mode");
  }
  if (named === undefined || mode === undefined) {
    throw new UsageError("give --merchant with --mode, or --installation");
  }
  const { merchantId } = await merchantOf({ merchants }, named);
  return { merchantId, mode };
}

/** The merchant and mode of an audit entry about a feed; none for one of the installation. */
export function placeOf(owner: LineOwner | undefined) {
  return owner === undefined ? { merchantId: undefined } : owner;
}

export async function feedOf(
  { accountFeeds }: Pick<Installation, "accountFeeds">,
  text: string,
): Promise<AccountFeed> {
  const feedId = parseFeedId(text);
  const found = feedId && (await accountFeeds.find(feedId));
  if (found !== undefined) return found;
  throw new CommandError("there is no such feed; vezne feeds list shows the ids");
}

/** Prints a feed as each command that ends with one does. */
export function printFeed(
  { clock }: Pick<Installation, "clock">,
  feed: AccountFeed,
  isJson: boolean,
): void {
  const document = feedDocument(feed, clock.now());
  print({ json: document, text: feedText(document) }, isJson);
}

/** Runs something with the protocols of feeds. */
export async function withProtocols<Answer>(
  installation: Installation,
  run: (protocols: readonly FeedProtocol[]) => Promise<Answer>,
): Promise<Answer> {
  const opened = openFeeds(installation);
  try {
    return await run(opened.all);
  } finally {
    await opened.close();
  }
}

type Shown = ReturnType<typeof feedDocument>;

function feedText({ credentials, last_check: check, ...document }: Shown): string {
  const told = check === null ? [] : [check.kind, check.code, check.message, check.at];
  const asked = check === null ? "not asked" : told.filter((part) => part !== null).join(" ");
  const lines = Object.entries({ ...document, ...credentials, last_check: asked });
  return facts(lines.map(([name, value]) => [name, value === null ? "-" : String(value)]));
}
