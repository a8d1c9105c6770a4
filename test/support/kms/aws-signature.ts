import { createHash, createHmac } from "node:crypto";
import type { Received } from "./tls-server.ts";

export type AwsUser = { readonly id: string; readonly secret: string; readonly session?: string };

const AUTHORIZATION = new RegExp(
  "^AWS4-HMAC-SHA256 Credential=([^/]+)/(\\d{8})/([^/]+)/([^/]+)/aws4_request, " +
    "SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$",
);
const SKEW_MS = 5 * 60_000;

/**
 * Verifies a signature as AWS does, from the request as it arrived; returns the error's type and
 * message, or undefined. It shares no code with the service.
 */
export function signatureFault(
  request: Received,
  users: readonly AwsUser[],
  { region, now }: { readonly region: string; readonly now: number },
): readonly [type: string, message: string] | undefined {
  const parts = AUTHORIZATION.exec(request.headers["authorization"] ?? "");
  if (parts === null) return ["IncompleteSignature", "the Authorization header is incomplete"];
  const [, id, day = "", place, service, signed = "", signature] = parts;
  const user = users.find((one) => one.id === id);
  if (user === undefined) {
    return [
      "UnrecognizedClientException",
      "The security token included in the request is invalid.",
    ];
  }
  if (request.headers["x-amz-security-token"] !== user.session) {
    return [
      "UnrecognizedClientException",
      "The security token included in the request is invalid.",
    ];
  }
  const time = request.headers["x-amz-date"] ?? "";
  const [, year, month, date, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? [];
  const sentAt = Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`);
  if (!(Math.abs(now - sentAt) <= SKEW_MS)) {
    return ["InvalidSignatureException", `Signature expired: ${time} is now earlier than allowed`];
  }
  const needed = ["content-type", "host", "x-amz-date", "x-amz-target"];
  if (user.session !== undefined) needed.push("x-amz-security-token");
  const isScopeRight = day === time.slice(0, 8) && place === region && service === "kms";
  const isComplete = needed.every((name) => signed.split(";").includes(name));
  const lines = signed.split(";").map((name) => `${name}:${request.headers[name] ?? ""}\n`);
  const [path, query = ""] = request.path.split("?");
  const canonical = `${request.method}\n${path}\n${query}\n${lines.join("")}\n${signed}\n${digest(request.body)}`;
  const text = `AWS4-HMAC-SHA256\n${time}\n${day}/${region}/kms/aws4_request\n${digest(canonical)}`;
  let key: Buffer = createHmac("sha256", `AWS4${user.secret}`).update(day).digest();
  for (const part of [region, "kms", "aws4_request"]) {
    key = createHmac("sha256", key).update(part).digest();
  }
  const right = createHmac("sha256", key).update(text).digest("hex");
  if (isScopeRight && isComplete && right === signature) return undefined;
  return ["InvalidSignatureException", "The request signature does not match the one calculated."];
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
