import { randomUUID } from "node:crypto";
import { KeyRing } from "./key-ring.ts";
import { jsonIn, reply, startServer, type Received, type Reply } from "./tls-server.ts";

export const TRANSIT = {
  namespace: "shop",
  role: "vezne-role",
  secretId: "secret-id-of-the-role",
  podToken: "token-of-the-pod",
  rootToken: "hvs.token-of-the-operator",
};

/** The answers of Vault and OpenBao, word for word where the service reads the words. */
const DENIED = reply(403, { errors: ["permission denied"] });

/** The transit engine of Vault or OpenBao with one key, mounted at `transit/cards`. */
export async function startTransit(now: () => number = Date.now) {
  const ring = new KeyRing();
  const tokens = new Map<string, number>([[TRANSIT.rootToken, Number.POSITIVE_INFINITY]]);
  const state = { leaseSeconds: 3_600, logins: 0, isSealed: false, mayUse: true };

  const logIn = (isRight: boolean): Reply => {
    if (!isRight) return reply(400, { errors: ["invalid role or secret ID"] });
    state.logins += 1;
    const token = `hvs.${randomUUID()}`;
    tokens.set(token, now() + state.leaseSeconds * 1_000);
    const auth = { client_token: token, lease_duration: state.leaseSeconds, renewable: true };
    return reply(200, { data: null, auth });
  };
  const use = (request: Received): Reply => {
    const endsAt = tokens.get(request.headers["x-vault-token"] ?? "");
    if (endsAt === undefined || now() >= endsAt || !state.mayUse) return DENIED;
    if (!ring.isEnabled) return reply(400, { errors: ["encryption key not found"] });
    const body = jsonIn(request);
    const context = JSON.stringify(body["associated_data"]);
    switch (request.path) {
      case "/v1/transit/cards/encrypt/vezne": {
        const plain = Buffer.from(String(body["plaintext"]), "base64");
        const { version, bytes } = ring.encrypt(plain, context);
        const ciphertext = `vault:v${version}:${bytes.toString("base64")}`;
        return reply(200, { data: { ciphertext, key_version: version }, auth: null });
      }
      case "/v1/transit/cards/decrypt/vezne": {
        const [, version, text] = /^vault:v(\d+):(.+)$/.exec(String(body["ciphertext"])) ?? [];
        if (text === undefined) return reply(400, { errors: ["invalid ciphertext: no prefix"] });
        if (Number(version) < ring.oldest) {
          const words = "ciphertext or signature version is disallowed by policy (too old)";
          return reply(400, { errors: [words] });
        }
        const plain = ring.decrypt(Number(version), Buffer.from(text, "base64"), context);
        const failed = reply(400, { errors: ["cipher: message authentication failed"] });
        return plain === undefined
          ? failed
          : reply(200, { data: { plaintext: plain.toString("base64") }, auth: null });
      }
      default:
        return reply(400, { errors: ["encryption key not found"] });
    }
  };
  const handle = (request: Received): Reply => {
    if (state.isSealed) return reply(503, { errors: ["Vault is sealed"] });
    if (request.headers["x-vault-namespace"] !== TRANSIT.namespace) return DENIED;
    if (request.path === "/v1/auth/approle/login") {
      const { role_id, secret_id } = jsonIn(request);
      return logIn(role_id === TRANSIT.role && secret_id === TRANSIT.secretId);
    }
    if (request.path === "/v1/auth/cluster/west/login") {
      const { role, jwt } = jsonIn(request);
      return logIn(role === TRANSIT.role && jwt === TRANSIT.podToken);
    }
    return use(request);
  };
  const server = await startServer(handle);
  return {
    ...server,
    ring,
    state,
    revokeAll: () => tokens.clear(),
    issueToken(): string {
      const token = `hvs.${randomUUID()}`;
      tokens.set(token, Number.POSITIVE_INFINITY);
      return token;
    },
    /** The value of VEZNE_KMS_KEY; `options` are added to the query. */
    address: (options = ""): string =>
      `vault://${server.host}/transit/cards/keys/vezne?namespace=${TRANSIT.namespace}${options}`,
  };
}

export type TransitDouble = Awaited<ReturnType<typeof startTransit>>;
