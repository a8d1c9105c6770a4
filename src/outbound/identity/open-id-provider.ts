import { createHash } from "node:crypto";
import { DAY, MINUTE, type Clock } from "../../kernel/clock.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { Secret } from "../../kernel/secret.ts";
import type {
  Identity,
  IdentityAnswer,
  IdentityProvider,
  IdentityQuestion,
  IdentityRefusal,
} from "../../domain/merchant/identity.ts";
import type { JsonRecord } from "../../kernel/json.ts";
import { SharedRead } from "../../kernel/shared-read.ts";
import { getJson } from "./get-json.ts";
import { after } from "../../system/after.ts";
import { areClaimsRight, isSigned, parseIdToken } from "./id-token.ts";
import { KeySet } from "./key-set.ts";

export type OpenIdSettings = {
  /** Compared with the issuer of tokens character by character. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
  /** The claim with the person's groups. */
  readonly groupsClaim: string;
};

/** The parts of the provider's metadata that this service uses. */
type Metadata = {
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly keysUrl: string;
  /** True if every answer of the provider names its issuer (RFC 9207). */
  readonly namesIssuer: boolean;
  readonly takesBasic: boolean;
};

/** After this time the metadata are read again, while the old ones still serve. */
const METADATA_KEPT_MS = 10 * MINUTE;
/** How long a person waits for new metadata before the old ones serve. */
const PATIENCE_MS = 500;
/** A provider that was silent for so long may have moved. */
const METADATA_OLDEST_MS = DAY;

type Deps = {
  readonly settings: OpenIdSettings;
  /** The address to which the provider sends the browser back. */
  readonly redirectUri: string;
  readonly clock: Clock;
};

/**
 * OpenID Connect Core 1.0 with the authorization code and PKCE.
 * The reasons are in docs/decisions/panel-identity.md.
 */
export class OpenIdProvider implements IdentityProvider {
  readonly #deps: Deps;
  readonly #keys: KeySet;
  readonly #metadata: SharedRead<Metadata, IdentityRefusal>;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#keys = new KeySet(deps.clock);
    this.#metadata = new SharedRead(() => readMetadata(deps.settings), deps.clock);
  }

  async askAt({ state, nonce, verifier }: IdentityQuestion) {
    const found = await this.#findMetadata();
    if (!found.ok) return found;
    const { settings, redirectUri } = this.#deps;
    const url = new URL(found.value.authorizationEndpoint);
    const query = {
      response_type: "code",
      client_id: settings.clientId,
      redirect_uri: redirectUri,
      scope: "openid email",
      state,
      nonce,
      code_challenge: createHash("sha256").update(verifier.reveal()).digest("base64url"),
      code_challenge_method: "S256",
    };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return ok(url.href);
  }

  async redeem(
    question: IdentityQuestion,
    answer: IdentityAnswer,
  ): Promise<Result<Identity, IdentityRefusal>> {
    const found = await this.#findMetadata();
    if (!found.ok) return found;
    const { settings, clock } = this.#deps;
    const isElsewhere = answer.issuer !== undefined && answer.issuer !== settings.issuer;
    if (isElsewhere || (found.value.namesIssuer && answer.issuer === undefined)) {
      return refused("invalid");
    }
    const redeemed = await this.#redeemCode(found.value, question, answer.code);
    if (!redeemed.ok) return redeemed;
    const token = parseIdToken(redeemed.value["id_token"]);
    if (token === undefined) return refused("invalid");
    const keys = await this.#keys.find(found.value.keysUrl, token);
    const { issuer, clientId } = settings;
    const expected = { issuer, clientId, nonce: question.nonce, now: clock.now() };
    const isRight = isSigned(token, keys) && areClaimsRight(token.claims, expected);
    return isRight ? ok(this.#identityOf(token.claims)) : refused("invalid");
  }

  #redeemCode(metadata: Metadata, { verifier }: IdentityQuestion, code: Secret) {
    const { clientId, clientSecret } = this.#deps.settings;
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      code: code.reveal(),
      redirect_uri: this.#deps.redirectUri,
      code_verifier: verifier.reveal(),
    });
    const headers: Record<string, string> = { accept: "application/json" };
    if (metadata.takesBasic) {
      const pair = [clientId, clientSecret.reveal()].map(encodeURIComponent).join(":");
      headers["authorization"] = `Basic ${Buffer.from(pair).toString("base64")}`;
    } else {
      body.set("client_id", clientId);
      body.set("client_secret", clientSecret.reveal());
    }
    return getJson(metadata.tokenEndpoint, { method: "POST", headers, body });
  }

  #identityOf(claims: JsonRecord): Identity {
    const { sub, email, email_verified: isVerified } = claims;
    const { issuer, groupsClaim } = this.#deps.settings;
    const groups = claims[groupsClaim];
    return {
      issuer,
      subject: String(sub),
      verifiedEmail: isVerified === true && typeof email === "string" ? email : undefined,
      groups: Array.isArray(groups) ? groups.filter((one) => typeof one === "string") : [],
    };
  }

  async #findMetadata(): Promise<Result<Metadata, IdentityRefusal>> {
    const fresh = this.#metadata.youngerThan(METADATA_KEPT_MS);
    if (fresh !== undefined) return ok(fresh);
    const renewed = this.#metadata.renew();
    const old = this.#metadata.youngerThan(METADATA_OLDEST_MS);
    if (old === undefined) return renewed;
    const answer = await Promise.race([renewed, patience()]);
    // An answer that names another issuer is no outage: the old metadata must not hide it.
    return answer === undefined || (!answer.ok && answer.refusal === "unreachable")
      ? ok(old)
      : answer;
  }
}

function patience(): Promise<undefined> {
  return new Promise((done) => {
    after(PATIENCE_MS, () => done(undefined));
  });
}

async function readMetadata({
  issuer,
}: OpenIdSettings): Promise<Result<Metadata, IdentityRefusal>> {
  const answer = await getJson(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
  if (!answer.ok) return answer;
  const value = metadataOf(answer.value, issuer);
  return value === undefined ? refused("invalid") : ok(value);
}

/** The metadata of the issuer itself; that of another one, as in a mix-up, is refused. */
function metadataOf(json: JsonRecord, issuer: string): Metadata | undefined {
  const isSecure = issuer.startsWith("https:");
  const addressOf = (name: string): string | undefined => {
    const text = json[name];
    if (typeof text !== "string" || !URL.canParse(text)) return undefined;
    return !isSecure || text.startsWith("https:") ? text : undefined;
  };
  const authorizationEndpoint = addressOf("authorization_endpoint");
  const tokenEndpoint = addressOf("token_endpoint");
  const keysUrl = addressOf("jwks_uri");
  if (json["issuer"] !== issuer) return undefined;
  if (authorizationEndpoint === undefined || tokenEndpoint === undefined) return undefined;
  if (keysUrl === undefined) return undefined;
  const methods: unknown = json["token_endpoint_auth_methods_supported"];
  return {
    authorizationEndpoint,
    tokenEndpoint,
    keysUrl,
    namesIssuer: json["authorization_response_iss_parameter_supported"] === true,
    takesBasic: !Array.isArray(methods) || methods.includes("client_secret_basic"),
  };
}
