import type { Challenge } from "../../challenge.ts";
import { type DoorXml, field } from "../kit/door-xml.ts";

/** PayFlex's letter for the result of 3-D Secure: full, attempted, refused. */
export function statusOf({ decision }: Challenge): "Y" | "A" | "N" {
  if (decision?.result !== "approve") return "N";
  if (decision.mdStatus === "1") return "Y";
  return decision.mdStatus === "4" ? "A" : "N";
}

export type AskedCharge = {
  readonly message: DoorXml;
  readonly installments: number;
  /** True for an older set-up, whose messages may repeat the card and the amount. */
  readonly takesCard: boolean;
};

/** Returns the code with which the bank refuses a charge after 3-D Secure, by its own record. */
export function judgeEnrolment(
  challenge: Challenge | undefined,
  { message, installments, takesCard }: AskedCharge,
): string | undefined {
  const { decision } = challenge ?? {};
  if (challenge === undefined || decision === undefined) return "1115";
  const own = ["Pan", "Cvv", "Expiry", "CurrencyAmount", "CurrencyCode"];
  if (!takesCard && own.some((name) => message[name] !== undefined)) return "1127";
  if (statusOf(challenge) === "N") return "1115";
  if (field(message, "ECI") !== decision.eci) return "1116";
  if (field(message, "CAVV") !== decision.cavv) return "1117";
  return challenge.installments === installments ? undefined : "1126";
}
