import type { Approved, FinalOutcome } from "../../domain/payment/acquirer.ts";
import { readTurkishAmount } from "../kit/amounts.ts";
import { unknown } from "../kit/ask-bank.ts";
import { readIstanbul } from "../../kernel/istanbul-time.ts";
import { packState } from "../kit/state.ts";
import type { Money } from "../../kernel/money.ts";
import { APPROVED, refusalOf } from "./codes.ts";

export type Answer = ReadonlyMap<string, string>;

/** An answer has some dozens of fields. */
const MOST_FIELDS = 200;

/** Reads `Key=Value;;Key=Value`; undefined if a field has no name or a name is repeated. */
export function readAnswer(text: string): Answer | undefined {
  const parts = text.trim().split(/;;;?/, MOST_FIELDS + 1);
  if (parts.length > MOST_FIELDS) return undefined;
  const fields = new Map<string, string>();
  for (const part of parts) {
    if (part === "") continue;
    const [, name = "", value = ""] = /^([A-Za-z0-9_]+)=([^]*)$/.exec(part) ?? [];
    if (name === "" || fields.has(name)) return undefined;
    fields.set(name, value);
  }
  return fields;
}

export type Charge = {
  readonly kind: "sale" | "preauth";
  readonly reference: string;
  readonly amount: Money;
  readonly installmentCount: number;
  readonly hasChallenge: boolean;
};

/** Reads the outcome of a sale or preauthorization. */
export function readCharge(answer: Answer, charge: Charge): FinalOutcome {
  const code = answer.get("ProcReturnCode") ?? "";
  if (code === "") return unknown("unreadable_answer");
  if (code !== APPROVED) {
    return refusalOf({ code, message: messageOf(answer), about: "authorization", ...charge });
  }
  if (answer.get("OrderId") !== charge.reference) return unknown("foreign_order");
  const approval = approvalOf(answer);
  const amount = readTurkishAmount(answer.get("Amount") ?? "", charge.amount.currency);
  if (approval === undefined || amount === undefined || answer.get("TxnResult") !== "Success") {
    return unknown("incomplete_approval");
  }
  return { ...approval, amount, state: stateOf(charge.kind, charge.reference) };
}

/** Reads the outcome of a capture, void or refund, which has an order id of the bank. */
export function readModification(answer: Answer): FinalOutcome {
  const code = answer.get("ProcReturnCode") ?? "";
  if (code === "") return unknown("unreadable_answer");
  if (code !== APPROVED) {
    return refusalOf({ code, message: messageOf(answer), about: "modification" });
  }
  const approval = approvalOf(answer);
  const isWhole = approval !== undefined && answer.get("TxnResult") === "Success";
  return isWhole ? approval : unknown("incomplete_approval");
}

/** An approval needs an authorization code; its host reference was seen to be empty. */
export function approvalOf(answer: Answer): Approved | undefined {
  const authCode = answer.get("AuthCode") ?? "";
  const hostReference = answer.get("HostRefNum") ?? "";
  const bankReference = hostReference === "" ? (answer.get("TransId") ?? "") : hostReference;
  if (!isNumber(authCode) || !isNumber(bankReference)) return undefined;
  const bookedAt = readIstanbul(answer.get("TRXDATE") ?? "", "dd.MM.yyyy HH:mm:ss");
  return { kind: "approved", bankReference, authCode, bankCode: APPROVED, bookedAt };
}

/** The state of an authorization or capture; `order` is the authorization's reference. */
export function stateOf(kind: "sale" | "preauth" | "capture", order: string) {
  return packState({ kind, order });
}

function messageOf(answer: Answer): string {
  return `${answer.get("ErrorCode") ?? ""} ${answer.get("ErrorMessage") ?? ""}`.trim();
}

function isNumber(text: string): boolean {
  return /^(?!0+$)[0-9A-Za-z-]{1,64}$/.test(text);
}
