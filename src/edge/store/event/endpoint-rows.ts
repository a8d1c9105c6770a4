import type { Endpoint, EndpointSecret } from "../../../event/endpoint.ts";
import { instant, toIso } from "../../../kernel/clock.ts";
import { moment, optionalMoment, text, trusted, type Row } from "../sql/rows.ts";

type StoredSecret = {
  readonly secret: string;
  /** Absent in rows of earlier releases; the secret then counts as old as its endpoint. */
  readonly made_at?: string;
  readonly expires_at: string | null;
};

export function readEndpoint(row: Row): Endpoint {
  const disabledAt = optionalMoment(row, "disabled_at");
  return {
    merchantId: trusted(row, "merchant_id"),
    mode: trusted(row, "mode"),
    endpointId: trusted(row, "endpoint_id"),
    url: text(row, "url"),
    description: text(row, "description"),
    eventTypes: trusted<Endpoint["eventTypes"] | null>(row, "event_types") ?? undefined,
    secrets: trusted<readonly StoredSecret[]>(row, "secrets").map((stored) => ({
      text: stored.secret,
      madeAt:
        stored.made_at === undefined
          ? moment(row, "created_at")
          : instant(Date.parse(stored.made_at)),
      expiresAt: stored.expires_at === null ? undefined : instant(Date.parse(stored.expires_at)),
    })),
    disabled:
      disabledAt === undefined
        ? undefined
        : { reason: trusted(row, "disabled_reason"), at: disabledAt },
    failingSince: optionalMoment(row, "failing_since"),
    createdAt: moment(row, "created_at"),
  };
}

export function secretsJson(secrets: readonly EndpointSecret[]): string {
  const stored = secrets.map((secret): StoredSecret => ({
    secret: secret.text,
    made_at: toIso(secret.madeAt),
    expires_at: secret.expiresAt === undefined ? null : toIso(secret.expiresAt),
  }));
  return JSON.stringify(stored);
}
