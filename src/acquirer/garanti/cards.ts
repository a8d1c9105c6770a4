import type { CardType } from "../../domain/card/bin-record.ts";
import type { CardWord } from "../../domain/card/card-note.ts";
import type { CardList, Unknown } from "../../domain/payment/acquirer.ts";
import { unknown } from "../kit/ask-bank.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";
import { brandOfWord, cardText } from "../kit/card-text.ts";
import { resultOf } from "../kit/channel.ts";
import { elementOf, elementsOf, textOf, type XmlElement } from "../kit/xml.ts";
import { type Channel, send } from "./channel.ts";
import { inquiryMessage } from "./request.ts";

/** More BINs than any bank has. */
const MOST_ROWS = 5_000;

/** The message must name an order; the bank looks for none. */
const NO_ORDER = "BININQ";

/** `M` stands for other cards, about which the bank's documents say nothing. */
const TYPES: Readonly<Record<string, CardType>> = { C: "credit", D: "debit" };

/** `bininq`: the cards of the bank. Its words about groups and products are no card programs. */
export function listCards(channel: Channel): Promise<CardList | Unknown> {
  const message = inquiryMessage(channel.terminal, "bininq", NO_ORDER);
  const asked = send(channel, message, TIMEOUTS.inquiryMs);
  return resultOf(asked, ({ order, code, isSigned, reasonCode }) => {
    const list = elementOf(order, "BINInqResult", "BINList");
    if (!isSigned || code !== "00" || list === undefined) {
      return unknown(`no_list_${reasonCode.slice(0, 4)}`);
    }
    const rows = elementsOf(list, "BIN");
    if (rows.length > MOST_ROWS) return unknown("list_too_long");
    return { kind: "cards", cards: rows.flatMap((row) => readRow(row) ?? []) };
  });
}

function readRow(row: XmlElement): CardWord | undefined {
  const bin = textOf(row, "BINNum") ?? "";
  if (!/^\d{6,8}$/.test(bin)) return undefined;
  const bankCode = textOf(row, "BankCode") ?? "";
  return {
    bin,
    issuer: cardText(textOf(row, "BankName")),
    bankCode: /^\d{1,4}$/.test(bankCode) ? bankCode.padStart(4, "0") : undefined,
    brand: brandOfWord(textOf(row, "Organization")),
    type: TYPES[textOf(row, "CardType") ?? ""],
  };
}
