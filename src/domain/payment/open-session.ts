import type { SessionStore } from "../session/ports.ts";
import type { Session } from "../session/session.ts";
import { assert } from "../../kernel/assert.ts";
import { parseSessionId } from "../../kernel/ids.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { Merchant } from "../merchant/merchant.ts";
import type { MerchantStore } from "../merchant/ports.ts";

export type OpenSessionDeps = {
  readonly sessions: SessionStore;
  readonly merchants: Pick<MerchantStore, "find">;
};

/** A session with its merchant: the context of every action of a customer. */
export type SessionContext = { readonly session: Session; readonly merchant: Merchant };

/** Finds a session by the id that a client sent; a malformed id counts as an unknown one. */
export async function openSession(
  deps: OpenSessionDeps,
  sessionId: string,
): Promise<Result<SessionContext, "session_not_found">> {
  const id = parseSessionId(sessionId);
  const session = id === undefined ? undefined : await deps.sessions.find(id);
  if (session === undefined) return refused("session_not_found");
  const merchant = await deps.merchants.find(session.merchantId);
  assert(merchant !== undefined, "a session's merchant exists");
  return ok({ session, merchant });
}
