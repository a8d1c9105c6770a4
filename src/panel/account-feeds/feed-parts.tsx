import type { AccountFeed } from "../../domain/account-feed/account-feed.ts";
import { feedHealth } from "../../domain/account-feed/health.ts";
import { useMerchant, useWords } from "../kit/context.ts";
import { When } from "../../page/parts/when.tsx";
import { feedWords } from "./words.ts";

export type FeedProps = { readonly feed: AccountFeed };

export const FEEDS = "transfers/feeds";

const TONES = {
  heard: "good",
  silent: "bad",
  incomplete: "bad",
  untried: "mute",
  disabled: "mute",
} as const;

export function FeedBadge({ feed }: FeedProps) {
  const { kit } = useMerchant();
  const words = useWords(feedWords);
  const health = feedHealth(feed, kit.clock.now());
  return <span class={`badge ${TONES[health]}`}>{words.healths[health]}</span>;
}

/** The bank's last answer, with its own code and text. */
export function LastAnswer({ feed: { lastCheck } }: FeedProps) {
  const words = useWords(feedWords);
  if (lastCheck === undefined) return <>{words.never}</>;
  const { kind, code, message, at } = lastCheck;
  const own = [code, message].filter((part) => part !== undefined && part !== "").join(" · ");
  return (
    <>
      {words.tested[kind]} <When at={at} />
      {own !== "" && <small> {own}</small>}
    </>
  );
}

export function MaybeWhen({ at }: { readonly at: AccountFeed["answeredAt"] }) {
  const words = useWords(feedWords);
  return at === undefined ? <>{words.never}</> : <When at={at} />;
}
