import { readFileSync } from "node:fs";
import { Secret } from "../kernel/secret.ts";
import { ConfigError } from "./config-error.ts";
import { awsIdentity, type AwsIdentity } from "./kms-aws-settings.ts";

/** A secret itself, or the file with it, which is read again for each login: agents replace it. */
export type SecretPlace = { readonly value: Secret } | { readonly file: string };

/** A key of the transit engine of HashiCorp Vault or OpenBao. */
export type TransitKey = {
  readonly kind: "vault";
  /** Host and port. */
  readonly host: string;
  /** The path at which the transit engine is mounted. */
  readonly mount: string;
  readonly key: string;
  readonly namespace: string | undefined;
  readonly login: "token" | "approle" | "kubernetes";
  /** The id of the AppRole, or the name of the role for Kubernetes. */
  readonly role: string;
  /** The path at which the login method is mounted. */
  readonly loginPath: string;
};

export type AwsKey = {
  readonly kind: "awskms";
  readonly arn: string;
  readonly region: string;
  readonly host: string;
};

export type GoogleKey = {
  readonly kind: "gcpkms";
  /** `projects/…/locations/…/keyRings/…/cryptoKeys/…` */
  readonly resource: string;
  readonly host: string;
};

export type KmsKey = TransitKey | AwsKey | GoogleKey;

/** The keys of key management services, and the credentials for them. */
export type KmsSettings = {
  /** The first one wraps; the others only unwrap. Empty: no KMS is used. */
  readonly keys: readonly KmsKey[];
  /** A certificate in PEM form that is trusted as well. */
  readonly ca: string | undefined;
  /** Vault: a token or the secret id of an AppRole. */
  readonly secret: SecretPlace | undefined;
  /** Vault, Kubernetes login: the file with the token of the pod's service account. */
  readonly podTokenFile: string;
  readonly aws: AwsIdentity;
  readonly google: {
    /** The file with the key of a service account; unset: the metadata server gives tokens. */
    readonly keyFile: string | undefined;
    readonly metadataHost: string;
  };
};

const POD_TOKEN = "/var/run/secrets/kubernetes.io/serviceaccount/token";

/** @throws ConfigError that names the variable and the valid form, and repeats no secret */
export function readKms(read: ReadVariable): KmsSettings {
  const addresses = (read("VEZNE_KMS_KEY") ?? "").split(",").map((address) => address.trim());
  const keys = addresses.filter((address) => address !== "").map(keyOf);
  const secret = secretOf(read);
  const needsSecret = keys.some((key) => key.kind === "vault" && key.login !== "kubernetes");
  if (needsSecret && secret === undefined) {
    throw new ConfigError(
      "VEZNE_KMS_SECRET or VEZNE_KMS_SECRET_FILE must be set: the token of Vault or OpenBao, or with " +
        "?auth=approle the secret id of the role",
    );
  }
  return {
    keys,
    ca: caOf(read("VEZNE_KMS_CA_FILE")),
    secret,
    podTokenFile: read("VEZNE_KMS_POD_TOKEN_FILE") ?? POD_TOKEN,
    aws: awsIdentity(read),
    google: {
      keyFile: read("GOOGLE_APPLICATION_CREDENTIALS"),
      metadataHost: metadataHostOf(read("GCE_METADATA_HOST") ?? "metadata.google.internal"),
    },
  };
}

/** Reads a variable; an empty one counts as unset. */
type ReadVariable = (name: string) => string | undefined;

function secretOf(read: ReadVariable): SecretPlace | undefined {
  const [text, file] = [read("VEZNE_KMS_SECRET"), read("VEZNE_KMS_SECRET_FILE")];
  if (text !== undefined && file !== undefined) {
    throw new ConfigError(
      "VEZNE_KMS_SECRET and VEZNE_KMS_SECRET_FILE are both set; remove one of them",
    );
  }
  if (file !== undefined) return { file };
  return text === undefined ? undefined : { value: new Secret(text) };
}

function caOf(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    const text = readFileSync(path, "utf8");
    if (text.includes("-----BEGIN CERTIFICATE-----")) return text;
  } catch {
    // The error below names the file.
  }
  throw new ConfigError(
    `VEZNE_KMS_CA_FILE must name a readable file with a certificate in PEM form; ${path} is none`,
  );
}

const HOST = /^[a-z0-9.-]{1,253}(?::\d{1,5})?$/;
const NAME = /^[A-Za-z0-9_.-]{1,128}$/;
const ARN =
  /^arn:(aws[a-z-]{0,20}):kms:([a-z0-9-]{1,32}):\d{12}:(?:key|alias)\/[A-Za-z0-9/_-]{1,256}$/;
const RESOURCE =
  /^projects\/[^/]{1,128}\/locations\/[\w-]{1,64}\/keyRings\/[\w-]{1,64}\/cryptoKeys\/[\w-]{1,64}$/;

function metadataHostOf(host: string): string {
  if (HOST.test(host)) return host;
  throw new ConfigError("GCE_METADATA_HOST must be a host, with or without a port");
}

function keyOf(address: string): KmsKey {
  const [place = "", query = ""] = address.split("?", 2);
  const options = new URLSearchParams(query);
  const key = transitKey(place, options) ?? awsKey(place, options) ?? googleKey(place, options);
  if (key !== undefined) return key;
  throw new ConfigError(
    "VEZNE_KMS_KEY must be vault://HOST:PORT/MOUNT/keys/NAME, awskms:///ARN or " +
      "gcpkms://projects/…/cryptoKeys/NAME, with the options of docs/operations/kms.md; during a " +
      "change of the KMS two of them, the new one first, separated by a comma",
  );
}

function transitKey(place: string, options: URLSearchParams): TransitKey | undefined {
  const [host = "", ...path] = partsOf(place, "vault://");
  const [mount, folder, key = ""] = [path.slice(0, -2), path.at(-2), path.at(-1)];
  const isPath = mount.length > 0 && folder === "keys" && [...mount, key].every(isName);
  if (!HOST.test(host) || !isPath) return undefined;
  if (!hasOnly(options, ["namespace", "auth", "role", "auth_path"])) return undefined;
  const login = options.get("auth") ?? "token";
  const role = options.get("role") ?? "";
  if (login !== "token" && login !== "approle" && login !== "kubernetes") return undefined;
  if (login !== "token" && role === "") {
    throw new ConfigError(`VEZNE_KMS_KEY must name the role for ?auth=${login}: &role=NAME`);
  }
  const loginPath = options.get("auth_path") ?? login;
  if (!loginPath.split("/").every(isName)) return undefined;
  const namespace = options.get("namespace") ?? undefined;
  const at = { kind: "vault", host, mount: mount.join("/"), key, namespace } as const;
  return { ...at, login, role, loginPath };
}

function awsKey(place: string, options: URLSearchParams): AwsKey | undefined {
  const arn = partsOf(place, "awskms:///").join("/");
  const [, partition, region = ""] = ARN.exec(arn) ?? [];
  const suffix = partition === "aws-cn" ? "amazonaws.com.cn" : "amazonaws.com";
  const host = endpointOf(options, `kms.${region}.${suffix}`);
  if (partition === undefined || host === undefined) return undefined;
  return { kind: "awskms", arn, region, host };
}

function googleKey(place: string, options: URLSearchParams): GoogleKey | undefined {
  const resource = partsOf(place, "gcpkms://").join("/");
  const host = endpointOf(options, "cloudkms.googleapis.com");
  if (!RESOURCE.test(resource) || host === undefined) return undefined;
  return { kind: "gcpkms", resource, host };
}

/** The parts of an address between slashes; none if it begins otherwise. */
function partsOf(place: string, scheme: string): readonly string[] {
  return place.startsWith(scheme) ? place.slice(scheme.length).split("/") : [];
}

/** `.` and `..` are no names, because the path of a request would lead elsewhere. */
function isName(text: string): boolean {
  return NAME.test(text) && !/^\.+$/.test(text);
}

/** The host of a private endpoint, or the public one; undefined for a wrong option. */
function endpointOf(options: URLSearchParams, fallback: string): string | undefined {
  const host = options.get("endpoint") ?? fallback;
  return hasOnly(options, ["endpoint"]) && HOST.test(host) ? host : undefined;
}

function hasOnly(options: URLSearchParams, names: readonly string[]): boolean {
  return [...options.keys()].every((name) => names.includes(name));
}
