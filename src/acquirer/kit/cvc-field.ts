import type { CardDetails } from "../../domain/card/card-details.ts";

/** The field of a card's CVC; none if the card came without it, as a stored card may. */
export function cvcField(
  { cvc }: Pick<CardDetails, "cvc">,
  name: string,
): readonly (readonly [name: string, cvc: string])[] {
  return cvc === undefined ? [] : [[name, cvc.reveal()]];
}
