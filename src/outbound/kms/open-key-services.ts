import type { KmsKey, KmsSettings } from "../../config/kms-settings.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { KeyService } from "../../kernel/key-service.ts";
import { awsCredentials } from "./aws-credentials.ts";
import { awsService } from "./aws-kms.ts";
import { googleService } from "./google-kms.ts";
import { googleTokens } from "./google-token.ts";
import { createHttpsCall, createLocalCall } from "./https-call.ts";
import { transitService } from "./transit.ts";

/** The configured keys of key management services, in their order; nothing is called before use. */
export function openKeyServices(settings: KmsSettings, deps: OpenDeps): readonly KeyService[] {
  return settings.keys.map((key) => openKeyService(key, settings, deps));
}

export type OpenDeps = {
  readonly clock: Clock;
  /** The time limit of a call, unless the usual one holds. */
  readonly timeoutMs?: number | undefined;
};

function openKeyService(key: KmsKey, settings: KmsSettings, deps: OpenDeps): KeyService {
  const { clock, timeoutMs } = deps;
  const call = createHttpsCall({ ca: settings.ca, timeoutMs });
  const callLocal = createLocalCall(timeoutMs);
  if (key.kind === "vault") return transitService(key, { settings, call, clock });
  if (key.kind === "gcpkms") {
    const tokens = googleTokens({ settings: settings.google, call, callLocal, clock });
    return googleService(key, { call, tokens });
  }
  const { region } = key;
  const credentials = awsCredentials({ identity: settings.aws, region, call, callLocal, clock });
  return awsService(key, { call, clock, credentials });
}
