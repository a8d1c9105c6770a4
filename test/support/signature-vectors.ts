import { readFileSync } from "node:fs";
import { join } from "node:path";

export type WebhookVector = {
  readonly name: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string;
  readonly secrets: readonly string[];
  /** Seconds since 1970. */
  readonly now: number;
  readonly tolerance: number;
  /** `verified`, or the code of the error. */
  readonly expected: string;
};

export type RedirectVector = {
  readonly name: string;
  readonly address: string;
  readonly secret: string;
  readonly expected: string;
  /** The parameters of a verified address. */
  readonly result?: object;
};

type Vectors = {
  readonly webhooks: readonly WebhookVector[];
  readonly redirects: readonly RedirectVector[];
};

const FILE = join(import.meta.dirname, "../../clients/signature-vectors.json");

/** Signed webhooks and return URLs, which the clients of all languages are tested with. */
export function signatureVectors(): Vectors {
  return JSON.parse(readFileSync(FILE, "utf8")) as Vectors;
}
