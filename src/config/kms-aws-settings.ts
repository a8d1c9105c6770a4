import { Secret } from "../kernel/secret.ts";
import { ConfigError } from "./config-error.ts";

/**
 * The credentials for AWS, in the variables that AWS and its SDKs use, so that the platforms (EKS,
 * ECS, EC2) can set them.
 */
export type AwsIdentity = {
  readonly keys:
    | { readonly id: string; readonly secret: Secret; readonly session: Secret | undefined }
    | undefined;
  readonly webIdentity:
    | { readonly roleArn: string; readonly tokenFile: string; readonly sessionName: string }
    | undefined;
  /** The address that gives the credentials of a container. */
  readonly container:
    | { readonly url: string; readonly token: Secret | undefined; readonly tokenFile?: string }
    | undefined;
  /** The host of the Security Token Service; unset: the one of the key's region. */
  readonly stsHost: string | undefined;
  /** The address of the machine's metadata, which gives credentials; unset: switched off. */
  readonly metadataUrl: string | undefined;
};

type SettingReader = (name: string) => string | undefined;

/** @throws ConfigError */
export function awsIdentity(read: SettingReader): AwsIdentity {
  const isMetadataOff = read("AWS_EC2_METADATA_DISABLED")?.toLowerCase() === "true";
  const metadataUrl = read("AWS_EC2_METADATA_SERVICE_ENDPOINT") ?? "http://169.254.169.254";
  return {
    keys: keysOf(read),
    webIdentity: webIdentityOf(read),
    container: containerOf(read),
    stsHost: stsHostOf(read("AWS_ENDPOINT_URL_STS")),
    metadataUrl: isMetadataOff ? undefined : metadataUrl.replace(/\/$/, ""),
  };
}

function keysOf(read: SettingReader): AwsIdentity["keys"] {
  const [id, secret] = [read("AWS_ACCESS_KEY_ID"), read("AWS_SECRET_ACCESS_KEY")];
  if (id === undefined || secret === undefined) return undefined;
  const session = read("AWS_SESSION_TOKEN");
  return {
    id,
    secret: new Secret(secret),
    session: session === undefined ? undefined : new Secret(session),
  };
}

function webIdentityOf(read: SettingReader): AwsIdentity["webIdentity"] {
  const [roleArn, tokenFile] = [read("AWS_ROLE_ARN"), read("AWS_WEB_IDENTITY_TOKEN_FILE")];
  if (roleArn === undefined || tokenFile === undefined) return undefined;
  return { roleArn, tokenFile, sessionName: read("AWS_ROLE_SESSION_NAME") ?? "vezne" };
}

/** The hosts that AWS names for credentials, where it offers no TLS. */
const WITHOUT_TLS = ["169.254.170.2", "169.254.170.23", "[fd00:ec2::23]", "localhost", "127.0.0.1"];

function isAllowed(url: string): boolean {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : NO_ADDRESS;
  return protocol === "https:" || (protocol === "http:" && WITHOUT_TLS.includes(hostname));
}

const NO_ADDRESS = { protocol: "", hostname: "" };

function containerOf(read: SettingReader): AwsIdentity["container"] {
  const path = read("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI");
  const full = read("AWS_CONTAINER_CREDENTIALS_FULL_URI");
  const url = path === undefined ? full : `http://169.254.170.2${path}`;
  if (url === undefined) return undefined;
  if (!isAllowed(url)) {
    throw new ConfigError(
      "AWS_CONTAINER_CREDENTIALS_FULL_URI must be an https address, or an address of this machine",
    );
  }
  const token = read("AWS_CONTAINER_AUTHORIZATION_TOKEN");
  const tokenFile = read("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE");
  return {
    url,
    token: token === undefined ? undefined : new Secret(token),
    ...(tokenFile === undefined ? {} : { tokenFile }),
  };
}

function stsHostOf(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const host = /^https:\/\/([a-z0-9.-]+(?::\d+)?)\/?$/.exec(url)?.[1];
  if (host !== undefined) return host;
  throw new ConfigError("AWS_ENDPOINT_URL_STS must be an https address without a path");
}
