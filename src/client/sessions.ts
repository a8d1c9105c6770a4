import type {
  CheckoutSessionRequest,
  EmbeddedSessionRequest,
  Session,
} from "../../clients/typescript/interface.d.ts";
import { askFor, type Connection, type KeyedCallOptions } from "./transport.ts";

export type Sessions = {
  create(request: CheckoutSessionRequest, options?: KeyedCallOptions): Promise<Session>;
  createEmbedded(request: EmbeddedSessionRequest, options?: KeyedCallOptions): Promise<Session>;
};

export function sessionCalls(connection: Connection): Sessions {
  const create =
    (path: string) =>
    (request: object, options?: KeyedCallOptions): Promise<Session> => {
      const body = { merchant_api_key: connection.apiKey, ...request };
      const expects = ["session_id", "checkout_url", "expires_at"] as const;
      return askFor(connection, { method: "POST", path, body, expects }, options);
    };
  return {
    create: create("/api/v1/checkout/session"),
    createEmbedded: create("/api/v1/embedded/session"),
  };
}
