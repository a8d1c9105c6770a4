import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

import { timeOf } from "../../bank-deps.ts";
import type { Challenge } from "../../challenge.ts";
import type { Entry } from "../../entry.ts";
import { newCavv } from "../../numbers.ts";
import { formPage, keptFields, pageOf, type PostedForm } from "../kit/door-challenge.ts";
import { send } from "../kit/door-answer.ts";
import { chargeChallenged, type Door } from "../kit/door.ts";
import { hostCode } from "./answer.ts";
import { RETURN_PARAMS, returnHash } from "./signature.ts";
import { STORE_KEY } from "./terminal.ts";

export type EngineRequest = FastifyRequest<{ Params: { id: string } }>;

type Fields = Readonly<Record<string, string>>;

/** The level at which the bank charges before the customer is back. */
export const CHARGING = "3D_PAY";

/** The customer comes from the bank's page; the signed fields go to the merchant. */
export async function goBack(
  door: Door,
  request: EngineRequest,
  reply: FastifyReply,
): Promise<FastifyReply | string | Buffer> {
  const challenge = await door.deps.book.findChallenge(request.params.id);
  if (challenge === undefined) return reply.code(404).send("");
  if (challenge.decision === undefined) return reply.redirect(pageOf(door, challenge), 303);
  const fault = door.deps.faults?.take("return", challenge.requestId);
  const form = passed(door, challenge, await chargeBefore(door, challenge));
  const isChanged = fault?.behaviour === "changedAmount";
  const fields = isChanged ? { ...form.fields, txnamount: "1" } : form.fields;
  const isDouble = fault?.behaviour === "doubleReturn";
  return send({ request, reply }, formPage(door, { ...form, fields, isDouble }));
}

/** The proof that the charge after this challenge must repeat. */
export function secure3dOf({ id, decision }: Challenge): {
  readonly cavv: string;
  readonly eci: string;
  readonly xid: string;
  readonly md: string;
} {
  return {
    cavv: decision?.cavv ?? "",
    eci: decision?.eci ?? "",
    xid: createHash("sha1").update(id).digest("base64"),
    md: Buffer.from(`index:${id}`).toString("base64"),
  };
}

async function chargeBefore(door: Door, challenge: Challenge): Promise<Entry | undefined> {
  if (keptFields(challenge)["secure3dsecuritylevel"] !== CHARGING) return undefined;
  const { terminal, type, amount, installments, aheadMs, requestId } = challenge;
  const caller = { terminal, aheadMs, now: timeOf(door.deps, challenge) };
  const order = { reference: requestId, type, amount, installments };
  const charged = await chargeChallenged(door, caller, { order, challenge, accepted: ["1"] });
  return charged.kind === "no_challenge" ? undefined : charged.entry;
}

function passed(door: Door, challenge: Challenge, entry: Entry | undefined): PostedForm {
  const kept = keptFields(challenge);
  const mdStatus = challenge.decision?.mdStatus ?? "0";
  const proof = mdStatus === "0" ? {} : secure3dOf(challenge);
  const isPassed = mdStatus !== "0";
  const isGood = isPassed && (kept["secure3dsecuritylevel"] !== CHARGING || entry?.code === "00");
  const fields = signed(door, kept, {
    ...proof,
    mdstatus: mdStatus,
    mderrormessage: isPassed ? "Authenticated" : "Not authenticated",
    txnstatus: isPassed ? "Y" : "N",
    paressyntaxok: String(isPassed),
    paresverified: String(isPassed),
    ...(entry === undefined ? {} : chargeResult(entry)),
    MaskedPan: `${challenge.card.bin}**${"*".repeat(4)}${challenge.card.lastFour}`,
  });
  return { url: kept[isGood ? "successurl" : "errorurl"] ?? "", fields };
}

/** The provision's result in the names of the return; a refusal has a blank for its number. */
function chargeResult(entry: Entry): Fields {
  const isApproved = entry.code === "00";
  const [code, detail] = isApproved ? ["00", ""] : hostCode(entry.code);
  return {
    response: isApproved ? "Approved" : "Declined",
    procreturncode: code,
    authcode: isApproved ? entry.authCode : " ",
    hostrefnum: entry.reference,
    transid: entry.orderId,
    errmsg: detail,
    garanticardind: "Y",
  };
}

export function failed(door: Door, kept: Fields, mdStatus: string): PostedForm {
  const message = "Not authenticated";
  const fields = signed(door, kept, { mdstatus: mdStatus, mderrormessage: message });
  return { url: kept["errorurl"] ?? "", fields };
}

/** The posted fields without the card, the result, and the signature over its ten values. */
function signed(door: Door, kept: Fields, result: Fields): Fields {
  const fields = {
    ...kept,
    xid: "",
    mdstatus: "",
    eci: "",
    cavv: "",
    md: "",
    authcode: "",
    response: "",
    procreturncode: "",
    errmsg: "",
    hostmsg: "",
    hostrefnum: "",
    transid: "",
    paressyntaxok: "",
    paresverified: "",
    cavvalgorithm: "",
    ireqcode: "",
    ireqdetail: "",
    vendorcode: "",
    version: "2.0",
    oid: kept["orderid"] ?? "",
    clientid: kept["terminalid"] ?? "",
    rnd: newCavv(door.deps.random).slice(0, 20),
    ...result,
  };
  const hashparamsval = RETURN_PARAMS.split(":")
    .map((name) => new Map(Object.entries<string>(fields)).get(name) ?? "")
    .join("");
  const hash = returnHash(fields, STORE_KEY);
  return { ...fields, hashparams: RETURN_PARAMS, hashparamsval, hash };
}
