import { isRecord } from "../../kernel/json.ts";
import type { ShopClientDeps } from "./shop-client.ts";

/** An event for display. */
export type ShopEvent = {
  readonly id: string;
  readonly type: string;
  /** ISO 8601. */
  readonly timestamp: string;
  /** The whole event as indented JSON. */
  readonly body: string;
};

const TIMEOUT_MS = 5_000;
/** The newest events that are searched: enough to find those of a recent order. */
const LOOKED_AT = 100;

/** Returns a session's events from the event feed, newest first, or undefined if the call fails. */
export async function askShopEvents(
  deps: ShopClientDeps,
  sessionId: string,
): Promise<readonly ShopEvent[] | undefined> {
  const address = `${deps.baseUrl}/api/v1/events?order=desc&limit=${LOOKED_AT}`;
  try {
    const answer = await fetch(address, {
      headers: { Authorization: `Bearer ${await deps.shopKey()}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const list: unknown = answer.ok ? await answer.json() : undefined;
    if (!isRecord(list) || !Array.isArray(list["events"])) return undefined;
    return list["events"].flatMap((event: unknown) => readEvent(event, sessionId));
  } catch {
    return undefined;
  }
}

function readEvent(event: unknown, sessionId: string): readonly ShopEvent[] {
  if (!isRecord(event) || !isRecord(event["data"])) return [];
  if (event["data"]["session_id"] !== sessionId) return [];
  const { id, type, timestamp } = event;
  if (typeof id !== "string" || typeof type !== "string" || typeof timestamp !== "string")
    return [];
  return [{ id, type, timestamp, body: JSON.stringify(event, null, 2) }];
}
