import { createHash, createHmac } from "node:crypto";
import { toIso, type Instant } from "../../kernel/clock.ts";

export type AwsCredentials = {
  readonly id: string;
  readonly secret: string;
  /** Present for temporary credentials. */
  readonly session: string | undefined;
};

export type SignedRequest = {
  readonly method: string;
  readonly host: string;
  /** Encoded, as it is sent. */
  readonly path: string;
  /** The names in lower case, without those that the signature adds. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type SigningScope = {
  readonly region: string;
  readonly service: string;
  readonly now: Instant;
};

const ALGORITHM = "AWS4-HMAC-SHA256";

/**
 * Returns the headers of a request with its signature, by "AWS Signature Version 4 for API requests"
 * of the AWS Identity and Access Management User Guide. Requests of this service have no query.
 */
export function signRequest(
  request: SignedRequest,
  { id, secret, session }: AwsCredentials,
  { region, service, now }: SigningScope,
): Readonly<Record<string, string>> {
  const time = toIso(now).replace(/[-:]|\.\d+/g, "");
  const day = time.slice(0, 8);
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.host,
    "x-amz-date": time,
    ...(session === undefined ? {} : { "x-amz-security-token": session }),
  };
  const names = Object.keys(headers).toSorted();
  const canonical = [
    request.method,
    request.path,
    "",
    ...names.map((name) => `${name}:${headerText(headers[name])}`),
    "",
    names.join(";"),
    sha256(request.body),
  ].join("\n");
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = [ALGORITHM, time, scope, sha256(canonical)].join("\n");
  const key = [day, region, service, "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const signature = hmac(key, text).toString("hex");
  const signed = `SignedHeaders=${names.join(";")}, Signature=${signature}`;
  return { ...headers, authorization: `${ALGORITHM} Credential=${id}/${scope}, ${signed}` };
}

function headerText(value = ""): string {
  return value.trim().replace(/ +/g, " ");
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text, "utf8").digest();
}
