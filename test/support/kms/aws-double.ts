import { randomUUID } from "node:crypto";
import { KeyRing } from "./key-ring.ts";
import { signatureFault, type AwsUser } from "./aws-signature.ts";
import { jsonIn, reply, startServer, type Received, type Reply } from "./tls-server.ts";

export const AWS = {
  region: "eu-central-1",
  arn: "arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab",
  user: { id: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" },
  roleArn: "arn:aws:iam::111122223333:role/vezne",
  webToken: "eyJhbGciOiJSUzI1NiJ9.token-of-the-pod.signature",
  containerToken: "token-of-the-container",
};

type Issued = AwsUser & { readonly endsAt: number };

/** AWS KMS with one key, the Security Token Service, and the endpoints that give credentials. */
export async function startAws(now: () => number = Date.now) {
  const ring = new KeyRing();
  const issued: Issued[] = [];
  const state = { lifeSeconds: 3_600, mayUse: true };

  const issue = (): Issued => {
    const user = {
      id: `ASIA${randomUUID().slice(0, 8)}`,
      secret: randomUUID(),
      session: `session/${randomUUID()}+==`,
      endsAt: now() + state.lifeSeconds * 1_000,
    };
    issued.push(user);
    return user;
  };
  const users = (): readonly AwsUser[] => [
    AWS.user,
    ...issued.filter(({ endsAt }) => now() < endsAt),
  ];

  const kms = await startServer((request) => {
    const isOld = issued.some(
      ({ session, endsAt }) =>
        session === request.headers["x-amz-security-token"] && now() >= endsAt,
    );
    if (isOld) return refusal("ExpiredTokenException", "The security token has expired");
    const fault = signatureFault(request, users(), { region: AWS.region, now: now() });
    if (fault !== undefined) return refusal(...fault);
    if (!state.mayUse) {
      return refusal("AccessDeniedException", `User is not authorized for ${AWS.arn}`);
    }
    return use(request, ring);
  });
  const sts = await startServer((request) => {
    const form = new URLSearchParams(request.body);
    const isRight =
      form.get("Action") === "AssumeRoleWithWebIdentity" &&
      form.get("Version") === "2011-06-15" &&
      form.get("RoleArn") === AWS.roleArn &&
      /^[\w+=,.@-]{2,64}$/.test(form.get("RoleSessionName") ?? "") &&
      form.get("WebIdentityToken") === AWS.webToken;
    return isRight
      ? { status: 200, body: assumedRole(issue()) }
      : { status: 400, body: STS_REFUSAL };
  });
  const local = await startServer((request) => {
    const { path, method, headers } = request;
    if (path === "/v1/credentials") {
      const isRight = headers["authorization"] === AWS.containerToken;
      return isRight ? reply(200, localCredentials(issue())) : reply(401, {});
    }
    if (path === "/latest/api/token" && method === "PUT") {
      const seconds = Number(headers["x-aws-ec2-metadata-token-ttl-seconds"]);
      return seconds > 0 ? { status: 200, body: "imds-token" } : reply(400, {});
    }
    if (headers["x-aws-ec2-metadata-token"] !== "imds-token") return reply(401, {});
    if (path === "/latest/meta-data/iam/security-credentials/")
      return { status: 200, body: "vezne" };
    return path === "/latest/meta-data/iam/security-credentials/vezne"
      ? reply(200, localCredentials(issue()))
      : reply(404, {});
  }, true);
  return {
    kms,
    sts,
    local,
    ring,
    state,
    issued,
    address: `awskms:///${AWS.arn}?endpoint=${kms.host}`,
    async close() {
      for (const server of [kms, sts, local]) await server.close();
    },
  };
}

export type AwsDouble = Awaited<ReturnType<typeof startAws>>;

/** The ciphertext names the key, as that of AWS does. */
function use(request: Received, ring: KeyRing): Reply {
  const body = jsonIn(request);
  if (body["KeyId"] !== AWS.arn) return refusal("NotFoundException", "the key does not exist");
  if (!ring.isEnabled) return refusal("DisabledException", `${AWS.arn} is disabled.`);
  const context = JSON.stringify(Object.entries(body["EncryptionContext"] ?? {}).toSorted());
  if (request.headers["x-amz-target"] === "TrentService.Encrypt") {
    const plain = Buffer.from(String(body["Plaintext"]), "base64");
    const { version, bytes } = ring.encrypt(plain, context);
    const blob = Buffer.concat([Buffer.from([version]), bytes]).toString("base64");
    return reply(200, { CiphertextBlob: blob, KeyId: AWS.arn });
  }
  const blob = Buffer.from(String(body["CiphertextBlob"]), "base64");
  const plain = ring.decrypt(blob[0] ?? 0, blob.subarray(1), context);
  if (plain === undefined) return reply(400, { __type: "InvalidCiphertextException" });
  return reply(200, { Plaintext: plain.toString("base64"), KeyId: AWS.arn });
}

function refusal(type: string, message: string): Reply {
  return reply(400, { __type: `com.amazonaws.kms#${type}`, message });
}

function localCredentials({ id, secret, session, endsAt }: Issued) {
  const Expiration = new Date(endsAt).toISOString();
  return { Code: "Success", AccessKeyId: id, SecretAccessKey: secret, Token: session, Expiration };
}

function assumedRole({ id, secret, session, endsAt }: Issued): string {
  return `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <AssumeRoleWithWebIdentityResult>
    <Credentials>
      <SessionToken>${session}</SessionToken>
      <SecretAccessKey>${secret}</SecretAccessKey>
      <Expiration>${new Date(endsAt).toISOString()}</Expiration>
      <AccessKeyId>${id}</AccessKeyId>
    </Credentials>
    <Provider>oidc.example</Provider>
  </AssumeRoleWithWebIdentityResult>
</AssumeRoleWithWebIdentityResponse>`;
}

const STS_REFUSAL = `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
  <Error>
    <Type>Sender</Type>
    <Code>InvalidIdentityToken</Code>
    <Message>No OpenIDConnect provider found in your account</Message>
  </Error>
</ErrorResponse>`;
