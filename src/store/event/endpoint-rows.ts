import {
  DISABLED_REASONS,
  type Endpoint,
  type EndpointSecret,
} from "../../domain/event/endpoint.ts";
import { EVENT_TYPES } from "../../domain/event/event.ts";
import { instant, toIso } from "../../kernel/clock.ts";
import { MODES } from "../../domain/merchant/merchant.ts";
import {
  column,
  notInserted,
  optional,
  record,
  type Mapping,
} from "../../database/mapping/mapping.ts";
import { isSealed } from "../../database/connection/key-lock.ts";
import { json, type Row } from "../../database/mapping/rows.ts";

type StoredSecret = {
  /** The secret in clear; absent if it is encrypted. */
  readonly secret?: string;
  /** The encrypted secret, which has a name of its own as the merchant's has its own column. */
  readonly sealed?: string;
  readonly made_at: string;
  readonly expires_at: string | null;
};

const DISABLED = record<NonNullable<Endpoint["disabled"]>>({
  at: column.instant("disabled_at"),
  reason: column.oneOf("disabled_reason", DISABLED_REASONS),
});

const SECRETS: Mapping<readonly EndpointSecret[]> = {
  columns: [["secrets", "jsonb", secretsJson]],
  read: readSecrets,
};

export const ENDPOINT = record<Endpoint>({
  merchantId: column.id("merchant_id"),
  mode: column.oneOf("mode", MODES),
  endpointId: column.id("endpoint_id"),
  url: column.text("url"),
  description: column.text("description"),
  eventTypes: optional(column.listOf("event_types", EVENT_TYPES)),
  secrets: SECRETS,
  disabled: notInserted(optional(DISABLED, "disabled_at")),
  failingSince: notInserted(optional(column.instant("failing_since"))),
  createdAt: column.instant("created_at"),
});

function readSecrets(row: Row): readonly EndpointSecret[] {
  return json<readonly StoredSecret[]>(row, "secrets").map((stored) => ({
    text: stored.sealed ?? stored.secret ?? "",
    madeAt: instant(Date.parse(stored.made_at)),
    expiresAt: stored.expires_at === null ? undefined : instant(Date.parse(stored.expires_at)),
  }));
}

export function secretsJson(secrets: readonly EndpointSecret[]): string {
  const stored = secrets.map((secret): StoredSecret => ({
    [isSealed(secret.text) ? "sealed" : "secret"]: secret.text,
    made_at: toIso(secret.madeAt),
    expires_at: secret.expiresAt === undefined ? null : toIso(secret.expiresAt),
  }));
  return JSON.stringify(stored);
}
