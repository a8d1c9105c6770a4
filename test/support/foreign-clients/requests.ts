import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A request of a public client of the banks, as it was sent, with the bank's answer in short. */
export type ForeignRequest = {
  /** The public project that sent it. */
  readonly client: string;
  readonly protocol: string;
  readonly step: string;
  /** Below `/doors`. */
  readonly path: string;
  /** The order that the request is about, as the client numbers it. */
  readonly order: string;
  /** Kuruş that the bank must have booked on that order before. */
  readonly given?: Partial<Readonly<Record<"sale" | "hold" | "challenge", number>>>;
  /** True if the customer passes 3-D Secure with what the answer holds. */
  readonly passes?: true;
  /** Another key than the terminal's published one. */
  readonly secret?: string;
  /** `{Name}` stands for a value of an earlier answer about the same order. */
  readonly body: string;
  /** `approved`, `page` for the way to 3-D Secure, or the code with which the bank refuses. */
  readonly outcome: string;
};

/** Reads a list of requests in this folder: `[ForeignRequest, …]`, in the order of sending. */
export function readForeignRequests(name: string): readonly ForeignRequest[] {
  const text = readFileSync(join(import.meta.dirname, `${name}.json`), "utf8");
  const read: ForeignRequest[] = JSON.parse(text);
  return read;
}
