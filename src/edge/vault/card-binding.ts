import type { Binding } from "./envelope.ts";

/** What a stored card's record is bound to: its token and its owner. */
export function cardBinding(place: {
  readonly merchantId: string;
  readonly mode: string;
  readonly customerId: string | undefined;
  readonly token: string;
}): Binding {
  return ["stored card", place.merchantId, place.mode, place.customerId, place.token];
}
