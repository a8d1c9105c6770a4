import type { SessionId } from "../kernel/ids.ts";
import type { KeyedAnswer } from "../kernel/keyed-answer.ts";
import type { Session } from "./session.ts";

export interface SessionStore {
  /**
   * Writes a session, and with it the answer of a call with an `Idempotency-Key`.
   * @throws KeyTakenOver where the key is another call's by now.
   */
  create(session: Session, answer?: KeyedAnswer): Promise<void>;
  find(sessionId: SessionId): Promise<Session | undefined>;
}
