import type { Instant } from "../../../kernel/clock.ts";
import type { AnswerCode } from "../../answer-codes.ts";
import type { Entry } from "../../entry.ts";
import type { DoorAnswer } from "../kit/door-answer.ts";
import { localTime } from "../kit/door-time.ts";
import { type DoorContent, writeDoorXml } from "../kit/door-xml.ts";
import { programOf } from "./own-cards.ts";
import { answerHash } from "./signature.ts";

/** The result of a message, before it is written and signed. */
export type Result = {
  readonly source: "HOST" | "GVPS";
  readonly code: string;
  readonly reasonCode: string;
  readonly detail: string;
  /** The booking that the answer is about, with its numbers. */
  readonly entry?: Entry | undefined;
  /** The card's authorization, whose behaviour may delay or lose the answer. */
  readonly about?: Entry | undefined;
  /** The result of an inquiry, within the element `Order`. */
  readonly found?: readonly (readonly [name: string, content: DoorContent])[];
};

/** The values of a request that its answer repeats. */
export type Echo = {
  readonly mode: string;
  readonly user: string;
  readonly merchantId: string;
  readonly terminalId: string;
  readonly ipAddress: string;
  readonly orderId: string;
  readonly digest: string;
  readonly now: Instant;
};

/** The gateway refuses a message; nothing reaches the issuer. */
export function gatewayRefusal(reasonCode: string, detail: string): Result {
  return { source: "GVPS", code: "92", reasonCode, detail };
}

export function hostRefusal(code: string, detail: string, entry?: Entry): Result {
  return { source: "HOST", code, reasonCode: code, detail, entry, about: entry };
}

/** An entry of the book as the host answers it. */
export function hostResult(entry: Entry): Result {
  if (entry.code === "00") {
    return { source: "HOST", code: "00", reasonCode: "00", detail: "", entry, about: entry };
  }
  const [code, detail] = hostCode(entry.code);
  return hostRefusal(code, detail, entry);
}

/** This host reports a wrong CVC under the code of an invalid transaction. */
export function hostCode(code: AnswerCode): readonly [code: string, detail: string] {
  return code === "82" ? ["12", "CVC2/4CSC HATALI"] : [code, `RPC-${code} condition was raised`];
}

export function writeAnswer(echo: Echo, result: Result): DoorAnswer {
  const { code, entry, found } = result;
  const isApproved = code === "00";
  const retrefNum = entry?.reference ?? "";
  const authCode = isApproved ? (entry?.authCode ?? "") : "";
  const provDate = dateOf(entry?.bookedAt ?? echo.now);
  const signed = [code, retrefNum, authCode, provDate, echo.orderId];
  const body = writeDoorXml("GVPSResponse", [
    ["Mode", ""],
    [
      "Terminal",
      [
        ["ProvUserID", echo.user],
        ["UserID", echo.user],
        ["ID", echo.terminalId],
        ["MerchantID", echo.merchantId],
      ],
    ],
    ["Customer", pairs({ IPAddress: echo.ipAddress, EmailAddress: "" })],
    ["Order", [["OrderID", echo.orderId], ["GroupID", ""], ...(found ?? [])]],
    [
      "Transaction",
      [
        ["Response", responseOf(result)],
        ["RetrefNum", retrefNum],
        ["AuthCode", authCode],
        ["BatchNum", entry === undefined ? "" : "005546"],
        ["SequenceNum", retrefNum.slice(-6)],
        ["ProvDate", provDate],
        ["CardNumberMasked", maskOf(result.about)],
        ["CardHolderName", ""],
        ["CardType", programOf(result.about?.card?.bin ?? "")],
        ["HashData", answerHash(signed, echo.digest)],
        ["HostMsgList", ""],
        ["RewardInqResult", [["RewardList", ""] as const, ["ChequeList", ""] as const]],
        ["GarantiCardInd", "Y"],
      ],
    ],
  ]);
  const contentType = "application/xml;charset=UTF-8";
  return {
    contentType,
    body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
    about: result.about,
  };
}

function responseOf({ source, code, reasonCode, detail }: Result): DoorContent {
  const isApproved = code === "00";
  return pairs({
    Source: source,
    Code: code,
    ReasonCode: reasonCode,
    Message: isApproved ? "Approved" : "Declined",
    ErrorMsg: isApproved ? "" : "İşleminizi şu anda gerçekleştiremiyoruz, tekrar deneyiniz",
    SysErrMsg: detail,
  });
}

/** `yyyyMMdd HH:mm:ss` in Istanbul. */
export function dateOf(at: Instant): string {
  const { year, month, day, hour, minute, second } = localTime(at);
  return `${year}${month}${day} ${hour}:${minute}:${second}`;
}

export function pairs(fields: Readonly<Record<string, string>>): DoorContent {
  return Object.entries(fields);
}

/** The bank writes the literal `null` where it has no card. */
export function maskOf(entry: Entry | undefined): string {
  const { card } = entry ?? {};
  return card === undefined ? "null" : `${card.bin}**${"*".repeat(4)}${card.lastFour}`;
}
