import { parseRecord } from "../../kernel/json.ts";
import { sign } from "node:crypto";
import type { KmsSettings } from "../../config/kms-settings.ts";
import { later, SECOND, type Clock } from "../../kernel/clock.ts";
import { KeyServiceError } from "../../kernel/key-service.ts";
import { isPassing, refusalOf, successOf, textOf } from "./answers.ts";
import type { Answer, HttpsCall } from "./https-call.ts";
import { Renewal, type Issued } from "./renewed.ts";
import { readSecretText } from "./secret-text.ts";

export type TokenDeps = {
  readonly settings: KmsSettings["google"];
  readonly call: HttpsCall;
  /** Calls the metadata server of the machine. */
  readonly callLocal: HttpsCall;
  readonly clock: Clock;
};

const SCOPE = "https://www.googleapis.com/auth/cloudkms";
const HOUR_S = 3_600;

/** Access tokens of Google, from the key of a service account or from the metadata server. */
export function googleTokens(deps: TokenDeps): Renewal<string> {
  const { keyFile } = deps.settings;
  const issue = () => (keyFile === undefined ? askMachine(deps) : askWithKey(deps, keyFile));
  return new Renewal(issue, deps.clock);
}

/** "Using OAuth 2.0 for Server to Server Applications" of Google Identity, and RFC 7523. */
async function askWithKey({ call, clock }: TokenDeps, keyFile: string): Promise<Issued<string>> {
  const account = await readAccount(keyFile);
  const now = clock.now();
  const seconds = Math.floor(now / SECOND);
  const claims = {
    iss: account.email,
    scope: SCOPE,
    aud: account.tokenUrl,
    iat: seconds,
    exp: seconds + HOUR_S,
  };
  const header = { alg: "RS256", typ: "JWT", kid: account.keyId };
  const text = [header, claims].map((part) => base64url(JSON.stringify(part))).join(".");
  const assertion = `${text}.${signed(text, account.privateKey, keyFile)}`;
  const answer = await call({
    method: "POST",
    url: account.tokenUrl,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion,
    }).toString(),
    hidden: [assertion],
  });
  return tokenOf(answer, now);
}

/** The token of the service account that Google has attached to this machine or pod. */
async function askMachine({ callLocal, clock, settings }: TokenDeps): Promise<Issued<string>> {
  const now = clock.now();
  const path = "computeMetadata/v1/instance/service-accounts/default/token";
  const answer = await callLocal({
    method: "GET",
    url: `http://${settings.metadataHost}/${path}`,
    headers: { "metadata-flavor": "Google" },
  });
  return tokenOf(answer, now);
}

function tokenOf(answer: Answer, now: ReturnType<Clock["now"]>): Issued<string> {
  const json = successOf(answer, tokenRefusal);
  const seconds = Number(json["expires_in"]);
  const endsAt = seconds > 0 ? later(now, seconds * SECOND) : undefined;
  return { value: textOf(json, "access_token"), endsAt };
}

function tokenRefusal(answer: Answer): KeyServiceError {
  const { error, error_description: description } = parseRecord(answer.text) ?? {};
  const words = [error, description].filter((one) => typeof one === "string").join(": ");
  const { fault, message } = refusalOf(isPassing(answer) ? "away" : "denied", answer, words);
  return new KeyServiceError(fault, `no access token of Google: ${message}`);
}

async function readAccount(file: string) {
  const json = parseRecord(await readSecretText(file));
  if (json?.["type"] !== "service_account") {
    throw new KeyServiceError(
      "denied",
      `${file} must hold the key of a service account in JSON; on a machine of Google the metadata ` +
        "server gives tokens without a file",
    );
  }
  const field = (name: string): string => {
    const value = json[name];
    if (typeof value === "string" && value !== "") return value;
    throw new KeyServiceError("denied", `${file} lacks ${name}`);
  };
  const tokenUrl = field("token_uri");
  if (!tokenUrl.startsWith("https://")) {
    throw new KeyServiceError("denied", `the token_uri in ${file} must be an https address`);
  }
  return {
    email: field("client_email"),
    keyId: field("private_key_id"),
    privateKey: field("private_key"),
    tokenUrl,
  };
}

function base64url(text: string): string {
  return Buffer.from(text).toString("base64url");
}

function signed(text: string, privateKey: string, file: string): string {
  try {
    return sign("sha256", Buffer.from(text), privateKey).toString("base64url");
  } catch {
    throw new KeyServiceError("denied", `the private_key in ${file} is no key`);
  }
}
