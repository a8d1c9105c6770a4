import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

import type { Challenge } from "../../challenge.ts";
import { newCavv } from "../../numbers.ts";
import {
  formPage,
  keptFields,
  openChallenge,
  pageOf,
  type PostedForm,
} from "../kit/door-challenge.ts";
import { readDoorForm } from "../kit/door-form.ts";
import { timeOfRequest } from "../kit/door-time.ts";
import { answerDoor, type DoorAnswer, send } from "../kit/door-answer.ts";
import { type Door, type DoorCaller, terminalName } from "../kit/door.ts";
import { moneyOf } from "./request.ts";
import { formHash, passwordDigest, RETURN_PARAMS, returnHash } from "./signature.ts";
import { isTerminal, passwordOf, STORE_KEY } from "./terminal.ts";

type Fields = Readonly<Record<string, string>>;
export type EngineRequest = FastifyRequest<{ Params: { id: string } }>;

const CARD_FIELDS = ["cardnumber", "cardexpiredatemonth", "cardexpiredateyear", "cardcvv2"];
const MANDATORY = [
  "secure3dsecuritylevel",
  "mode",
  "terminalprovuserid",
  "terminaluserid",
  "terminalmerchantid",
  "terminalid",
  "txntype",
  "txnamount",
  "txncurrencycode",
  "orderid",
  "successurl",
  "errorurl",
  "customeripaddress",
  "secure3dhash",
  ...CARD_FIELDS,
];

/** The mdStatus of a card for which no page can be opened. */
const MD_STATUS: Readonly<Record<string, string>> = { "14": "8", Q2: "5" };

/** The gate of 3-D Secure: its answer is a page that sends the browser on. */
export function startEngine(
  door: Door,
  request: EngineRequest,
  reply: FastifyReply,
): Promise<string | Buffer | undefined> {
  const fields = readDoorForm(request.body) ?? {};
  const refused = (): DoorAnswer => formPage(door, refusal(fields, "Sistem Hatasi"));
  return answerDoor(
    door.deps,
    { request, reply },
    {
      operation: "enroll",
      reference: fields["orderid"] ?? "",
      work: async () => {
        const fault = refuseForm(fields);
        if (fault !== undefined) return formPage(door, refusal(fields, fault));
        const time = timeOfRequest(door.deps, request.headers);
        const caller = { terminal: terminalName(door, fields["terminalid"] ?? ""), ...time };
        return formPage(door, await enrol(door, caller, fields));
      },
      instead: { ipRefused: refused },
    },
  );
}

async function enrol(door: Door, caller: DoorCaller, fields: Fields): Promise<PostedForm> {
  const amount = moneyOf(fields["txnamount"] ?? "", fields["txncurrencycode"] ?? "");
  if (amount === undefined) return refusal(fields, "Sistem Hatasi");
  const installments = fields["txninstallmentcount"] ?? "";
  const kept = Object.fromEntries(
    Object.entries(fields).filter(([name]) => !CARD_FIELDS.includes(name)),
  );
  const opened = await openChallenge(door, caller, {
    order: {
      reference: fields["orderid"] ?? "",
      type: fields["txntype"] === "preauth" ? "preauth" : "sale",
      amount,
      installments: installments === "" ? 1 : Number(installments),
    },
    card: {
      number: fields["cardnumber"] ?? "",
      expiry_month: Number(fields["cardexpiredatemonth"]),
      expiry_year: 2_000 + Number(fields["cardexpiredateyear"]),
      cvc: fields["cardcvv2"],
      holder: "",
    },
    merchantName: fields["companyname"] ?? "Garanti",
    language: fields["lang"] === "en" ? "en" : "tr",
    kept,
  });
  switch (opened.kind) {
    case "opened":
      return { url: opened.pageUrl, fields: {} };
    case "refused":
      return failed(door, kept, MD_STATUS[opened.code] ?? "0");
    default:
      return refusal(fields, "Sistem Hatasi");
  }
}

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
  const form = passed(door, challenge);
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

function passed(door: Door, challenge: Challenge): PostedForm {
  const kept = keptFields(challenge);
  const mdStatus = challenge.decision?.mdStatus ?? "0";
  const proof = mdStatus === "0" ? {} : secure3dOf(challenge);
  const isPassed = mdStatus !== "0";
  const fields = signed(door, kept, {
    ...proof,
    mdstatus: mdStatus,
    mderrormessage: isPassed ? "Authenticated" : "Not authenticated",
    txnstatus: isPassed ? "Y" : "N",
    MaskedPan: `${challenge.card.bin}**${"*".repeat(4)}${challenge.card.lastFour}`,
  });
  return { url: kept[isPassed ? "successurl" : "errorurl"] ?? "", fields };
}

function failed(door: Door, kept: Fields, mdStatus: string): PostedForm {
  const message = "Not authenticated";
  const fields = signed(door, kept, { mdstatus: mdStatus, mderrormessage: message });
  return { url: kept["errorurl"] ?? "", fields };
}

/** The posted fields without the card, the result, and the signature over its ten values. */
function signed(door: Door, kept: Fields, result: Fields): Fields {
  const { secure3dhash: _, ...posted } = kept;
  const fields = {
    ...posted,
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
    version: "2.0",
    oid: posted["orderid"] ?? "",
    clientid: posted["terminalid"] ?? "",
    rnd: newCavv(door.deps.random).slice(0, 20),
    ...result,
  };
  const hashparamsval = RETURN_PARAMS.split(":")
    .map((name) => new Map(Object.entries<string>(fields)).get(name) ?? "")
    .join("");
  const hash = returnHash(fields, STORE_KEY);
  return { ...fields, hashparams: RETURN_PARAMS, hashparamsval, hash };
}

/** The bank does not sign the refusal of a form. */
function refusal(fields: Fields, message: string): PostedForm {
  const posted = Object.entries(fields).filter(([name]) => !CARD_FIELDS.includes(name));
  return {
    url: fields["errorurl"] ?? "",
    fields: {
      ...Object.fromEntries(posted),
      mdstatus: "7",
      response: "Error",
      procreturncode: "99",
      mderrormessage: message,
      errmsg: message,
    },
  };
}

/** Returns the bank's message about the first fault of a form. */
function refuseForm(fields: Fields): string | undefined {
  const terminalId = fields["terminalid"] ?? "";
  if (MANDATORY.some((name) => (fields[name] ?? "") === "")) return "Sistem Hatasi";
  if (fields["apiversion"] !== "512" || fields["mode"] !== "TEST") return "Sistem Hatasi";
  if (!isTerminal(fields["terminalmerchantid"] ?? "", terminalId)) return "Sistem Hatasi";
  if (fields["secure3dsecuritylevel"] !== "3D") return "Isyeri Kullanim Tipi Desteklenmiyor";
  if (fields["txntype"] !== "sales" && fields["txntype"] !== "preauth") return "Sistem Hatasi";
  const areUrls = [fields["successurl"], fields["errorurl"]].every((url) =>
    URL.canParse(url ?? ""),
  );
  if (!areUrls || !/^[A-Za-z0-9_-]{1,36}$/.test(fields["orderid"] ?? "")) return "Sistem Hatasi";
  const values = [
    terminalId,
    fields["orderid"] ?? "",
    fields["txnamount"] ?? "",
    fields["txncurrencycode"] ?? "",
    fields["successurl"] ?? "",
    fields["errorurl"] ?? "",
    fields["txntype"],
    fields["txninstallmentcount"] ?? "",
  ];
  const password = passwordOf(fields["terminalprovuserid"] ?? "") ?? "";
  const hash = formHash(values, STORE_KEY, passwordDigest(password, terminalId));
  return fields["secure3dhash"] === hash ? undefined : "Guvenlik Kodu hatali";
}
