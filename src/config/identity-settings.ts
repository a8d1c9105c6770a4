import { Secret } from "../kernel/secret.ts";
import { ConfigError } from "./config-error.ts";
import { isLoopbackHost, switchOf, textOf, type Environment } from "./values.ts";

/** Sign-in to the panel at an identity provider (OpenID Connect). */
export type IdentitySettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly groupsClaim: string;
  /** Only members of this group sign in; undefined: every person who is a user of the panel. */
  readonly requiredGroup: string | undefined;
};

export type SignInSettings = {
  /** Undefined: users sign in by password only. */
  readonly identity: IdentitySettings | undefined;
  /** False if users sign in at the identity provider only. */
  readonly localPasswords: boolean;
};

/** @throws ConfigError if settings of the provider are missing, wrong or contradict each other. */
export function readSignIn(environment: Environment): SignInSettings {
  const identity = identityOf(environment);
  const localPasswords = switchOf(environment, "VEZNE_LOCAL_PASSWORDS", true);
  if (!localPasswords && identity === undefined) {
    throw new ConfigError("VEZNE_LOCAL_PASSWORDS=off needs VEZNE_OIDC_ISSUER");
  }
  return { identity, localPasswords };
}

function identityOf(environment: Environment): IdentitySettings | undefined {
  const issuer = textOf(environment, "VEZNE_OIDC_ISSUER");
  const clientId = textOf(environment, "VEZNE_OIDC_CLIENT_ID");
  const clientSecret = textOf(environment, "VEZNE_OIDC_CLIENT_SECRET");
  if (issuer === undefined) {
    if (clientId === undefined && clientSecret === undefined) return undefined;
    throw new ConfigError("VEZNE_OIDC_ISSUER must be set with VEZNE_OIDC_CLIENT_ID");
  }
  if (!isIssuer(issuer)) {
    throw new ConfigError(
      "VEZNE_OIDC_ISSUER must be the https address of the identity provider, as its tokens name it",
    );
  }
  if (clientId === undefined || clientSecret === undefined) {
    throw new ConfigError(
      "VEZNE_OIDC_CLIENT_ID and VEZNE_OIDC_CLIENT_SECRET must be set with VEZNE_OIDC_ISSUER",
    );
  }
  return {
    issuer,
    clientId,
    clientSecret: new Secret(clientSecret),
    groupsClaim: textOf(environment, "VEZNE_OIDC_GROUPS_CLAIM") ?? "groups",
    requiredGroup: textOf(environment, "VEZNE_OIDC_REQUIRED_GROUP"),
  };
}

/** Plain http is for a provider on the same machine, as in a trial. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && isLoopbackHost(hostname));
}
