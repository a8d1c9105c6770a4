import type { Credentials } from "../../../domain/connection/ports.ts";

const TEXT_MAX = 200;

/** A bank's text as one short line without the credentials, which an error page may repeat. */
export function mask(text: string, credentials: Credentials): string {
  const secrets = Object.values(credentials).map((value) => value.reveal());
  return secrets
    .filter((secret) => secret.length > 3)
    .reduce((rest, secret) => rest.replaceAll(secret, "[secret]"), text)
    .replace(/[\u0000-\u001f\u007f]+/g, " ")
    .slice(0, TEXT_MAX);
}
