import type { FastifyReply } from "fastify";

import { formPage, openChallenge, type PostedForm } from "../kit/door-challenge.ts";
import { readDoorForm } from "../kit/door-form.ts";
import { timeOfRequest } from "../kit/door-time.ts";
import { answerDoor, type DoorAnswer } from "../kit/door-answer.ts";
import { type Door, type DoorCaller, terminalName } from "../kit/door.ts";
import { MODES, moneyOf } from "./request.ts";
import { CHARGING, type EngineRequest, failed } from "./return.ts";
import { formHash, passwordDigest } from "./signature.ts";
import { isTerminal, passwordOf, STORE_KEY } from "./terminal.ts";

type Fields = Readonly<Record<string, string>>;

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

/** The bank does not sign the refusal of a form. */
function refusal(fields: Fields, message: string): PostedForm {
  const posted = Object.entries(fields).filter(([name]) => !CARD_FIELDS.includes(name));
  return {
    url: fields["errorurl"] ?? "",
    fields: {
      ...Object.fromEntries(posted),
      oid: fields["orderid"] ?? "",
      clientid: fields["terminalid"] ?? "",
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
  if (fields["apiversion"] !== "512" || !MODES.has(fields["mode"] ?? "")) return "Sistem Hatasi";
  if (!isTerminal(fields["terminalmerchantid"] ?? "", terminalId)) return "Sistem Hatasi";
  const isSupported = ["3D", CHARGING].includes(fields["secure3dsecuritylevel"] ?? "");
  if (!isSupported) return "Isyeri Kullanim Tipi Desteklenmiyor";
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
