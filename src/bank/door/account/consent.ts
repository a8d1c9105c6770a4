import { createHmac } from "node:crypto";
import type { Secret } from "../../../kernel/secret.ts";
import { isEqual } from "../../terminal.ts";

/** The client whose consent covers all accounts of the bank; its secret is derived. */
export const WHOLE_BANK = "whole-bank";
/** The published client of merchants; its consents are `consent-<IBAN>`. */
const PUBLISHED = { client: "sandbox-client", secret: "sandbox-secret" } as const;
/** Accounts with one digit belong to all merchants, so no merchant's consent covers them. */
const SHARED = /0{15}\d$/;

/** The credentials that cover all accounts of the bank; only its own company has them. */
export function wholeBankCredentials(masterSecret: Secret) {
  return {
    client_id: WHOLE_BANK,
    client_secret: clientSecret(masterSecret, WHOLE_BANK) ?? "",
    consent_id: WHOLE_BANK,
  };
}

function clientSecret(masterSecret: Secret, client: string): string | undefined {
  if (client === PUBLISHED.client) return PUBLISHED.secret;
  if (client !== WHOLE_BANK) return undefined;
  return createHmac("sha256", masterSecret.reveal()).update("account client").digest("hex");
}

export function isClient(
  masterSecret: Secret,
  { client, secret }: { readonly client: string; readonly secret: string },
): boolean {
  const known = clientSecret(masterSecret, client);
  return known !== undefined && isEqual(known, secret);
}

/** The accounts that a client may see under a consent; undefined: none. */
export function accountsOf(
  client: string,
  consentId: string,
): { readonly iban: string | undefined } | undefined {
  if (client === WHOLE_BANK) return consentId === WHOLE_BANK ? { iban: undefined } : undefined;
  const [, iban = ""] = /^consent-(TR\d{24})$/.exec(consentId) ?? [];
  return iban === "" || SHARED.test(iban) ? undefined : { iban };
}
