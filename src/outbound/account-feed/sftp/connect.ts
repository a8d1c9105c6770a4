import { createHash } from "node:crypto";
import type { Client, ConnectOptions, Sftp } from "ssh2";
import type { FeedAnswer } from "../../../domain/account-feed/ports.ts";
import type { Credentials } from "../../../domain/connection/ports.ts";
import { guardedSocket, type Guard } from "../../webhook/guarded-connector.ts";
import { mask } from "../kit/bank-call.ts";
import { DEFAULT_PORT } from "./form.ts";

export type Failure = Exclude<FeedAnswer, { kind: "read" }>;

export type Login = {
  readonly guard: Guard;
  readonly credentials: Credentials;
  /** The kind of key that the server had at the last look. */
  readonly keyKind: string | undefined;
  readonly timeoutMs: number;
};

/** A log-in that succeeded. */
export type Connection = {
  readonly kind: "open";
  readonly client: Client;
  readonly sftp: Sftp;
  readonly keyKind: string;
};

/**
 * The kinds of a server's keys with the signatures that count. A server has several keys, a letter
 * of a bank names one of them, and one connection shows one: the kinds are tried in turn.
 */
const KEY_KINDS: Readonly<Record<string, readonly string[]>> = {
  ed25519: ["ssh-ed25519"],
  ecdsa: ["ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521"],
  rsa: ["rsa-sha2-512", "rsa-sha2-256"],
};

/**
 * Logs in to a server that has the key which the credentials name. Password and key are sent to no
 * other server.
 */
export async function connect(login: Login): Promise<Connection | Failure> {
  const { credentials, keyKind } = login;
  const options = await loginOptions(credentials);
  if ("kind" in options) return options;
  const kinds = Object.keys(KEY_KINDS).toSorted((a, b) => rank(a, keyKind) - rank(b, keyKind));
  const shown: string[] = [];
  let refusal: Failure = { kind: "unknown", code: "closed" };
  for (const kind of kinds) {
    const answer = await connectOnce(login, options, kind);
    if (answer.kind === "open") return answer;
    if (answer.kind === "other_key") shown.push(answer.fingerprint);
    else if (answer.kind === "no_such_key") refusal = answer.failure;
    else return answer;
  }
  return shown.length === 0 ? refusal : keyRefused(credentialOf(credentials, "host_key"), shown);
}

function rank(kind: string, first: string | undefined): number {
  return kind === first ? -1 : Object.keys(KEY_KINDS).indexOf(kind);
}

/** A person compares what the server shows with the bank's letter. */
function keyRefused(pinned: string, shown: readonly string[]): Failure {
  const has = `the server has ${shown.join(", ")}`;
  return pinned === ""
    ? { kind: "refused", code: "host_key_missing", message: `no host_key is set; ${has}` }
    : { kind: "refused", code: "host_key_differs", message: `host_key is ${pinned}; ${has}` };
}

type Options = Pick<
  ConnectOptions,
  "username" | "password" | "privateKey" | "passphrase" | "tryKeyboard"
>;

async function loginOptions(credentials: Credentials): Promise<Options | Failure> {
  const { default: ssh2 } = await import("ssh2");
  const username = credentialOf(credentials, "username");
  const password = credentialOf(credentials, "password");
  const privateKey = keyText(credentialOf(credentials, "private_key"));
  const passphrase = credentialOf(credentials, "passphrase");
  if (privateKey !== "") {
    const parsed = ssh2.utils.parseKey(privateKey, passphrase === "" ? undefined : passphrase);
    if (parsed instanceof Error) {
      const message = mask(parsed.message, credentials);
      return { kind: "refused", code: "private_key_unreadable", message };
    }
  }
  return {
    username,
    ...(password === "" ? {} : { password, tryKeyboard: true }),
    ...(privateKey === "" ? {} : { privateKey }),
    ...(passphrase === "" ? {} : { passphrase }),
  };
}

const KEY = /^-----BEGIN ([A-Z ]+)-----([A-Za-z0-9+/=\s]+)-----END/;

/** A field of a form has one line, in which a key loses the ends of its own. */
function keyText(text: string): string {
  const [, name = "", content] = KEY.exec(text.trim()) ?? [];
  if (content === undefined) return text;
  const lines = content.replace(/\s+/g, "").match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${name}-----`, ...lines, `-----END ${name}-----`, ""].join("\n");
}

type Attempt =
  | Connection
  | Failure
  | { readonly kind: "other_key"; readonly fingerprint: string }
  | { readonly kind: "no_such_key"; readonly failure: Failure };

async function connectOnce(
  { guard, credentials, timeoutMs }: Login,
  options: Options,
  keyKind: string,
): Promise<Attempt> {
  const { default: ssh2 } = await import("ssh2");
  const client = new ssh2.Client();
  const pinned = credentialOf(credentials, "host_key");
  let fingerprint: string | undefined;
  const port = Number(credentials["port"]?.reveal() ?? DEFAULT_PORT);
  const sock = guardedSocket(guard, { host: credentialOf(credentials, "host"), port });
  return new Promise((done) => {
    const fail = (error: Error): void => {
      client.destroy();
      const failure = failureOf(error, credentials);
      if (fingerprint !== undefined && fingerprint !== pinned) {
        done({ kind: "other_key", fingerprint });
      } else if (/no matching host key format/i.test(error.message)) {
        done({ kind: "no_such_key", failure });
      } else done(failure);
    };
    client
      .on("error", fail)
      .on("close", () => fail(new Error("the server has closed the connection")))
      .on("keyboard-interactive", (...asked) => {
        const [, , , prompts, answer] = asked;
        answer(prompts.map(() => options.password ?? ""));
      })
      .on("ready", () =>
        client.sftp((error, sftp) => {
          if (error) return fail(error);
          // The calls under way fail of themselves.
          sftp.on("error", () => undefined);
          done({ kind: "open", client, sftp, keyKind });
          return undefined;
        }),
      );
    client.connect({
      ...options,
      sock,
      readyTimeout: timeoutMs,
      hostVerifier: (key) => {
        fingerprint = fingerprintOf(key);
        return fingerprint === pinned;
      },
      // Packed data may be many times as large as what is sent.
      algorithms: { serverHostKey: KEY_KINDS[keyKind] ?? [], compress: ["none"] },
    });
  });
}

/** The form in which OpenSSH shows a key. */
function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash("sha256").update(key).digest("base64").replace("=", "")}`;
}

/** The meaning of an error of a connection; the log-in is the only one that a person must mend. */
export function failureOf(error: Error, credentials: Credentials): Failure {
  const level = "level" in error ? String(error.level) : "";
  const message = mask(error.message, credentials);
  if (level === "client-authentication") return { kind: "refused", code: "login_refused", message };
  if (level === "client-timeout") return { kind: "unknown", code: "timeout" };
  const code = "code" in error && typeof error.code === "string" ? error.code.toLowerCase() : "";
  if (code === "address_not_allowed") return { kind: "refused", code, message };
  if (code !== "") return { kind: "unknown", code };
  return { kind: "unknown", code: "closed", message };
}

export function credentialOf(credentials: Credentials, name: string): string {
  return credentials[name]?.reveal() ?? "";
}
