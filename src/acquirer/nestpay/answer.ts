import type { Currency } from "../../kernel/currency.ts";
import type { Money } from "../../kernel/money.ts";
import type { Approved, Declined, Unknown } from "../../domain/payment/acquirer-outcomes.ts";
import { readMinorAmount } from "../kit/amounts.ts";
import { brandOfWord, cardText } from "../kit/card-text.ts";
import { unknown } from "../kit/ask-bank.ts";
import { readIstanbul } from "../../kernel/istanbul-time.ts";
import { packState } from "../kit/state.ts";
import { elementOf, readXml, textOf, type XmlElement } from "../kit/xml.ts";
import { type Asked, type Refusal, refusalOf } from "./codes.ts";

/** An answer of the XML interface. Its fields are empty where the bank leaves them out. */
export type Answer = Refusal & {
  readonly orderId: string;
  readonly authCode: string;
  readonly hostReference: string;
  readonly transactionId: string;
  readonly extra: XmlElement;
};

/** Reads an answer; undefined if the text is none. */
export function readAnswer(text: string): Answer | undefined {
  const root = readXml(text, "CC5Response");
  const response = textOf(root, "Response");
  if (root === undefined || response === undefined) return undefined;
  const extra = elementOf(root, "Extra") ?? {};
  return {
    response,
    procReturnCode: textOf(root, "ProcReturnCode") ?? "",
    // Some hosts write the code beside `Extra` instead of in it.
    errorCode: textOf(extra, "ERRORCODE") ?? textOf(root, "ERRORCODE") ?? "",
    message: textOf(root, "ErrMsg") ?? "",
    orderId: textOf(root, "OrderId") ?? "",
    authCode: textOf(root, "AuthCode") ?? "",
    hostReference: textOf(root, "HostRefNum") ?? "",
    transactionId: textOf(root, "TransId") ?? "",
    extra,
  };
}

/** The order that the request named and, for charges, the terms on which refusals depend. */
export type AskedAbout = Asked & {
  readonly reference: string;
  /** The kind of the transaction, which a later refund needs. */
  readonly type: "sale" | "preauth" | "capture" | "void" | "credit";
};

/**
 * The outcome of a charge, capture, void or refund. An approval needs both of its codes, our own
 * order id, and the numbers of a booking.
 */
export function readOutcome(answer: Answer, asked: AskedAbout): Approved | Declined | Unknown {
  const { response, procReturnCode, errorCode, orderId, transactionId } = answer;
  if (response !== "Approved") return refusalOf(answer, asked);
  if (procReturnCode !== "00" || errorCode !== "") return unknown("unclear_approval");
  if (orderId !== asked.reference || transactionId === "") return unknown("foreign_answer");
  const bookedAt = readIstanbul(textOf(answer.extra, "TRXDATE") ?? "", "yyyyMMdd HH:mm:ss");
  return {
    kind: "approved",
    bankReference: answer.hostReference === "" ? transactionId : answer.hostReference,
    authCode: answer.authCode,
    bankCode: procReturnCode,
    bookedAt,
    card: cardOf(answer.extra),
    state: packState({
      type: asked.type,
      // A refund names the order of the capture's authorization, not the capture.
      order: asked.type === "capture" ? asked.reference : undefined,
      transactionId,
    }),
  };
}

/** The card's brand and issuer; the answer has no digits of its number. */
function cardOf(extra: XmlElement): Approved["card"] {
  const brand = brandOfWord(textOf(extra, "CARDBRAND"));
  const issuer = cardText(textOf(extra, "CARDISSUER"));
  return brand === undefined && issuer === undefined ? undefined : { brand, issuer };
}

/** One transaction of an order. */
export type OrderState = {
  /** `S` for sales, preauthorizations and captures, `C` for refunds. */
  readonly charge: string;
  readonly status: string;
  readonly amount: Money | undefined;
  readonly captured: Money | undefined;
  readonly at: string;
  readonly hostReference: string;
  readonly authCode: string;
  readonly code: string;
  readonly transactionId: string;
};

const STATUS_KEYS = [
  "ORD_ID",
  "CHARGE_TYPE_CD",
  "ORIG_TRANS_AMT",
  "CAPTURE_AMT",
  "TRANS_STAT",
  "AUTH_DTTM",
  "CAPTURE_DTTM",
  "VOID_DTTM",
  "AUTH_CODE",
  "TRANS_ID",
] as const;

/** The states of a transaction that moved no money. */
const REFUSED = new Set(["D", "ERR"]);

/**
 * Reads the last state of the asked order: `not_found` for the empty template with the bank's own
 * sentence, and undefined for everything else that is no state of this order. The outer result may
 * be that of the order instead of the question, so the record of a refused order is read too.
 */
export function readStatus(
  answer: Answer,
  { reference, currency }: { readonly reference: string; readonly currency: Currency },
): OrderState | "not_found" | undefined {
  const { extra } = answer;
  const composite = compositeOf(textOf(extra, "ORDERSTATUS") ?? "");
  const value = (name: string) => textOf(extra, name) ?? composite.get(name) ?? "";
  if (answer.response === "Declined" && /^no record found/i.test(answer.message)) {
    return value("TRANS_STAT") === "" && value("ORIG_TRANS_AMT") === "" ? "not_found" : undefined;
  }
  const named = value("ORD_ID");
  const status = value("TRANS_STAT");
  if (answer.response === "Approved" && answer.procReturnCode === "00") {
    if (answer.orderId !== reference || (named !== "" && named !== reference)) return undefined;
  } else {
    const isFound = /^record\(s\) found/i.test(answer.message) && named === reference;
    if (!isFound || !REFUSED.has(status)) return undefined;
  }
  return {
    charge: value("CHARGE_TYPE_CD"),
    status,
    amount: readMinorAmount(value("ORIG_TRANS_AMT"), currency),
    captured: readMinorAmount(value("CAPTURE_AMT"), currency),
    at: value("AUTH_DTTM"),
    hostReference: textOf(extra, "HOST_REF_NUM") ?? "",
    authCode: value("AUTH_CODE"),
    code: textOf(extra, "PROC_RET_CD") ?? "",
    transactionId: value("TRANS_ID"),
  };
}

/** `ORD_ID:a<tab>CHARGE_TYPE_CD:S …`; times contain blanks and colons, so the names divide it. */
function compositeOf(text: string): ReadonlyMap<string, string> {
  const parts = text.split(/[\t ](?=[A-Z_]{6,16}:)/);
  return new Map(
    parts.flatMap((part) => {
      const key = STATUS_KEYS.find((name) => part.trimStart().startsWith(`${name}:`));
      return key === undefined
        ? []
        : [
            [
              key,
              part
                .trimStart()
                .slice(key.length + 1)
                .trim(),
            ] as const,
          ];
    }),
  );
}

/** More transactions than any order has. */
const MOST_ROWS = 200;

/**
 * Reads all transactions of the asked order, newest first. Amounts are in minor units here.
 * Returns undefined for an answer that is no history of this order.
 */
export function readHistory(
  answer: Answer,
  { reference, currency }: { readonly reference: string; readonly currency: Currency },
): readonly OrderState[] | undefined {
  const count = textOf(answer.extra, "TRXCOUNT") ?? "";
  if (!/^\d{1,3}$/.test(count) || Number(count) > MOST_ROWS) return undefined;
  if (count === "0") return answer.response === "Declined" ? [] : undefined;
  if (answer.response !== "Approved" || answer.orderId !== reference) return undefined;
  const rows: OrderState[] = [];
  for (let index = 1; index <= Number(count); index += 1) {
    const row = readRow(textOf(answer.extra, `TRX${index}`) ?? "", currency);
    if (row === undefined) return undefined;
    rows.push(row);
  }
  return rows;
}

function readRow(text: string, currency: Currency): OrderState | undefined {
  const columns = text.split("\t");
  if (columns.length !== 11) return undefined;
  const column = (index: number) => (columns[index] ?? "").trim();
  return {
    charge: column(0),
    status: column(1),
    amount: readMinorAmount(column(2), currency),
    captured: readMinorAmount(column(3), currency),
    at: column(4),
    hostReference: column(7),
    authCode: column(8),
    code: column(9),
    transactionId: column(10),
  };
}
