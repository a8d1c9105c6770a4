import type { FastifyReply, FastifyRequest } from "fastify";

import { timeOf } from "../../bank-deps.ts";
import type { Challenge } from "../../challenge.ts";
import { ANSWER_CODES } from "../../answer-codes.ts";
import { type CardFields, cardPage } from "../kit/door-card-page.ts";
import { type DoorAnswer, send } from "../kit/door-answer.ts";
import { formPage, keptFields, openChallenge, pageOf } from "../kit/door-challenge.ts";
import { chargeChallenged, type Door, type DoorCaller, type DoorOrder } from "../kit/door.ts";
import { readAmount } from "./amount.ts";
import { hashVer3, isHashed } from "./hash.ts";
import { authenticationFields, chargeFields } from "./return.ts";
import { findStore, type Store } from "./store.ts";

type Fields = Readonly<Record<string, string>>;

const MODELS = new Set(["3d", "3d_pay", "3d_host", "3d_pay_hosting"]);
/** The models in which the customer types the card at the bank's page. */
const HOSTING = new Set(["3d_host", "3d_pay_hosting"]);
/** The models in which the bank charges before the customer is back. */
const CHARGING = new Set(["3d_pay", "3d_pay_hosting"]);
const CARD_FIELDS = [
  "pan",
  "cv2",
  "Ecom_Payment_Card_ExpDate_Month",
  "Ecom_Payment_Card_ExpDate_Year",
] as const satisfies CardFields;

export type GateCall = {
  readonly door: Door;
  readonly caller: DoorCaller;
  readonly fields: Fields;
};

/** Answers the form of a 3-D Secure start with the way to the customer's page. */
export async function openGate({ door, caller, fields }: GateCall): Promise<DoorAnswer> {
  const store = findStore(fields["clientid"] ?? "");
  const { okUrl = "", failUrl = "" } = fields;
  if (store === undefined || !isAddress(okUrl) || !isAddress(failUrl)) return errorPage();
  const model = (fields["storetype"] ?? "").toLowerCase();
  const leave = (added: Fields) =>
    leaveFor(door, store, { url: failUrl, fields: { ...kept(fields), ...added } });
  const signed = HOSTING.has(model) ? without(fields, CARD_FIELDS) : fields;
  if (fields["hashAlgorithm"] !== "ver3" || !isHashed(signed, store.storeKey)) {
    return leave({ mdStatus: "7", mdErrorMsg: "Guvenlik Kodu hatali", ErrorCode: "3D-1004" });
  }
  if (!MODELS.has(model)) {
    return leave({ mdStatus: "7", mdErrorMsg: "Store type", ErrorCode: "3D-1007" });
  }
  const order = orderOf(fields);
  if (typeof order === "string") return leave({ mdStatus: "7", ErrorCode: order });
  if (HOSTING.has(model) && fields["pan"] === undefined) {
    const action = `${door.deps.publicBaseUrl}/doors/nestpay/fim/est3Dgate`;
    return cardPage({ action, merchantFields: fields, names: CARD_FIELDS, expiry: ["12", "30"] });
  }
  const pan = fields["pan"] ?? "";
  if (!/^\d{12,19}$/.test(pan)) {
    // A refused format hides the store and the currency, and has no `mdStatus`.
    const hidden = { clientid: "*", currency: "*" };
    return leave({ ...hidden, Response: "Error", ErrorCode: "HPP-1001", ErrMsg: "pan" });
  }
  const opened = await openChallenge(door, caller, {
    order,
    card: cardOf(fields),
    merchantName: "Test Mağazası",
    language: fields["lang"] === "en" ? "en" : "tr",
    kept: kept(fields),
  });
  if (opened.kind === "opened") return formPage(door, { url: opened.pageUrl, fields: {} });
  const mdStatus = opened.kind === "refused" && opened.code === "Q2" ? "6" : "8";
  const text = opened.kind === "refused" ? ANSWER_CODES[opened.code] : "Order id is in use";
  return leave({ mdStatus, mdErrorMsg: text });
}

function orderOf(fields: Fields): DoorOrder | string {
  const amount = readAmount(fields["amount"] ?? "", fields["currency"] ?? "");
  if (typeof amount === "string") return amount;
  const { oid = "", taksit = "" } = fields;
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(oid)) return "CORE-2301";
  if (taksit !== "" && !/^[1-9]\d?$/.test(taksit)) return "CORE-1023";
  const type = (fields["TranType"] ?? fields["islemtipi"]) === "PreAuth" ? "preauth" : "sale";
  return { reference: oid, type, amount, installments: taksit === "" ? 1 : Number(taksit) };
}

function cardOf(fields: Fields) {
  const year = Number(fields["Ecom_Payment_Card_ExpDate_Year"] ?? "");
  return {
    number: fields["pan"] ?? "",
    expiry_month: Number(fields["Ecom_Payment_Card_ExpDate_Month"] ?? ""),
    expiry_year: year < 100 ? 2_000 + year : year,
    cvc: fields["cv2"],
    holder: "",
  };
}

type BackRequest = FastifyRequest<{ Params: { id: string } }>;

/** The way back from the customer's page: posts the signed result to the merchant. */
export async function leaveGate(
  door: Door,
  request: BackRequest,
  reply: FastifyReply,
): Promise<string | Buffer | FastifyReply> {
  const challenge = await door.deps.book.findChallenge(request.params.id);
  if (challenge === undefined) return send({ request, reply }, errorPage());
  if (challenge.decision === undefined) return reply.redirect(pageOf(door, challenge), 303);
  const fields = keptFields(challenge);
  const store = findStore(fields["clientid"] ?? "");
  if (store === undefined) return send({ request, reply }, errorPage());
  const { terminal, aheadMs } = challenge;
  const caller = { terminal, aheadMs, now: timeOf(door.deps, challenge) };
  const result = await resultOf(door, { caller, challenge, fields });
  const isPassed = result["mdStatus"] === "1" && (result["Response"] ?? "Approved") === "Approved";
  const url = (isPassed ? fields["okUrl"] : fields["failUrl"]) ?? "";
  const answer = leaveFor(door, store, {
    url,
    fields: { ...fields, ...result },
    oid: challenge.requestId,
  });
  return send({ request, reply }, answer);
}

type Decided = {
  readonly caller: DoorCaller;
  readonly challenge: Challenge;
  readonly fields: Fields;
};

/** The fields that the authentication adds and, in the charging models, those of the charge. */
async function resultOf(door: Door, { caller, challenge, fields }: Decided): Promise<Fields> {
  const clientId = fields["clientid"] ?? "";
  const authentication = authenticationFields(challenge, clientId);
  if (!CHARGING.has((fields["storetype"] ?? "").toLowerCase())) return authentication;
  const order = orderOf(fields);
  if (typeof order === "string") return authentication;
  const charged = await chargeChallenged(door, caller, { order, challenge, accepted: ["1"] });
  if (charged.kind === "no_challenge") {
    return {
      ...authentication,
      Response: "Error",
      ProcReturnCode: "99",
      ErrMsg: "Not authenticated",
    };
  }
  // A reload of this page finds the charge that its first visit booked.
  return { ...authentication, ...chargeFields(charged.entry, clientId) };
}

type Leaving = { readonly url: string; readonly fields: Fields; readonly oid?: string };

/**
 * The page that posts the signed fields to the merchant, with the fault of this return. As at the
 * real gate, `rnd` is a random value of the bank's own.
 */
function leaveFor(
  door: Door,
  { storeKey }: Store,
  { url, fields: own, oid = "" }: Leaving,
): DoorAnswer {
  const fault = door.deps.faults?.take("return", oid);
  const fields: Fields = {
    ...own,
    rnd: Buffer.from(door.deps.random.bytes(15)).toString("base64"),
  };
  const hash = hashVer3(fields, storeKey);
  const amount = fault?.behaviour === "changedAmount" ? "1.00" : (fields["amount"] ?? "");
  const isDouble = fault?.behaviour === "doubleReturn";
  return formPage(door, { url, fields: { ...fields, amount, HASH: hash }, isDouble });
}

/** The echo of the merchant's form: everything but the card's secret parts and the hash. */
function kept(fields: Fields): Fields {
  return without(fields, ["pan", "cv2", "hash"]);
}

function without(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

function errorPage(): DoorAnswer {
  return {
    contentType: "text/html; charset=utf-8",
    body: '<!DOCTYPE html><html lang="tr"><body><h1>3D-1001</h1></body></html>',
  };
}

function isAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}
