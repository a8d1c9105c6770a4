import { createHash } from "node:crypto";

import { CURRENCIES } from "../../../kernel/currency.ts";
import type { Challenge } from "../../challenge.ts";
import type { Entry } from "../../entry.ts";
import { localTime } from "../kit/door-time.ts";
import { keptFields } from "../kit/door-challenge.ts";
import { type Answered, BATCH_NO, decimalOf, hostCode, textOf } from "./answers.ts";
import { hashReturn } from "./signature.ts";
import type { Terminal } from "./terminals.ts";

type Values = Readonly<Record<string, string>>;

/** The bank charges also after an attempted authentication; the liability differs. */
export const CHARGED_STATUS: readonly string[] = ["1", "2", "3", "4"];

/** The number by which the second step names the authenticated order. */
export function requestGuid(challenge: Challenge): string {
  return `1${digitsOf(challenge, 15)}`;
}

/** A return names its result and signs it; amount, currency and installments are not signed. */
export function returnOf(terminal: Terminal, challenge: Challenge, entry?: Entry): Values {
  const { decision } = challenge;
  const isPassed = decision?.result === "approve" && CHARGED_STATUS.includes(decision.mdStatus);
  const code = entry === undefined ? (isPassed ? "V033" : "V034") : hostCode(entry);
  const isCharged = entry?.state === "approved";
  const { day, month, year, hour, minute, second } = localTime(decision?.at ?? challenge.openedAt);
  const values = {
    MbrId: terminal.mbrId,
    MerchantID: terminal.merchantId,
    UserCode: terminal.userCode,
    OrderId: challenge.requestId,
    PurchAmount: decimalOf(challenge.amount),
    Currency: CURRENCIES[challenge.amount.currency].numeric,
    InstallmentCount: challenge.installments === 1 ? "0" : String(challenge.installments),
    TxnType: challenge.type === "sale" ? "Auth" : "PreAuth",
    SecureType: keptFields(challenge)["SecureType"] ?? "3DModel",
    BatchNo: BATCH_NO,
    TransactionDate: `${day}.${month}.${year} ${hour}:${minute}:${second}`,
    CardMask: `${challenge.card.bin}******${challenge.card.lastFour}`,
    "3DStatus": isPassed ? decision.mdStatus : "-1",
    D3Stat: isPassed ? "Y" : "N",
    Eci: isPassed ? decision.eci : "",
    PayerTxnId: isPassed ? challenge.id : "",
    PayerAuthenticationCode: isPassed ? decision.cavv : "",
    RequestGuid: requestGuid(challenge),
    RequestStat: isPassed ? "1,3,5" : "1,4,5",
    ProcReturnCode: code,
    ErrMsg: textOf(code),
    TxnResult: isCharged ? "Success" : "Failed",
    TxnStatus: isCharged ? "Y" : "N",
    AuthCode: entry?.authCode ?? "",
    HostRefNum: isCharged ? entry.reference : "",
    ResponseRnd: `PF${digitsOf(challenge, 18)}`,
  };
  return signed(terminal, values);
}

/** The gate's answer to a form that it refuses at once; no 3-D Secure was opened. */
export function refusedReturn(terminal: Terminal, form: Values, code: string): Values {
  return signed(terminal, {
    MerchantID: terminal.merchantId,
    UserCode: terminal.userCode,
    OrderId: form["OrderId"] ?? "",
    PurchAmount: form["PurchAmount"] ?? "",
    Currency: form["Currency"] ?? "",
    InstallmentCount: form["InstallmentCount"] ?? "",
    "3DStatus": "-1",
    D3Stat: "",
    RequestGuid: "0",
    RequestStat: "1,5",
    TxnType: form["TxnType"] ?? "",
    SecureType: form["SecureType"] ?? "",
    TxnResult: "",
    TxnStatus: "",
    CardMask: maskedPan(form["Pan"] ?? ""),
    Eci: "",
    HostRefNum: "",
    BatchNo: BATCH_NO,
    ProcReturnCode: code,
    ErrMsg: textOf(code),
    AuthCode: "",
    ResponseRnd: "PF000000000000000000",
  });
}

function maskedPan(pan: string): string {
  return pan.length < 12 ? "" : `${pan.slice(0, 6)}******${pan.slice(-4)}`;
}

/** The record of an order whose 3-D Secure was opened and that is not charged. */
export function openRecord(challenge: Challenge, terminal: Terminal): Answered {
  const { PurchAmount = "", Currency = "", Eci = "", ...values } = returnOf(terminal, challenge);
  const isOpen = challenge.decision === undefined;
  const code = isOpen ? "V000" : (values["ProcReturnCode"] ?? "");
  return [
    ["RequestGuid", requestGuid(challenge)],
    ["MerchantID", terminal.merchantId],
    ["OrderId", challenge.requestId],
    ["RequestStat", isOpen ? "1" : (values["RequestStat"] ?? "")],
    ["PurchAmount", PurchAmount],
    ["Currency", Currency],
    ["Eci", Eci],
    ["TxnType", values["TxnType"] ?? ""],
    ["SecureType", values["SecureType"] ?? ""],
    ["InstallmentCount", values["InstallmentCount"] ?? ""],
    ["CardMask", values["CardMask"] ?? ""],
    ["TxnStatus", "N"],
    ["TxnResult", "Failed"],
    ["ProcReturnCode", code],
    ["ErrMsg", textOf(code)],
  ];
}

/** The bank names its hash only if it is SHA-1. */
function signed(terminal: Terminal, values: Values): Values {
  const named: Values = terminal.returnHash === "sha1" ? { HashType: "Sha1" } : {};
  return { ...values, ...named, ResponseHash: hashReturn(terminal, values) };
}

/** Digits that are always the same for a challenge. */
function digitsOf({ id }: Challenge, count: number): string {
  const hex = createHash("sha1").update(id).digest("hex").slice(0, 20);
  return (BigInt(`0x${hex}`) % 10n ** BigInt(count)).toString().padStart(count, "0");
}
