import type { ShopClientDeps } from "./shop-client.ts";

/** An event as the shop shows it. */
export type ShopEvent = {
  readonly id: string;
  readonly type: string;
  /** ISO 8601. */
  readonly timestamp: string;
  /** The whole event, written for people. */
  readonly body: string;
};

const TIMEOUT_MS = 5_000;
/** Enough for the order of somebody who has just paid. */
const LOOKED_AT = 100;

/** The events of a session, newest first, by the interface's own feed; `undefined` without it. */
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
    if (!isObject(list) || !Array.isArray(list["events"])) return undefined;
    return list["events"].flatMap((event: unknown) => readEvent(event, sessionId));
  } catch {
    return undefined;
  }
}

function readEvent(event: unknown, sessionId: string): readonly ShopEvent[] {
  if (!isObject(event) || !isObject(event["data"])) return [];
  if (event["data"]["session_id"] !== sessionId) return [];
  const { id, type, timestamp } = event;
  if (typeof id !== "string" || typeof type !== "string" || typeof timestamp !== "string")
    return [];
  return [{ id, type, timestamp, body: JSON.stringify(event, null, 2) }];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
