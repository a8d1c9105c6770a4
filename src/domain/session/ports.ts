import type { SessionId } from "../../kernel/ids.ts";
import type { KeyedAnswer } from "../../kernel/keyed-answer.ts";
import type { Session } from "./session.ts";

export interface SessionStore {
  /**
   * Writes a session and, in the same commit, the answer of a call with an `Idempotency-Key`.
   * @throws KeyTakenOver if another call has taken the key over since this one began.
   */
  create(session: Session, answer?: KeyedAnswer): Promise<void>;
  find(sessionId: SessionId): Promise<Session | undefined>;
}
