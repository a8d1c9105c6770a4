import { acquirerState } from "../../domain/payment/acquirer-state.ts";
import type { AcquirerState } from "../../domain/payment/acquirer-outcomes.ts";

const VERSION = 1;

/** The values of a state by name; adapters keep numbers and times as text, as banks wrote them. */
export type StateFields = Readonly<Record<string, string>>;

/** Packs the values that a later call needs; a value that is undefined is left out. */
export function packState(fields: Readonly<Record<string, string | undefined>>): AcquirerState {
  return acquirerState(JSON.stringify({ v: VERSION, ...fields }));
}

/**
 * Returns the values of a state; none for an absent state. Returns undefined for a state of another
 * version, or one that no adapter made.
 */
export function unpackState(state: AcquirerState | undefined): StateFields | undefined {
  if (state === undefined) return {};
  try {
    const read: unknown = JSON.parse(state);
    if (typeof read !== "object" || read === null || !("v" in read)) return undefined;
    const { v, ...fields } = read;
    return v === VERSION && isTexts(fields) ? fields : undefined;
  } catch {
    return undefined;
  }
}

function isTexts(fields: object): fields is StateFields {
  return Object.values(fields).every((one) => typeof one === "string");
}
