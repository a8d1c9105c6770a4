import type { TransitKey } from "../../config/kms-settings.ts";
import { later, SECOND } from "../../kernel/clock.ts";
import { KeyServiceError } from "../../kernel/key-service.ts";
import { isRecord } from "../../kernel/json.ts";
import { successOf, textOf } from "./answers.ts";
import type { Answer } from "./https-call.ts";
import type { Issued } from "./renewed.ts";
import { readSecretText, secretText } from "./secret-text.ts";
import { transitHeaders, transitRefusal, type TransitDeps } from "./transit-call.ts";

/**
 * Returns a token of Vault or OpenBao: the configured one, or one by the login methods AppRole and
 * Kubernetes ("AppRole auth method (API)" and "Kubernetes auth method (API)" of their documents).
 */
export async function loginTransit(key: TransitKey, deps: TransitDeps): Promise<Issued<string>> {
  const { settings, call, clock } = deps;
  if (key.login === "token") return { value: await secretText(settings.secret), endsAt: undefined };
  const isPod = key.login === "kubernetes";
  const secret = await (isPod
    ? readSecretText(settings.podTokenFile)
    : secretText(settings.secret));
  const now = clock.now();
  const answer = await call({
    method: "POST",
    url: `https://${key.host}/v1/auth/${key.loginPath}/login`,
    headers: transitHeaders(key),
    body: JSON.stringify(
      isPod ? { role: key.role, jwt: secret } : { role_id: key.role, secret_id: secret },
    ),
    hidden: [secret],
  });
  const { auth } = successOf(answer, loginRefusal);
  if (!isRecord(auth)) throw new KeyServiceError("away", "the answer of the KMS lacks auth");
  const seconds = Number(auth["lease_duration"]);
  const endsAt = seconds > 0 ? later(now, seconds * SECOND) : undefined;
  return { value: textOf(auth, "client_token"), endsAt };
}

/** A wrong secret id or role is answered with 400, which means a missing key elsewhere. */
function loginRefusal(answer: Answer): KeyServiceError {
  const refusal = transitRefusal(answer);
  const fault = answer.status === 400 ? "denied" : refusal.fault;
  return new KeyServiceError(fault, `the login failed: ${refusal.message}`);
}
