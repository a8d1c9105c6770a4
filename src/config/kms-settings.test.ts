import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { ConfigError } from "./config-error.ts";

const ARN = "arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab";
const RESOURCE = "projects/shop-1/locations/europe-west3/keyRings/cards/cryptoKeys/vezne";
const SECRET = { VEZNE_KMS_SECRET: "hvs.a-token" };

const keysOf = (address: string) =>
  readConfig({ VEZNE_KMS_KEY: address, ...SECRET }).vault.kms.keys;

describe("the address of a key in a KMS", () => {
  it("names host, mount, key and login of Vault or OpenBao", () => {
    const options = "?namespace=shop/eu&auth=kubernetes&role=vezne&auth_path=cluster/west";
    expect(keysOf(`vault://vault.example:8200/team/transit/keys/cards${options}`)).toEqual([
      {
        kind: "vault",
        host: "vault.example:8200",
        mount: "team/transit",
        key: "cards",
        namespace: "shop/eu",
        login: "kubernetes",
        role: "vezne",
        loginPath: "cluster/west",
      },
    ]);
    expect(keysOf("vault://vault.example/transit/keys/cards")).toMatchObject([
      { login: "token", namespace: undefined },
    ]);
  });

  it.each([
    [`awskms:///${ARN}`, "kms.eu-central-1.amazonaws.com"],
    [`awskms:///${ARN.replace("aws:", "aws-cn:")}`, "kms.eu-central-1.amazonaws.com.cn"],
    [`awskms:///${ARN}?endpoint=vpce-1.kms.example`, "vpce-1.kms.example"],
    [`gcpkms://${RESOURCE}`, "cloudkms.googleapis.com"],
    [`gcpkms://${RESOURCE}?endpoint=kms.example:8443`, "kms.example:8443"],
  ])("%s leads to %s", (address, host) => {
    expect(keysOf(address)).toMatchObject([{ host }]);
  });

  it("may be two, separated by a comma", () => {
    const kinds = keysOf(`gcpkms://${RESOURCE}, awskms:///${ARN}`).map(({ kind }) => kind);
    expect(kinds).toEqual(["gcpkms", "awskms"]);
  });

  it.each([
    "https://vault.example/transit/keys/cards",
    "vault://vault.example/keys/cards",
    "vault://vault.example/transit/../keys/cards",
    "vault://user:password@vault.example/transit/keys/cards",
    "vault://vault.example/transit/keys/cards?auth=ldap",
    "vault://vault.example/transit/keys/cards?token=hvs.secret",
    "awskms:///alias/cards",
    `awskms:///${ARN}?endpoint=https://kms.example/`,
    `gcpkms://${RESOURCE}/cryptoKeyVersions/1`,
  ])("refuses %s", (address) => {
    expect(() => keysOf(address)).toThrow(
      "VEZNE_KMS_KEY must be vault://HOST:PORT/MOUNT/keys/NAME",
    );
    expect(() => keysOf(address)).not.toThrow("secret");
  });

  it("needs a role for a login by role, and a secret for a login with one", () => {
    const address = "vault://vault.example/transit/keys/cards";
    expect(() => keysOf(`${address}?auth=approle`)).toThrow("must name the role for ?auth=approle");
    expect(() => readConfig({ VEZNE_KMS_KEY: address })).toThrow(
      "VEZNE_KMS_SECRET_FILE must be set",
    );
    const pod = `${address}?auth=kubernetes&role=vezne`;
    expect(readConfig({ VEZNE_KMS_KEY: pod }).vault.kms.podTokenFile).toContain("serviceaccount");
  });
});

describe("the credentials for a KMS", () => {
  it("are masked where the configuration is printed", () => {
    const secrets = { AWS_ACCESS_KEY_ID: "AKIA", AWS_SECRET_ACCESS_KEY: "s3cret-of-aws" };
    const text = JSON.stringify(
      readConfig({ ...SECRET, ...secrets, AWS_SESSION_TOKEN: "s3ssion" }),
    );
    for (const secret of ["hvs.a-token", "s3cret-of-aws", "s3ssion"]) {
      expect(text).not.toContain(secret);
    }
  });

  it("come from one place each", () => {
    expect(() => readConfig({ ...SECRET, VEZNE_KMS_SECRET_FILE: "/run/token" })).toThrow(
      "VEZNE_KMS_SECRET and VEZNE_KMS_SECRET_FILE are both set",
    );
  });

  it.each([
    { AWS_CONTAINER_CREDENTIALS_FULL_URI: "http://credentials.example/" },
    { AWS_ENDPOINT_URL_STS: "http://sts.example" },
    { GCE_METADATA_HOST: "metadata/../" },
  ])("are asked for at no other address without TLS: %o", (environment) => {
    expect(() => readConfig(environment)).toThrow(ConfigError);
  });

  it("are read from the container's relative address", () => {
    const { container } = readConfig({ AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: "/v2/id" }).vault.kms
      .aws;
    expect(container?.url).toBe("http://169.254.170.2/v2/id");
  });

  it("need a readable certificate in VEZNE_KMS_CA_FILE", () => {
    const folder = mkdtempSync(join(tmpdir(), "vezne-kms-"));
    const file = join(folder, "ca.pem");
    writeFileSync(file, "no certificate");
    for (const path of [file, join(folder, "missing")]) {
      expect(() => readConfig({ VEZNE_KMS_CA_FILE: path })).toThrow(`${path} is none`);
    }
    rmSync(folder, { recursive: true });
  });
});
