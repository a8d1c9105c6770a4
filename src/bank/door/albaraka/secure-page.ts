import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

import type { Challenge } from "../../challenge.ts";
import type { Wire } from "../../delivery.ts";
import { type CardFields, cardPage } from "../kit/door-card-page.ts";
import { send } from "../kit/door-answer.ts";
import { keptFields, openChallenge, type PostedForm } from "../kit/door-challenge.ts";
import { readDoorForm } from "../kit/door-form.ts";
import { answerPage, sendReturn } from "../kit/door-page.ts";
import { timeOfRequest } from "../kit/door-time.ts";
import { type Door, type DoorCaller, terminalName } from "../kit/door.ts";
import { CURRENCIES } from "../../../kernel/currency.ts";
import { chargeOf, isTerminal, KEY, readPageForm } from "./request.ts";
import { macOf } from "./signature.ts";

type Fields = Readonly<Record<string, string>>;
type Sent = string | Buffer | FastifyReply | undefined;
export type BackRequest = FastifyRequest<{ Params: { id: string } }>;

export const PAGE_PATH = "/SecureProcess/SecureVerification.aspx";

const CARD: CardFields = ["CardNo", "Cvv", "ExpiredDate"];
const PAGE_PARAMS = "MerchantNo:TerminalNo:CardNo:Cvc2:ExpireDate:Amount";
const HOSTED_PARAMS = "MerchantNo:TerminalNo:Amount";
const RETURN_PARAMS = "ECI:CAVV:MdStatus:MdErrorMessage:MD:SecureTransactionId";

/** The mdStatus values after which the bank charges; the risk of 2 to 4 is the merchant's. */
export const CHARGED_MD_STATUS = ["1", "2", "3", "4"];

/** The page of 3-D Secure, which with `UseOOS` 1 asks the customer for the card. */
export function startPage(door: Door, wire: Wire): Promise<Sent> {
  const fields = readDoorForm(wire.request.body) ?? {};
  const { MerchantNo = "", TerminalNo = "", MerchantReturnURL = "", OrderId = "" } = fields;
  if (!isTerminal(MerchantNo, TerminalNo) || !URL.canParse(MerchantReturnURL)) {
    return Promise.resolve(send(wire, { contentType: "text/html", body: "<p>E101</p>" }));
  }
  if (fields["UseOOS"] === "1" && fields["CardNo"] === undefined && isSigned(fields)) {
    const action = `${door.deps.publicBaseUrl}/doors/albaraka${PAGE_PATH}`;
    const page = { action, merchantFields: fields, names: CARD, expiry: ["3012"] };
    return Promise.resolve(send(wire, cardPage(page)));
  }
  const terminal = terminalName(door, TerminalNo);
  const caller = { terminal, ...timeOfRequest(door.deps, wire.request.headers) };
  const refused = { url: MerchantReturnURL, fields: returnFields(fields, { mdStatus: "0" }) };
  return answerPage(door, wire, {
    operation: "enroll",
    reference: OrderId,
    work: () => enrol(door, caller, fields),
    refused,
  });
}

function isSigned(fields: Fields): boolean {
  const isHosted = fields["UseOOS"] === "1";
  const params = isHosted ? HOSTED_PARAMS : PAGE_PARAMS;
  const names: Fields = { Cvc2: "Cvv", ExpireDate: "ExpiredDate" };
  const values = params.split(":").map((name) => fields[names[name] ?? name] ?? "");
  return fields["MacParams"] === params && fields["Mac"] === macOf(values, KEY);
}

async function enrol(door: Door, caller: DoorCaller, fields: Fields): Promise<PostedForm> {
  const { MerchantReturnURL: url = "" } = fields;
  const back = (mdStatus: string) => ({ url, fields: returnFields(fields, { mdStatus }) });
  if (!isSigned(fields)) return back("7");
  const message = readPageForm(fields);
  const read = chargeOf(message, fields["TransactionType"] === "Auth" ? "preauth" : "sale");
  if ("fields" in read) return back("7");
  const { CardNo: _card, Cvv: _cvc, ExpiredDate: _expiry, Mac: _mac, ...kept } = fields;
  const opened = await openChallenge(door, caller, {
    ...read,
    merchantName: "Albaraka Test",
    language: fields["Language"] === "en" ? "en" : "tr",
    kept,
  });
  if (opened.kind === "opened") return { url: opened.pageUrl, fields: {} };
  return back(opened.kind === "refused" && opened.code === "Q2" ? "5" : "8");
}

/** The customer comes from the bank's page; the signed fields go to the merchant. */
export async function goBack(
  door: Door,
  { request, reply }: { readonly request: BackRequest; readonly reply: FastifyReply },
): Promise<Sent> {
  const challenge = await door.deps.book.findChallenge(request.params.id);
  if (challenge?.decision === undefined) return reply.code(404).send("Not Found");
  const kept = keptFields(challenge);
  const { mdStatus } = challenge.decision;
  const form = {
    url: kept["MerchantReturnURL"] ?? "",
    fields: returnFields(kept, { mdStatus, challenge }),
  };
  const reference = challenge.requestId;
  return sendReturn(door, { request, reply }, { reference, form, changed: { Amount: "1" } });
}

type Result = { readonly mdStatus: string; readonly challenge?: Challenge };

/** The bank signs the result of authentication, neither the order nor the amount. */
function returnFields(form: Fields, { mdStatus, challenge }: Result): Fields {
  const { decision, amount, card } = challenge ?? {};
  const isProven = decision !== undefined && mdStatus !== "0";
  const transactionId = challenge === undefined ? "" : secureTransactionId(challenge);
  const signed: Fields = {
    ECI: isProven ? decision.eci : "",
    CAVV: isProven ? decision.cavv : "",
    MdStatus: mdStatus,
    MdErrorMessage: mdStatus === "1" ? "Authenticated" : "Not authenticated",
    MD: transactionId,
    SecureTransactionId: transactionId,
  };
  const values = RETURN_PARAMS.split(":").map((name) => signed[name] ?? "");
  return {
    CCPrefix: card?.bin.slice(0, 6) ?? "",
    TranType: form["TransactionType"] ?? "",
    Amount: form["Amount"] ?? "",
    OrderId: form["OrderId"] ?? "",
    MerchantId: form["MerchantNo"] ?? "",
    CAVVAlgorithm: "",
    ...signed,
    Mac: macOf(values, KEY),
    MacParams: RETURN_PARAMS,
    CurrencyCode: CURRENCIES[amount?.currency ?? "TRY"].numeric,
    InstalmentCode: form["InstallmentCount"] ?? "",
  };
}

/** Sixteen digits by which a charge names its authentication. */
export function secureTransactionId({ id }: Challenge): string {
  const hex = createHash("sha1").update(id).digest("hex").slice(0, 15);
  return (BigInt(`0x${hex}`) % 10n ** 16n).toString().padStart(16, "0");
}
