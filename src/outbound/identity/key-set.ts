import { createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { MINUTE, type Clock } from "../../kernel/clock.ts";
import { isRecord } from "../../kernel/json.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { SharedRead } from "../../kernel/shared-read.ts";
import { getJson } from "./get-json.ts";

/** The algorithms that are accepted, each with the only kind of key that it may be used with. */
export type TokenAlgorithm = "RS256" | "ES256";

/** After this time the keys are read again even if none is missing: a removed key must end. */
const KEPT_MS = 10 * MINUTE;
/** Tokens with invented key ids must not make this service call the provider again and again. */
const ASKED_AGAIN_MS = MINUTE;
const RSA_BITS_MIN = 2_048;

type Key = { readonly id: string | undefined; readonly algorithm: TokenAlgorithm; key: KeyObject };

/** The keys of a provider, read again when they are old or one is missing. */
export class KeySet {
  readonly #clock: Clock;
  #source: { readonly url: string; readonly read: SharedRead<readonly Key[], string> } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Returns the keys that a token may be signed with; none if those that are known are old, or of
   * another address, and the provider does not answer.
   */
  async find(url: string, token: Signer): Promise<readonly KeyObject[]> {
    const read = this.#readOf(url);
    const known = matching(read.youngerThan(KEPT_MS), token);
    if (known.length > 0) return known;
    if (read.youngerThan(ASKED_AGAIN_MS) === undefined) await read.renew();
    return matching(read.youngerThan(KEPT_MS), token);
  }

  #readOf(url: string): SharedRead<readonly Key[], string> {
    if (this.#source?.url === url) return this.#source.read;
    const read = new SharedRead(() => readKeys(url), this.#clock);
    this.#source = { url, read };
    return read;
  }
}

type Signer = { readonly keyId: string | undefined; readonly algorithm: TokenAlgorithm };

function matching(keys: readonly Key[] = [], { keyId, algorithm }: Signer): readonly KeyObject[] {
  return keys
    .filter((one) => one.algorithm === algorithm)
    .filter(({ id }) => keyId === undefined || id === keyId)
    .map(({ key }) => key);
}

async function readKeys(url: string): Promise<Result<readonly Key[], string>> {
  const answer = await getJson(url);
  if (!answer.ok) return answer;
  const { keys } = answer.value;
  return ok((Array.isArray(keys) ? keys : []).flatMap(keyOf));
}

/** A signature key of an accepted kind; every other one is left out. */
function keyOf(jwk: unknown): readonly Key[] {
  if (!isRecord(jwk) || (jwk["use"] ?? "sig") !== "sig") return [];
  const algorithm = algorithmOf(jwk);
  if (algorithm === undefined || (jwk["alg"] ?? algorithm) !== algorithm) return [];
  try {
    const key = createPublicKey({ key: jwk as JsonWebKey, format: "jwk" });
    const bits = key.asymmetricKeyDetails?.modulusLength ?? RSA_BITS_MIN;
    if (bits < RSA_BITS_MIN) return [];
    return [{ id: typeof jwk["kid"] === "string" ? jwk["kid"] : undefined, algorithm, key }];
  } catch {
    return [];
  }
}

function algorithmOf(jwk: Readonly<Record<string, unknown>>): TokenAlgorithm | undefined {
  if (jwk["kty"] === "RSA") return "RS256";
  return jwk["kty"] === "EC" && jwk["crv"] === "P-256" ? "ES256" : undefined;
}
