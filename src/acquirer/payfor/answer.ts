import type { Approved, FinalOutcome } from "../../domain/payment/acquirer.ts";
import { unknown } from "../kit/ask-bank.ts";
import { packState } from "../kit/state.ts";
import { readXml, textOf, type XmlElement } from "../kit/xml.ts";
import { APPROVED, type Refused, refusalOf } from "./codes.ts";

const ROOT = "PayforResponse";

export type Charge = {
  readonly kind: "sale" | "preauth";
  readonly reference: string;
  readonly installmentCount: number;
  readonly hasChallenge: boolean;
  readonly deviations: Refused["deviations"];
};

export type Answer = XmlElement;

export function readAnswer(text: string): Answer | undefined {
  return readXml(text, ROOT);
}

/** Reads the outcome of a sale or preauthorization. */
export function readCharge(answer: Answer, charge: Charge): FinalOutcome {
  const code = fieldOf(answer, "ProcReturnCode");
  if (code === "") return unknown("unreadable_answer");
  if (code !== APPROVED) {
    const message = fieldOf(answer, "ErrMsg");
    return refusalOf({ code, message, about: "authorization", ...charge });
  }
  if (fieldOf(answer, "TransId") !== charge.reference) return unknown("foreign_order");
  const approval = approvalOf(answer, "HostRefNum");
  if (approval === undefined) return unknown("incomplete_approval");
  return { ...approval, state: stateOf(charge.kind, charge.reference) };
}

/** Reads the outcome of a capture, void or refund. */
export function readModification(
  answer: Answer,
  { order, deviations }: { readonly order: string; readonly deviations: Refused["deviations"] },
): FinalOutcome {
  const code = fieldOf(answer, "ProcReturnCode");
  if (code === "") return unknown("unreadable_answer");
  if (code !== APPROVED) {
    const message = fieldOf(answer, "ErrMsg");
    return refusalOf({ code, message, about: "modification", deviations });
  }
  if (fieldOf(answer, "TransId") !== order) return unknown("foreign_order");
  return approvalOf(answer, "HostRefNum") ?? unknown("incomplete_approval");
}

/** An approval needs an authorization code and a host reference. */
export function approvalOf(
  answer: Answer | undefined,
  referenceName: "HostRefNum" | "F37",
): Approved | undefined {
  const authCode = fieldOf(answer, "AuthCode");
  const bankReference = fieldOf(answer, referenceName);
  if (!isNumber(authCode) || !isNumber(bankReference)) return undefined;
  return { kind: "approved", bankReference, authCode, bankCode: APPROVED };
}

/**
 * The state of an authorization or capture. `order` is the authorization's reference, by which the
 * bank finds the order also for what follows a capture.
 */
export function stateOf(kind: "sale" | "preauth" | "capture", order: string) {
  return packState({ kind, order });
}

/** The text of a field; the bank was seen to write an absent value as `null`. */
export function fieldOf(answer: Answer | undefined, name: string): string {
  const text = textOf(answer, name) ?? "";
  return text === "null" ? "" : text;
}

function isNumber(text: string): boolean {
  return /^(?!0+$)[0-9A-Za-z]{1,36}$/.test(text);
}
