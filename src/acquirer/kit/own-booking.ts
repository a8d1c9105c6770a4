import type { Inquiry, Unknown } from "../../domain/payment/acquirer.ts";
import { unknown } from "./ask-bank.ts";

/**
 * Returns the booking that was found for an attempt that an order takes once: a capture, a void, or
 * the void of a whole sale. The bank shows it without a reference of ours, so it belongs to another
 * attempt of this kind that was approved, and may belong to one without an outcome.
 */
export function ownBooking<Found>(
  { alike = [] }: Inquiry,
  found: Found,
): Found | { readonly kind: "not_found" } | Unknown {
  if (alike.some(({ outcome }) => outcome === "approved")) return { kind: "not_found" };
  return alike.length === 0 ? found : unknown("another_undecided");
}
