import type { SessionId } from "../kernel/ids.ts";
import type { Session } from "./session.ts";

export interface SessionStore {
  create(session: Session): Promise<void>;
  find(sessionId: SessionId): Promise<Session | undefined>;
}
