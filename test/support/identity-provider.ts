import {
  createHash,
  createHmac,
  generateKeyPairSync,
  sign,
  type JsonWebKey,
  type KeyObject,
} from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { text as readText } from "node:stream/consumers";
import { endServer, listenLocally } from "./local-server.ts";

export const CLIENT = { id: "vezne-panel", secret: "a secret of the provider: %&+" };

export type TokenKey = {
  readonly kid: string;
  readonly alg: "RS256" | "ES256";
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
};

export function newKey(kid: string, alg: TokenKey["alg"] = "RS256"): TokenKey {
  const pair =
    alg === "RS256"
      ? generateKeyPairSync("rsa", { modulusLength: 2_048 })
      : generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { kid, alg, ...pair };
}

type Claims = Readonly<Record<string, unknown>>;

/** The parts of an answer that a test may change, as an attacker or a faulty provider would. */
export type Twist = {
  readonly claims?: Claims;
  readonly header?: Claims;
  /** Makes the whole token from its right header and claims. */
  readonly token?: (header: Claims, claims: Claims) => string;
};

type Grant = { readonly challenge: string; readonly nonce: string; readonly twist: Twist };

/** An identity provider on this machine, which signs in the person that a test names. */
export async function startIdentityProvider(now: () => number, host = "127.0.0.1") {
  const grants = new Map<string, Grant>();
  const state = {
    keys: [newKey("first")],
    metadata: {} as Claims,
    keyReads: 0,
    tokenCalls: 0,
  };
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/.well-known/openid-configuration") answer(200, metadata());
    else if (pathname === "/keys") {
      state.keyReads += 1;
      answer(200, { keys: state.keys.map(jwkOf) });
    } else if (pathname === "/token") {
      state.tokenCalls += 1;
      void redeem(request).then(
        (body) => answer(body === undefined ? 400 : 200, body ?? { error: "invalid_grant" }),
        () => answer(500, {}),
      );
    } else if (pathname === "/authorize") {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      const back = approve(`${issuer}${request.url ?? ""}`).replaceAll("&", "&amp;");
      response.end(`<!doctype html><a href="${back}">Continue as Ayşe</a>`);
    } else answer(404, {});
  });
  const port = await listenLocally(server);
  const issuer = `http://${host}:${port}`;
  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    ...state.metadata,
  });

  async function redeem(request: IncomingMessage): Promise<Claims | undefined> {
    const body = new URLSearchParams(await readText(request));
    const pair = [CLIENT.id, CLIENT.secret].map(encodeURIComponent).join(":");
    const isClient =
      request.headers.authorization === `Basic ${Buffer.from(pair).toString("base64")}`;
    const code = body.get("code") ?? "";
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    if (grant === undefined || !isClient || challenge !== grant.challenge) return undefined;
    return { token_type: "Bearer", access_token: "unused", id_token: tokenOf(grant) };
  }

  function tokenOf({ nonce, twist }: Grant): string {
    const [key] = state.keys;
    if (key === undefined) throw new Error("the provider has no key");
    const seconds = Math.floor(now() / 1_000);
    const header = { alg: key.alg, kid: key.kid, typ: "JWT", ...twist.header };
    const claims = {
      iss: issuer,
      aud: CLIENT.id,
      sub: "person-1",
      iat: seconds,
      exp: seconds + 300,
      nonce,
      email: "ayse@example.com",
      email_verified: true,
      ...twist.claims,
    };
    return twist.token?.(header, claims) ?? signed(key, header, claims);
  }

  /** The person signs in; returns the address to which the browser is sent back. */
  function approve(
    authorization: string,
    twist: Twist = {},
    extra: Record<string, string> = {},
  ): string {
    const asked = new URL(authorization).searchParams;
    const code = `code-${grants.size}-${Math.random()}`;
    grants.set(code, {
      challenge: asked.get("code_challenge") ?? "",
      nonce: asked.get("nonce") ?? "",
      twist,
    });
    const back = new URL(asked.get("redirect_uri") ?? "");
    back.searchParams.set("code", code);
    back.searchParams.set("state", asked.get("state") ?? "");
    for (const [name, value] of Object.entries(extra)) back.searchParams.set(name, value);
    return back.href;
  }

  return {
    issuer,
    state,
    approve,
    close: () => endServer(server),
  };
}

export type IdentityProviderDouble = Awaited<ReturnType<typeof startIdentityProvider>>;

function jwkOf({ kid, alg, publicKey }: TokenKey): JsonWebKey {
  return { ...publicKey.export({ format: "jwk" }), kid, alg, use: "sig" };
}

export function signed(key: TokenKey, header: Claims, claims: Claims): string {
  const text = unsigned(header, claims);
  const made =
    key.alg === "ES256"
      ? sign("sha256", Buffer.from(text), { key: key.privateKey, dsaEncoding: "ieee-p1363" })
      : sign("sha256", Buffer.from(text), key.privateKey);
  return `${text}.${made.toString("base64url")}`;
}

export function signedWithSecret(secret: string, header: Claims, claims: Claims): string {
  const text = unsigned(header, claims);
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}

export function unsigned(header: Claims, claims: Claims): string {
  return [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
}
