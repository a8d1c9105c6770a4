import { instant, MINUTE } from "../../../kernel/clock.ts";
import type { AnswerCode } from "../../answer-codes.ts";
import { type PresentedCard, refuseCard, traceCard } from "../../card.ts";
import type { Challenge, Language } from "../../challenge.ts";
import { newChallengeId, newNonce, newOneTimeCode } from "../../numbers.ts";
import { BEHAVIOURS } from "../../test-cards.ts";
import type { DoorAnswer } from "./door-answer.ts";
import type { Door, DoorCaller, DoorOrder } from "./door.ts";
import { escaped } from "./door-xml.ts";

/** The customer's time at the page, which the real gates do not take from the merchant. */
const PAGE_LIFETIME_MS = 10 * MINUTE;

export type DoorEnrolment = {
  readonly order: DoorOrder;
  readonly card: PresentedCard;
  readonly merchantName: string;
  readonly language: Language;
  /** The fields that the return will need; none may be card data. */
  readonly kept: Readonly<Record<string, string>>;
};

export type Opened =
  | { readonly kind: "opened"; readonly challenge: Challenge; readonly pageUrl: string }
  | { readonly kind: "refused"; readonly code: AnswerCode }
  /** The reference has been charged, or has a challenge for another amount or card. */
  | { readonly kind: "duplicate" };

/**
 * Opens 3-D Secure at the bank's own page. The page sends the customer to the door
 * (`/doors/<protocol>/back/<id>`), and the door posts the signed fields to the merchant.
 */
export async function openChallenge(
  door: Door,
  caller: DoorCaller,
  enrolment: DoorEnrolment,
): Promise<Opened> {
  const { order, card } = enrolment;
  const code = refuseCard(card, caller.now);
  if (code !== undefined) return { kind: "refused", code };
  const proposed = newChallenge(door, caller, enrolment);
  if (!BEHAVIOURS[proposed.card.behaviour].enrols) return { kind: "refused", code: "Q2" };
  if ((await door.deps.book.find(proposed)) !== undefined) return { kind: "duplicate" };
  const { fresh, row } = await door.deps.book.openChallenge(proposed);
  const isSame =
    row.amount.minor === order.amount.minor &&
    row.amount.currency === order.amount.currency &&
    row.type === order.type &&
    row.installments === order.installments &&
    row.card.fingerprint === proposed.card.fingerprint;
  if (!fresh && (!isSame || row.decision !== undefined)) return { kind: "duplicate" };
  return { kind: "opened", challenge: row, pageUrl: pageOf(door, row) };
}

/** The address of the page at which the customer authenticates. */
export function pageOf({ deps }: Door, challenge: Pick<Challenge, "id">): string {
  return `${deps.publicBaseUrl}/3ds/${challenge.id}`;
}

/** The fields that were kept when the challenge was opened. */
export function keptFields(challenge: Challenge): Readonly<Record<string, string>> {
  const text = new URL(challenge.returnUrl).searchParams.get("kept") ?? "e30";
  const read: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
  if (typeof read !== "object" || read === null) return {};
  return Object.fromEntries(Object.entries(read).map(([name, value]) => [name, String(value)]));
}

function newChallenge(door: Door, caller: DoorCaller, enrolment: DoorEnrolment): Challenge {
  const { deps, keys, protocol } = door;
  const { order, card, merchantName, language, kept } = enrolment;
  const id = newChallengeId(deps.random);
  const state = Buffer.from(JSON.stringify(kept)).toString("base64url");
  return {
    id,
    terminal: caller.terminal,
    requestId: order.reference,
    orderId: order.reference,
    type: order.type,
    amount: order.amount,
    installments: order.installments,
    card: traceCard(keys.fingerprintKey, card.number),
    merchantName,
    language,
    returnUrl: `${deps.publicBaseUrl}/doors/${protocol}/back/${id}?kept=${state}`,
    oneTimeCode: newOneTimeCode(deps.random),
    wrongCodes: 0,
    openedAt: caller.now,
    aheadMs: caller.aheadMs,
    expiresAt: instant(caller.now + PAGE_LIFETIME_MS),
    decision: undefined,
    version: 0,
  };
}

export type PostedForm = {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  /** True if the fields arrive twice, as after a reload. */
  readonly isDouble?: boolean;
};

/**
 * A page that posts fields by itself, as the gates and their 3-D pages do. Without script the
 * customer presses its button.
 */
export function formPage({ deps }: Door, form: PostedForm): DoorAnswer {
  const nonce = newNonce(deps.random);
  const { url, fields, isDouble = false } = form;
  const inputs = Object.entries(fields)
    .map(
      ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
    )
    .join("");
  const post = `method="post" action="${escaped(url)}"`;
  const earlier = isDouble
    ? `<iframe name="earlier" hidden></iframe><form name="first" target="earlier" ${post}>${inputs}</form>`
    : "";
  const submits = `${isDouble ? "document.first.submit();" : ""}document.back.submit()`;
  return {
    contentType: "text/html; charset=utf-8",
    headers: {
      "referrer-policy": "no-referrer",
      "content-security-policy":
        `default-src 'none'; script-src 'nonce-${nonce}'; frame-src https: http:; ` +
        "form-action https: http:; base-uri 'none'; frame-ancestors *",
    },
    body:
      `<!DOCTYPE html><html lang="tr"><head><meta charset="utf-8"><title>3-D Secure</title></head>` +
      `<body>${earlier}<form name="back" ${post}>${inputs}<button>Devam / Continue</button></form>` +
      `<script nonce="${nonce}">${submits}</script></body></html>`,
  };
}
