import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import { openKeyServices } from "../../src/outbound/kms/open-key-services.ts";
import { HOUR, MINUTE } from "../../src/kernel/clock.ts";
import { SELF_SIGNED } from "../support/certificates.ts";
import { AWS, startAws, type AwsDouble } from "../support/kms/aws-double.ts";
import { startGoogle, type GoogleDouble } from "../support/kms/google-double.ts";
import { startTransit, TRANSIT, type TransitDouble } from "../support/kms/transit-double.ts";
import { movableClock } from "../support/sandbox-bank.ts";

const KEY_ID = "vk_0123456789abcdef";

type Environment = Readonly<Record<string, string>>;

const clock = movableClock();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vezne-kms-"));
  write("ca.pem", SELF_SIGNED.cert);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** A use of the key with the credentials of an environment. */
function serviceWith(environment: Environment) {
  const given = { VEZNE_KMS_CA_FILE: join(folder, "ca.pem"), ...environment };
  const [service] = openKeyServices(readConfig(given).vault.kms, { clock });
  if (service === undefined) throw new Error("the address names no key");
  return {
    use: async (): Promise<void> => {
      const secret = randomBytes(32);
      const wrapped = await service.wrap(secret, KEY_ID);
      expect(Buffer.from(await service.unwrap(wrapped, KEY_ID))).toEqual(secret);
    },
  };
}

describe("credentials for Vault and OpenBao", () => {
  let double: TransitDouble;
  beforeEach(async () => {
    double = await startTransit(() => clock.now());
  });
  afterEach(() => double.close());

  it("are a token, which an agent may replace in its file", async () => {
    const file = write("token", `${TRANSIT.rootToken}\n`);
    const service = serviceWith({ VEZNE_KMS_KEY: double.address(), VEZNE_KMS_SECRET_FILE: file });
    await service.use();
    double.revokeAll();
    await expect(service.use()).rejects.toThrow("it answered 403: permission denied");
    writeFileSync(file, double.issueToken());
    await service.use();
  });

  it("are those of a pod of Kubernetes, whose token is read again for each login", async () => {
    const file = write("pod-token", "a token that has ended");
    const VEZNE_KMS_KEY = double.address(
      `&auth=kubernetes&role=${TRANSIT.role}&auth_path=cluster/west`,
    );
    const service = serviceWith({ VEZNE_KMS_KEY, VEZNE_KMS_POD_TOKEN_FILE: file });
    await expect(service.use()).rejects.toThrow("the login failed: it answered 400");
    writeFileSync(file, TRANSIT.podToken);
    await service.use();
    expect(double.state.logins).toBe(1);
  });

  it("reach the key in its namespace only", async () => {
    const VEZNE_KMS_KEY = double.address().replace(`=${TRANSIT.namespace}`, "=another");
    const service = serviceWith({ VEZNE_KMS_KEY, VEZNE_KMS_SECRET: TRANSIT.rootToken });
    await expect(service.use()).rejects.toThrow("permission denied");
  });

  it("wait for a server that is sealed", async () => {
    double.state.isSealed = true;
    const VEZNE_KMS_KEY = double.address(`&auth=approle&role=${TRANSIT.role}`);
    const service = serviceWith({ VEZNE_KMS_KEY, VEZNE_KMS_SECRET: TRANSIT.secretId });
    await expect(service.use()).rejects.toMatchObject({ fault: "away" });
  });
});

describe("credentials for AWS", () => {
  let double: AwsDouble;
  beforeEach(async () => {
    double = await startAws(() => clock.now());
  });
  afterEach(() => double.close());

  const KEYS = { AWS_ACCESS_KEY_ID: AWS.user.id, AWS_SECRET_ACCESS_KEY: AWS.user.secret };
  const open = (environment: Environment) =>
    serviceWith({
      VEZNE_KMS_KEY: double.address,
      AWS_EC2_METADATA_DISABLED: "true",
      ...environment,
    });

  it("are two variables, of which the secret one may be a file", async () => {
    await open(KEYS).use();
    const { AWS_SECRET_ACCESS_KEY: secret, ...id } = KEYS;
    await open({ ...id, AWS_SECRET_ACCESS_KEY_FILE: write("secret", secret) }).use();
    const wrong = open({ ...KEYS, AWS_SECRET_ACCESS_KEY: "wrong" });
    await expect(wrong.use()).rejects.toMatchObject({ fault: "denied" });
  });

  it("are not accepted while the clock of this machine is wrong", async () => {
    const late = await startAws(() => clock.now() + 6 * MINUTE);
    const service = open({ ...KEYS, VEZNE_KMS_KEY: late.address });
    await expect(service.use()).rejects.toThrow("InvalidSignatureException: Signature expired");
    await late.close();
  });

  it("are those of a web identity, whose refusal is quoted", async () => {
    const file = write("web", "a token of another cluster");
    const service = open({
      AWS_ROLE_ARN: AWS.roleArn,
      AWS_WEB_IDENTITY_TOKEN_FILE: file,
      AWS_ENDPOINT_URL_STS: `https://${double.sts.host}/`,
    });
    await expect(service.use()).rejects.toThrow(
      "AssumeRoleWithWebIdentity: it answered 400: InvalidIdentityToken: No OpenIDConnect provider",
    );
    writeFileSync(file, AWS.webToken);
    await service.use();
  });

  it("are those of the container, with the token that it asks for", async () => {
    const address = `http://${double.local.host}/v1/credentials`;
    const given = { AWS_CONTAINER_CREDENTIALS_FULL_URI: address };
    const file = write("container", `${AWS.containerToken}\n`);
    await open({ ...given, AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file }).use();
    await open({ ...given, AWS_CONTAINER_AUTHORIZATION_TOKEN: AWS.containerToken }).use();
    await expect(open(given).use()).rejects.toMatchObject({ fault: "denied" });
  });

  it("are those of the machine, and are asked for again before they end", async () => {
    const service = open({
      AWS_EC2_METADATA_DISABLED: "",
      AWS_EC2_METADATA_SERVICE_ENDPOINT: `http://${double.local.host}/`,
    });
    await service.use();
    await service.use();
    expect(double.issued).toHaveLength(1);
    clock.move(HOUR - 30_000);
    await service.use();
    expect(double.issued).toHaveLength(2);
  });

  it("are missed with a sentence", async () => {
    await expect(open({}).use()).rejects.toThrow("there are no credentials for AWS");
  });
});

describe("credentials for Google Cloud", () => {
  let double: GoogleDouble;
  beforeEach(async () => {
    double = await startGoogle(() => clock.now());
  });
  afterEach(() => double.close());

  const open = (environment: Environment) =>
    serviceWith({ VEZNE_KMS_KEY: double.address, ...environment });

  it("are those of the metadata server on a machine of Google", async () => {
    await open({ GCE_METADATA_HOST: double.metadata.host }).use();
    expect(double.tokens.size).toBe(1);
  });

  it.each([
    ["no JSON", "must hold the key of a service account in JSON"],
    [JSON.stringify({ type: "external_account" }), "must hold the key of a service account"],
    [JSON.stringify({ type: "service_account" }), "lacks token_uri"],
    [
      JSON.stringify({ type: "service_account", token_uri: "http://oauth.example" }),
      "must be an https address",
    ],
  ])("are refused in a file with %s", async (text, sentence) => {
    const service = open({ GOOGLE_APPLICATION_CREDENTIALS: write("account.json", text) });
    await expect(service.use()).rejects.toThrow(sentence);
  });

  it("are refused with the key of another account", async () => {
    const other = await startGoogle(() => clock.now());
    const account = other.account.replace(other.oauth.host, double.oauth.host);
    const file = write("account.json", account);
    await expect(open({ GOOGLE_APPLICATION_CREDENTIALS: file }).use()).rejects.toThrow(
      "no access token of Google: it answered 400: invalid_grant",
    );
    await other.close();
  });

  it("do not help where a checksum shows that data were changed on their way", async () => {
    const service = open({ GOOGLE_APPLICATION_CREDENTIALS: write("account.json", double.account) });
    double.state.corrupts = 1;
    await expect(service.use()).rejects.toMatchObject({ fault: "away" });
    await service.use();
  });
});
