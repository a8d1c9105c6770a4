import { generateKeyPairSync, randomUUID, verify } from "node:crypto";
import { isRecord } from "../../../src/kernel/json.ts";
import { KeyRing } from "./key-ring.ts";
import { jsonIn, reply, startServer, type Received, type Reply } from "./tls-server.ts";

const GOOGLE = {
  resource: "projects/shop-1/locations/europe-west3/keyRings/cards/cryptoKeys/vezne",
  email: "vezne@shop-1.iam.gserviceaccount.com",
  scope: "https://www.googleapis.com/auth/cloudkms",
};

/** Google Cloud KMS with one key, its token endpoint, and the metadata server. */
export async function startGoogle(now: () => number = Date.now) {
  const ring = new KeyRing();
  const pair = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const tokens = new Map<string, number>();
  const state = { lifeSeconds: 3_600, mayUse: true, corrupts: 0 };

  const issue = (): Reply => {
    const token = `ya29.${randomUUID()}`;
    tokens.set(token, now() + state.lifeSeconds * 1_000);
    return reply(200, { access_token: token, expires_in: state.lifeSeconds, token_type: "Bearer" });
  };
  const kms = await startServer((request) => {
    const [, token = ""] = /^Bearer (.+)$/.exec(request.headers["authorization"] ?? "") ?? [];
    if (!(now() < (tokens.get(token) ?? 0))) {
      return refusal(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.");
    }
    if (!state.mayUse) {
      return refusal(403, "PERMISSION_DENIED", "Permission 'useToDecrypt' denied on resource");
    }
    const answer = use(request, ring);
    if (state.corrupts === 0) return answer;
    state.corrupts -= 1;
    const changed = answer.body.replace(
      /(Crc32c":")(\d)/,
      (_all, name, digit) => `${name}${digit === "9" ? "8" : "9"}`,
    );
    return { ...answer, body: changed };
  });
  const oauth = await startServer((request) => {
    const form = new URLSearchParams(request.body);
    const isGrant = form.get("grant_type") === "urn:ietf:params:oauth:grant-type:jwt-bearer";
    const claims = isGrant ? claimsOf(form.get("assertion") ?? "") : undefined;
    const seconds = now() / 1_000;
    const { iss, scope, aud, iat, exp } = claims ?? {};
    const isTimely =
      Number(iat) <= seconds && seconds < Number(exp) && Number(exp) - Number(iat) <= 3_600;
    const isRight = iss === GOOGLE.email && scope === GOOGLE.scope && aud === tokenUrl && isTimely;
    if (isRight) return issue();
    return reply(400, { error: "invalid_grant", error_description: "Invalid JWT Signature." });
  });
  const tokenUrl = `https://${oauth.host}/token`;
  const metadata = await startServer((request) => {
    const path = "/computeMetadata/v1/instance/service-accounts/default/token";
    const isRight = request.path === path && request.headers["metadata-flavor"] === "Google";
    return isRight ? issue() : reply(403, {});
  }, true);

  function claimsOf(jwt: string): Readonly<Record<string, unknown>> | undefined {
    const [head = "", body = "", signature = ""] = jwt.split(".");
    const signed = Buffer.from(`${head}.${body}`);
    const header: unknown = JSON.parse(Buffer.from(head, "base64url").toString());
    const isRs256 = isRecord(header) && header["alg"] === "RS256";
    if (
      !isRs256 ||
      !verify("sha256", signed, pair.publicKey, Buffer.from(signature, "base64url"))
    ) {
      return undefined;
    }
    const claims: unknown = JSON.parse(Buffer.from(body, "base64url").toString());
    return isRecord(claims) ? claims : undefined;
  }

  return {
    kms,
    oauth,
    metadata,
    ring,
    state,
    tokens,
    /** The file of the service account that the operator downloads. */
    account: JSON.stringify({
      type: "service_account",
      private_key_id: "key-1",
      private_key: pair.privateKey.export({ type: "pkcs8", format: "pem" }),
      client_email: GOOGLE.email,
      token_uri: tokenUrl,
    }),
    address: `gcpkms://${GOOGLE.resource}?endpoint=${kms.host}`,
    async close() {
      for (const server of [kms, oauth, metadata]) await server.close();
    },
  };
}

export type GoogleDouble = Awaited<ReturnType<typeof startGoogle>>;

function use(request: Received, ring: KeyRing): Reply {
  const [path, operation] = request.path.split(":");
  if (path !== `/v1/${GOOGLE.resource}`) return refusal(404, "NOT_FOUND", "no such key");
  if (!ring.isEnabled) {
    return refusal(400, "FAILED_PRECONDITION", `${GOOGLE.resource} is not enabled: DISABLED.`);
  }
  const body = jsonIn(request);
  const read = (name: string): Buffer => Buffer.from(String(body[name]), "base64");
  const input = operation === "encrypt" ? "plaintext" : "ciphertext";
  for (const name of [input, "additionalAuthenticatedData"]) {
    if (body[`${name}Crc32c`] !== String(checksum(read(name)))) {
      return refusal(400, "INVALID_ARGUMENT", `The checksum in field ${name}_crc32c did not match`);
    }
  }
  const context = read("additionalAuthenticatedData").toString("base64");
  if (operation === "encrypt") {
    const { version, bytes } = ring.encrypt(read("plaintext"), context);
    const ciphertext = Buffer.concat([Buffer.from([version]), bytes]);
    return reply(200, {
      name: `${GOOGLE.resource}/cryptoKeyVersions/${version}`,
      ciphertext: ciphertext.toString("base64"),
      ciphertextCrc32c: String(checksum(ciphertext)),
      verifiedPlaintextCrc32c: true,
      verifiedAdditionalAuthenticatedDataCrc32c: true,
    });
  }
  const ciphertext = read("ciphertext");
  const plain = ring.decrypt(ciphertext[0] ?? 0, ciphertext.subarray(1), context);
  if (plain === undefined) {
    return refusal(400, "INVALID_ARGUMENT", "Decryption failed: the ciphertext is invalid.");
  }
  const plaintext = plain.toString("base64");
  return reply(200, { plaintext, plaintextCrc32c: String(checksum(plain)), usedPrimary: true });
}

function refusal(code: number, status: string, message: string): Reply {
  return reply(code, { error: { code, message, status } });
}

/** CRC-32C bit by bit, apart from the table of the service. */
function checksum(bytes: Buffer): number {
  let sum = 0xffff_ffffn;
  for (const byte of bytes) {
    sum ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit += 1)
      sum = (sum & 1n) === 1n ? (sum >> 1n) ^ 0x82f6_3b78n : sum >> 1n;
  }
  return Number(sum ^ 0xffff_ffffn);
}
