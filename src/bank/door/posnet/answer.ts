import type { AnswerCode } from "../../answer-codes.ts";
import type { Entry } from "../../entry.ts";
import type { DoorAnswer } from "../kit/door-answer.ts";
import { localTime } from "../kit/door-time.ts";
import { type DoorContent, writeDoorXml } from "../kit/door-xml.ts";
import { hostLogKeyOf } from "../kit/posnet-family.ts";

/** The elements of an answer, with the booking whose card may delay or lose it. */
export type Result = {
  readonly content: readonly (readonly [name: string, content: DoorContent])[];
  readonly about?: Entry | undefined;
};

const PROLOG = '<?xml version="1.0" encoding="ISO-8859-9"?>';

export function writeAnswer({ content, about }: Result): DoorAnswer {
  const body = PROLOG + writeDoorXml("posnetResponse", content);
  return { contentType: "text/xml; charset=ISO-8859-9", body, about };
}

export function refusal(respCode: string, respText: string, about?: Entry): Result {
  const text = `${respText} ${respCode}`;
  const content = Object.entries({ approved: "0", respCode, respText: text, yourIP: "127.0.0.1" });
  return { content, about };
}

/** A booking as the host answers it, with further elements such as a signature. */
export function hostResult(entry: Entry, more: Readonly<Record<string, string>> = {}): Result {
  if (entry.code !== "00") return refusal(respCodeOf(entry.code), "RED-ONAYLANMADI", entry);
  const content: Result["content"] = [
    ["approved", "1"],
    ...numbersOf(entry),
    ["instInfo", [["inst1", "00"] as const, ["amnt1", "000000000000"] as const]],
    ["pointInfo", [["point", "00000000"] as const, ["pointAmount", "000000000000"] as const]],
    ...Object.entries(more),
  ];
  return { content, about: entry };
}

/** The repetition of an order: the bank repeats the numbers of an approved original. */
export function duplicate(entry: Entry): Result {
  if (entry.state !== "approved") return refusal("0127", "ORDERID DAHA ONCE KULLANILMIS");
  const respText = "ORDERID DAHA ONCE KULLANILMIS 0127";
  const words = Object.entries({ respCode: "0127", respText });
  return { content: [["approved", "2"], ...words, ...numbersOf(entry)] };
}

/** The codes of the host with four digits; a wrong CVC has one of its own. */
function respCodeOf(code: AnswerCode): string {
  return code === "82" ? "0877" : `00${code}`;
}

function numbersOf(entry: Entry): Result["content"] {
  const { year, month, day, hour, minute, second } = localTime(entry.bookedAt);
  return Object.entries({
    hostlogkey: hostLogKeyOf(entry),
    authCode: entry.type === "void" ? "000000" : entry.authCode,
    tranDate: `${year.slice(2)}${month}${day}${hour}${minute}${second}`,
  });
}
