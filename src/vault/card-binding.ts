import type { Binding } from "./envelope.ts";

/** The binding of a stored card's record: its token and its owner. */
export function cardBinding(place: {
  readonly merchantId: string;
  readonly mode: string;
  readonly customerId: string | undefined;
  readonly token: string;
}): Binding {
  return ["stored card", place.merchantId, place.mode, place.customerId, place.token];
}
