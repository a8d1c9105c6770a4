import { createHmac, type KeyObject } from "node:crypto";

import type { Instant } from "../kernel/clock.ts";
import type { AnswerCode } from "./answer-codes.ts";
import type { CardBehaviour } from "../kernel/card-behaviour.ts";
import { behaviourOf } from "./test-cards.ts";

/** A card as a message carries it; it is not kept after the call. */
export type PresentedCard = {
  readonly number: string;
  readonly expiry_month: number;
  /** Four digits. */
  readonly expiry_year: number;
  readonly cvc?: string | undefined;
  readonly holder: string;
};

/** The part of a card that the bank keeps: enough to recognise it, not enough to use it. */
export type CardTrace = {
  readonly bin: string;
  readonly lastFour: string;
  /**
   * A keyed hash: without the key, the few numbers with one BIN and last four can't be tried out.
   */
  readonly fingerprint: string;
  readonly behaviour: CardBehaviour;
};

export function traceCard(fingerprintKey: KeyObject, number: string): CardTrace {
  return {
    bin: number.slice(0, 6),
    lastFour: number.slice(-4),
    fingerprint: createHmac("sha256", fingerprintKey).update(number).digest("base64url"),
    behaviour: behaviourOf(number),
  };
}

/** Returns the reason to refuse a card before its behaviour is looked up, or undefined. */
export function refuseCard(card: PresentedCard, now: Instant): AnswerCode | undefined {
  if (!isCardNumber(card.number)) return "14";
  // A card is valid through its last month, anywhere on Earth (UTC−12).
  if (now >= Date.UTC(card.expiry_year, card.expiry_month, 1, 12)) return "54";
  const digits = isAmex(card.number) ? 4 : 3;
  if (card.cvc !== undefined && !(/^\d{3,4}$/.test(card.cvc) && card.cvc.length === digits))
    return "82";
  return undefined;
}

/**
 * The Electronic Commerce Indicator of a full or attempted authentication. Mastercard's values
 * differ from those of the other schemes.
 */
export function eciOf(bin: string, authenticated: boolean): string {
  const isMastercard = /^(5|2[2-7])/.test(bin);
  if (isMastercard) return authenticated ? "02" : "01";
  return authenticated ? "05" : "06";
}

function isAmex(number: string): boolean {
  return /^3[47]/.test(number);
}

function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  let sum = 0;
  for (let index = 0; index < number.length; index += 1) {
    const digit = number.charCodeAt(number.length - 1 - index) - 48;
    const weighed = index % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}
