import { OpenIdProvider } from "../../outbound/identity/open-id-provider.ts";
import type { PanelDeps } from "../../panel/kit/panel-kit.ts";
import { RETURN_PATH } from "../../panel/sign-in/identity-page.tsx";
import { installationSecret } from "../../database/installation/installation-secret.ts";
import { loadCommonPasswords } from "../../system/common-passwords.ts";
import { systemOneTimeCodes } from "../../system/one-time-codes.ts";
import { DECOY_HASH } from "../../system/password-hasher.ts";
import type { IdentityDeps } from "../../domain/merchant/sign-in-by-identity.ts";
import { SignInGuard } from "../../domain/merchant/sign-in-guard.ts";
import type { Installation } from "../installation/installation.ts";
import type { Runtime } from "../runtime/runtime.ts";

/** The dependencies of the pages about users, their passwords, codes and sessions. */
export async function peopleDeps(
  installation: Installation,
  { codeSecrets }: Pick<Runtime, "codeSecrets">,
): Promise<PanelDeps["people"]> {
  const { clock, random, digest, tries, pool } = installation;
  const { config, identities } = installation;
  const people = {
    clock,
    random,
    digest,
    localPasswords: config.localPasswords,
    mayUsePassword: async (email: string) =>
      config.localPasswords || identities.mayUsePassword(email, clock.now()),
    users: installation.users,
    panelSessions: installation.panelSessions,
    hasher: installation.hasher,
    setUps: installation.setUps,
    passwordLinks: installation.passwordLinks,
    merchants: installation.merchants,
    codes: systemOneTimeCodes,
    codeSecrets,
    decoyHash: DECOY_HASH,
    signInGuard: new SignInGuard({ clock, digest, tries }),
    deviceSecret: await installationSecret(pool, random, "known_devices"),
    commonPasswords: await loadCommonPasswords(),
  };
  return { ...people, identity: identityDeps(installation, people) };
}

/** Sign-in at the identity provider of the settings. */
function identityDeps(
  { config, clock, identities }: Installation,
  people: Omit<IdentityDeps, "provider" | "identities" | "requiredGroup">,
): IdentityDeps | undefined {
  const { identity: settings, publicUrl } = config;
  if (settings === undefined) return undefined;
  const redirectUri = `${publicUrl}/panel/${RETURN_PATH}`;
  return {
    ...people,
    provider: new OpenIdProvider({ settings, redirectUri, clock }),
    identities,
    requiredGroup: settings.requiredGroup,
  };
}
