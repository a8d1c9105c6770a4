import type { Language } from "../kernel/language.ts";
import {
  PAYMENT_STATES,
  PAYMENT_STATUSES,
  PUBLIC_STATUS,
  TRANSITIONS,
  type PaymentEvent,
  type PaymentStatus,
} from "../domain/payment/states.ts";
import { STATUS_TEXTS } from "../http/pay/result-texts.ts";
import { cell, code, table } from "./markdown.ts";

/** Each event of the transition table in words for readers of the interface. */
type Texts = Readonly<Record<PaymentEvent, string>>;

const EVENTS_EN: Texts = {
  challenge_opened: "the customer is sent to the bank",
  challenge_passed: "the customer comes back authenticated",
  charged: "the bank approves",
  held: "the bank approves, with `capture_method: manual`",
  declined: "the bank declines",
  outcome_lost: "the bank's answer is lost",
  abandoned: "the customer cancels",
  transfer_offered: "the customer gets the account for the transfer",
  transfer_matched: "the transfer arrives, exact in amount and reference",
  transfer_assigned: "a person assigns an arrived transfer to the payment",
  deadline_passed: "the deadline of the transfer passes",
  capture_begun: "a capture is requested",
  captured: "the bank captures",
  capture_refused: "the bank refuses the capture",
  capture_failed: "the bank takes a capture back that it had confirmed",
  charge_undone: "the bank cancels the charge that it had confirmed",
  void_begun: "a void is requested",
  voided: "the bank releases the preauthorised amount",
  void_refused: "the bank refuses the void",
  refunded_in_full: "refunds reach the full amount",
  refund_failed: "the bank takes a refund back that it had confirmed",
};

const EVENTS_TR: Texts = {
  challenge_opened: "müşteri bankaya yönlendirilir",
  challenge_passed: "müşteri doğrulanmış olarak döner",
  charged: "banka onaylar",
  held: "banka onaylar; oturumda `capture_method: manual` vardır",
  declined: "banka reddeder",
  outcome_lost: "bankanın yanıtı kaybolur",
  abandoned: "müşteri vazgeçer",
  transfer_offered: "müşteriye havale yapacağı hesap gösterilir",
  transfer_matched: "havale gelir; tutarı ve açıklama kodu tutar",
  transfer_assigned: "bir kişi gelen havaleyi ödemeye bağlar",
  deadline_passed: "havale süresi dolar",
  capture_begun: "provizyon kapama istenir",
  captured: "banka tutarı tahsil eder",
  capture_refused: "banka provizyon kapamayı reddeder",
  capture_failed: "banka onayladığı provizyon kapamayı geri alır",
  charge_undone: "banka onayladığı tahsilatı iptal eder",
  void_begun: "iptal istenir",
  voided: "banka bloke tutarı serbest bırakır",
  void_refused: "banka iptali reddeder",
  refunded_in_full: "iadelerin toplamı ödeme tutarına ulaşır",
  refund_failed: "banka onayladığı iadeyi geri alır",
};

const EVENT_TEXTS: Readonly<Record<Language, Texts>> = { tr: EVENTS_TR, en: EVENTS_EN };

/**
 * A table of the transitions between two public statuses. None begins in `calling`, because no
 * answer and no webhook is sent for a payment before its next state.
 */
export function moveTable(language: Language): string {
  const texts = EVENT_TEXTS[language];
  const moves = new Map<string, readonly [PaymentStatus, PaymentStatus, string]>();
  for (const state of PAYMENT_STATES.filter((one) => one !== "calling")) {
    for (const [event, next] of Object.entries(TRANSITIONS[state])) {
      const [from, to] = [PUBLIC_STATUS[state], PUBLIC_STATUS[next]];
      const text = isEvent(event) ? texts[event] : event;
      if (from !== to) moves.set(`${from} ${to} ${text}`, [from, to, text]);
    }
  }
  const rows = [...moves.values()].map(([from, to, text]) => [code(from), code(to), text]);
  return table(MOVE_HEAD[language], rows);
}

function isEvent(text: string): text is PaymentEvent {
  return Object.hasOwn(EVENTS_EN, text);
}

const MOVE_HEAD: Readonly<Record<Language, readonly string[]>> = {
  tr: ["Önceki", "Sonraki", "Ne zaman"],
  en: ["From", "To", "When"],
};

const STATUS_HEAD: Readonly<Record<Language, readonly string[]>> = {
  tr: ["Durum", "İngilizce ileti", "Türkçe ileti"],
  en: ["Status", "Message, English", "Message, Turkish"],
};

export function statusTable(language: Language): string {
  const rows = PAYMENT_STATUSES.map((status) => [
    code(status),
    cell(STATUS_TEXTS[status].en),
    cell(STATUS_TEXTS[status].tr),
  ]);
  return table(STATUS_HEAD[language], rows);
}
