import { nearestWord } from "../kernel/edit-distance.ts";
import { SECRETS } from "./secret-files.ts";
import type { Environment } from "./values.ts";

const OWN = `
  ADMIN_HOST ADMIN_PORT ALLOW_ROOT API_KEY BANK_URL DATA_DIR DEMO_SHOP DOCS ENVIRONMENT
  FEED_HOSTS INSTANCE JOB_CONNECTIONS KEY_PERIOD_DAYS KMS_CA_FILE KMS_KEY KMS_POD_TOKEN_FILE
  KMS_SECRET KMS_SECRET_FILE LIVE_REHEARSAL LOCAL_PASSWORDS LOG_LEVEL METRICS METRICS_TOKEN
  MIGRATE OIDC_CLIENT_ID OIDC_CLIENT_SECRET OIDC_GROUPS_CLAIM OIDC_ISSUER OIDC_REQUIRED_GROUP
  PUBLIC_URL RATE_LIMIT REPLICA_LAG_MAX REPORT_CONNECTIONS REQUEST_CONNECTIONS REQUEST_LOG_DAYS
  SECURITY_CONTACT SESSION_ONLY_REFUNDS SIMULATED_BANK STATEMENTS_DIR STOP_DELAY TRUSTED_PROXIES
  URL VAULT_KEY VAULT_KEY_FILE VAULT_KEY_PARTS WEBHOOK_LOOPBACK WEBHOOK_SECRET WORKERS`;

/** Every variable of Vezne's own. */
export const SETTINGS: ReadonlySet<string> = new Set([
  ...(OWN.match(/\S+/g) ?? []).map((name) => `VEZNE_${name}`),
  ...SECRETS.flatMap((name) => [name, `${name}_FILE`]),
]);

/** One wrong letter is a mistake in each so many letters of a name. */
const LETTERS_OF_A_MISTAKE = 6;

/**
 * Finds variables that look like a misspelled setting, which would be ignored in silence. Other
 * variables may begin with VEZNE_ as well: Kubernetes adds some for each Service, and scripts have
 * their own.
 */
export function misspelledSettings(
  environment: Environment,
): readonly { readonly name: string; readonly meant: string }[] {
  return Object.keys(environment).flatMap((name) => {
    if (!/^VEZNE_/i.test(name) || SETTINGS.has(name)) return [];
    const most = Math.max(1, Math.floor(name.length / LETTERS_OF_A_MISTAKE));
    const best = nearestWord(name.toUpperCase(), [...SETTINGS]);
    return best !== undefined && best.distance <= most ? [{ name, meant: best.word }] : [];
  });
}
