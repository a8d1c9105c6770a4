import type { AwsIdentity } from "../../config/kms-aws-settings.ts";
import { instant, type Clock, type Instant } from "../../kernel/clock.ts";
import { KeyServiceError } from "../../kernel/key-service.ts";
import { isRecord, type JsonRecord } from "../../kernel/json.ts";
import { readTree } from "../../file/xml/read-tree.ts";
import { isPassing, refusalOf, successOf, textOf } from "./answers.ts";
import type { Answer, HttpsCall } from "./https-call.ts";
import { Renewal, type Issued } from "./renewed.ts";
import { readSecretText } from "./secret-text.ts";
import type { AwsCredentials } from "./sigv4.ts";

export type CredentialDeps = {
  readonly identity: AwsIdentity;
  readonly region: string;
  readonly call: HttpsCall;
  /** Calls the addresses of the machine or its own link. */
  readonly callLocal: HttpsCall;
  readonly clock: Clock;
};

/**
 * The credentials for AWS, in the order in which its SDKs look for them ("Standardized credential
 * providers" of the AWS SDKs and Tools Reference Guide), without files of profiles: variables, a
 * web identity (EKS), the container's endpoint (ECS, EKS), the machine's metadata (EC2).
 */
export function awsCredentials(deps: CredentialDeps): Renewal<AwsCredentials> {
  return new Renewal(() => issue(deps), deps.clock);
}

async function issue(deps: CredentialDeps): Promise<Issued<AwsCredentials>> {
  const { keys, webIdentity, container, metadataUrl } = deps.identity;
  if (keys !== undefined) {
    const { id, secret, session } = keys;
    const value = { id, secret: secret.reveal(), session: session?.reveal() };
    return { value, endsAt: undefined };
  }
  if (webIdentity !== undefined) return assumeRole(deps, webIdentity);
  if (container !== undefined) return askContainer(deps, container);
  if (metadataUrl !== undefined) return askMachine(deps, metadataUrl);
  throw new KeyServiceError("denied", "there are no credentials for AWS");
}

/** `AssumeRoleWithWebIdentity` of the AWS Security Token Service API Reference; it is unsigned. */
async function assumeRole(
  { call, identity, region }: CredentialDeps,
  { roleArn, tokenFile, sessionName }: NonNullable<AwsIdentity["webIdentity"]>,
): Promise<Issued<AwsCredentials>> {
  const token = await readSecretText(tokenFile);
  const suffix = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  const answer = await call({
    method: "POST",
    url: `https://${identity.stsHost ?? `sts.${region}.${suffix}`}/`,
    headers: { "content-type": "application/x-www-form-urlencoded; charset=utf-8" },
    body: new URLSearchParams({
      Action: "AssumeRoleWithWebIdentity",
      Version: "2011-06-15",
      RoleArn: roleArn,
      RoleSessionName: sessionName,
      WebIdentityToken: token,
    }).toString(),
    hidden: [token],
  });
  if (answer.status !== 200) throw stsRefusal(answer);
  const path = [
    "AssumeRoleWithWebIdentityResponse",
    "AssumeRoleWithWebIdentityResult",
    "Credentials",
  ];
  return credentialsOf(recordAt(answer.text, path), "SessionToken");
}

function stsRefusal(answer: Answer): KeyServiceError {
  const error = recordAt(answer.text, ["ErrorResponse", "Error"]);
  const words = [error["Code"], error["Message"]].filter((one) => typeof one === "string");
  const fault = isPassing(answer) ? "away" : "denied";
  return named("AssumeRoleWithWebIdentity", refusalOf(fault, answer, words.join(": ")));
}

/** The element at a path of an XML document; empty if there is none. */
function recordAt(text: string, path: readonly string[]): JsonRecord {
  let element: unknown;
  try {
    element = readTree(text);
  } catch {
    return {};
  }
  for (const name of path) element = isRecord(element) ? element[name] : undefined;
  return isRecord(element) ? element : {};
}

async function askContainer(
  { call, callLocal }: CredentialDeps,
  { url, token, tokenFile }: NonNullable<AwsIdentity["container"]>,
): Promise<Issued<AwsCredentials>> {
  const text = tokenFile === undefined ? token?.reveal() : await readSecretText(tokenFile);
  const answer = await (url.startsWith("https:") ? call : callLocal)({
    method: "GET",
    url,
    headers: text === undefined ? {} : { authorization: text },
    hidden: [text ?? ""],
  });
  return credentialsOf(successOf(answer, localRefusal), "Token");
}

const METADATA_TTL_S = "60";

/** Version 2 of the instance metadata service, which wants a token of its own first. */
async function askMachine(
  { callLocal }: CredentialDeps,
  origin: string,
): Promise<Issued<AwsCredentials>> {
  const token = await callLocal({
    method: "PUT",
    url: `${origin}/latest/api/token`,
    headers: { "x-aws-ec2-metadata-token-ttl-seconds": METADATA_TTL_S },
  });
  if (token.status !== 200) throw localRefusal(token);
  const read = async (path: string): Promise<Answer> => {
    const answer = await callLocal({
      method: "GET",
      url: `${origin}/latest/meta-data/iam/security-credentials/${path}`,
      headers: { "x-aws-ec2-metadata-token": token.text },
      hidden: [token.text],
    });
    if (answer.status !== 200) throw localRefusal(answer);
    return answer;
  };
  const [role = ""] = (await read("")).text.trim().split("\n");
  const answer = await read(encodeURIComponent(role));
  return credentialsOf(successOf(answer, localRefusal), "Token");
}

function localRefusal(answer: Answer): KeyServiceError {
  const fault = isPassing(answer) ? "away" : "denied";
  return named("the endpoint for credentials", refusalOf(fault, answer, ""));
}

function named(place: string, { fault, message }: KeyServiceError): KeyServiceError {
  return new KeyServiceError(fault, `${place}: ${message}`);
}

function credentialsOf(
  json: JsonRecord,
  session: "Token" | "SessionToken",
): Issued<AwsCredentials> {
  const value = {
    id: textOf(json, "AccessKeyId"),
    secret: textOf(json, "SecretAccessKey"),
    session: textOf(json, session),
  };
  return { value, endsAt: momentOf(textOf(json, "Expiration")) };
}

function momentOf(text: string): Instant {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new KeyServiceError("away", "the end of the credentials is no time");
  return instant(at);
}
