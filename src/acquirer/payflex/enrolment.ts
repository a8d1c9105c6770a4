import type { Secret } from "../../kernel/secret.ts";
import type {
  AuthorizeRequest,
  ChallengeDisplay,
  Challenge,
  Declined,
  Unknown,
} from "../../domain/payment/acquirer.ts";
import { unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";
import { readForm } from "../kit/html-form.ts";
import { packState } from "../kit/state.ts";
import { elementOf, readXml, textOf, type XmlElement } from "../kit/xml.ts";
import { refusalOf } from "./codes.ts";

/** Reads the answer of the 3-D Secure server: a page to show, or the reason why there is none. */
export function readEnrolment(
  text: string,
  request: AuthorizeRequest,
): Challenge | Declined | Unknown {
  const answer = readXml(text, "IPaySecure");
  const result = elementOf(answer, "Message", "VERes");
  const status = textOf(result, "Status");
  if (answer === undefined || status === undefined) return unknown("unreadable_answer");
  const reference = textOf(answer, "VerifyEnrollmentRequestId") ?? "";
  if (reference !== "" && reference !== request.reference) return unknown("foreign_answer");
  if (status === "Y" && reference !== "") return readChallenge(result, request);
  const code = textOf(answer, "MessageErrorCode") ?? "";
  const message = bankText(textOf(answer, "ErrorMessage"));
  if (status === "E")
    return refusalOf({ code: code.padStart(4, "0"), message, about: "authorization" });
  if (status !== "N" && status !== "U") return unknown(`enrolment_status_${status.slice(0, 8)}`);
  return {
    kind: "declined",
    reason: "three_d_secure_unavailable",
    bankCode: status,
    bankMessage: message,
    retry: status === "U" ? "later" : "no",
  };
}

function readChallenge(
  result: XmlElement | undefined,
  { card, reference }: AuthorizeRequest,
): Challenge | Unknown {
  const [action, request, termUrl, md] = ["ACSUrl", "PaReq", "TermUrl", "MD"].map((name) =>
    textOf(result, name),
  );
  if (action === undefined || request === undefined) return unknown("challenge_without_address");
  const fields = { PaReq: request, TermUrl: termUrl ?? "", MD: md ?? "" };
  const show = ownFormOf(request) ?? { kind: "form" as const, action, fields };
  if (!isWebAddress(show.action)) return unknown("challenge_without_address");
  if (holdsCard(show, card.number)) return unknown("card_in_page");
  return { kind: "challenge", show, state: packState({ enrolment: reference }) };
}

/**
 * With one set-up of VakıfBank, `PaReq` is no message for the issuer but a page in base64 that
 * posts itself; its own form replaces the usual one, which the issuer would refuse.
 */
function ownFormOf(request: string): (ChallengeDisplay & { kind: "form" }) | undefined {
  const page = Buffer.from(request, "base64").toString();
  if (!page.includes("<form")) return undefined;
  const form = readForm(page);
  return form === undefined
    ? { kind: "form", action: "", fields: {} }
    : { kind: "form", action: form.action, fields: form.fields };
}

function isWebAddress(action: string): boolean {
  return URL.canParse(action) && /^https?:$/.test(new URL(action).protocol);
}

function holdsCard(
  { action, fields }: ChallengeDisplay & { kind: "form" },
  number: Secret,
): boolean {
  const text = [action, ...Object.values(fields)].join(" ").replace(/[\s.-]/g, "");
  return text.includes(number.reveal());
}
