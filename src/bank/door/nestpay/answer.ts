import type { Instant } from "../../../kernel/clock.ts";
import type { Entry } from "../../entry.ts";
import { ANSWER_CODES } from "../../answer-codes.ts";
import type { DoorAnswer } from "../kit/door-answer.ts";
import { localTime } from "../kit/door-time.ts";
import { type DoorContent, writeDoorXml } from "../kit/door-xml.ts";

type Extra = readonly (readonly [name: string, content: string])[];

type Message = {
  readonly orderId: string;
  readonly response: "Approved" | "Declined" | "Error";
  readonly code: string;
  readonly authCode?: string | undefined;
  readonly hostReference?: string;
  readonly transactionId: string;
  readonly errorMessage?: string;
  /** True for the answer to a question, which has no group and no host reference. */
  readonly isInquiry?: boolean;
  readonly extra: Extra;
};

/** The answer in the gateway's format, in which letters outside ASCII are numeric references. */
export function answer(message: Message, about?: Entry): DoorAnswer {
  const { orderId, response, code, authCode, transactionId, extra, isInquiry = false } = message;
  const fields: DoorContent = [
    ["OrderId", orderId],
    ["GroupId", isInquiry ? undefined : orderId],
    ["Response", response],
    ["AuthCode", authCode],
    ["HostRefNum", isInquiry ? undefined : (message.hostReference ?? "")],
    ["ProcReturnCode", code],
    ["TransId", transactionId],
    ["ErrMsg", message.errorMessage ?? ""],
    ["Extra", extra],
  ];
  const prolog = '<?xml version="1.0" encoding="ISO-8859-9"?>';
  return {
    contentType: "text/xml; charset=ISO-8859-9",
    body: Buffer.from(prolog + writeDoorXml("CC5Response", fields)),
    about,
  };
}

/** An approved or declined booking. */
export function booked(entry: Entry, orderId: string, isCharge: boolean): DoorAnswer {
  const { code } = entry;
  const isApproved = code === "00";
  return answer(
    {
      orderId,
      response: isApproved ? "Approved" : "Declined",
      code,
      authCode: isApproved ? entry.authCode : undefined,
      hostReference: entry.reference,
      transactionId: transactionIdOf(entry),
      errorMessage: isApproved ? "" : ANSWER_CODES[code],
      extra: [
        ["SETTLEID", ""],
        ["TRXDATE", trxDate(entry.bookedAt)],
        ["ERRORCODE", isApproved ? "" : `ISO8583-${code}`],
        ...(isCharge ? Object.entries(chargeFacts(entry, clientIdOf(entry))) : []),
        ["HOSTDATE", hostDate(entry.bookedAt)],
        ["NUMCODE", code],
      ],
    },
    isCharge ? entry : undefined,
  );
}

/** The store that made a booking, whose terminal is named after it. */
function clientIdOf({ terminal }: Entry): string {
  return terminal.slice(terminal.indexOf(":") + 1);
}

/** Terminal, merchant and card of a charge, as the bank names them. */
export function chargeFacts({ card }: Entry, clientId: string): Readonly<Record<string, string>> {
  const brands = { "4": "VISA", "5": "MASTERCARD", "9": "TROY", "3": "AMEX" };
  const brand = new Map(Object.entries(brands)).get(card?.bin.slice(0, 1) ?? "");
  return {
    TERMINALID: `00${clientId.slice(3, 9)}`,
    MERCHANTID: clientId.slice(-9),
    CARDBRAND: brand ?? "",
    CARDISSUER: "TEST BANKASI A.S.",
  };
}

/** `4355 08** **** 4358`. */
export function maskedPan({ bin, lastFour }: NonNullable<Entry["card"]>): string {
  return `${bin.slice(0, 4)} ${bin.slice(4, 6)}** **** ${lastFour}`;
}

/** A refusal of the issuer to a void or refund. */
export function hostDecline(orderId: string, code: string): DoorAnswer {
  const extra: Extra = [
    ["ERRORCODE", `ISO8583-${code}`],
    ["NUMCODE", code],
  ];
  return answer({ orderId, response: "Declined", code, transactionId: NO_TRANSACTION, extra });
}

/** A refusal of the gateway, `CORE-nnnn`; some of its refusals have a text only. */
export function gatewayError(code: string, errorMessage: string, orderId = ""): DoorAnswer {
  const digits = code.replace(/\D/g, "");
  return answer({
    orderId,
    response: "Error",
    code: "99",
    authCode: "",
    transactionId: NO_TRANSACTION,
    errorMessage,
    extra: [
      ["SETTLEID", ""],
      ["ERRORCODE", code],
      ["NUMCODE", `99${digits}`],
    ],
  });
}

/** Refusals have a transaction id too, but book nothing under it. */
const NO_TRANSACTION = "00000NONE00000";

/** The last two digits of the year, the day of the year, four letters and five digits. */
export function transactionIdOf({ bookedAt, reference }: Entry): string {
  const { year } = localTime(bookedAt);
  const firstDay = Date.UTC(Number(year), 0, 1);
  const day = Math.floor((bookedAt + 10_800_000 - firstDay) / 86_400_000) + 1;
  const letters = Array.from(reference.slice(0, 4), (digit) =>
    String.fromCharCode(65 + Number(digit)),
  );
  return `${year.slice(2)}${String(day).padStart(3, "0")}${letters.join("")}${reference.slice(-5)}`;
}

export function trxDate(at: Instant): string {
  const { year, month, day, hour, minute, second } = localTime(at);
  return `${year}${month}${day} ${hour}:${minute}:${second}`;
}

export function hostDate(at: Instant): string {
  const { month, day, hour, minute, second } = localTime(at);
  return `${month}${day}-${hour}${minute}${second}`;
}
