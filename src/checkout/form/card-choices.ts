import { fullName } from "../../domain/session/session.ts";
import type { StoredCard } from "../../domain/card/stored-card.ts";
import { cleanName } from "../../domain/card/typed-card.ts";
import { listCardsForSession } from "../../domain/payment/charge/list-cards-for-session.ts";
import type { KeptFields } from "./card-panel.tsx";
import type { ShownQuote } from "./installment-panel.tsx";
import type { Checkout, PageKit } from "../page-kit.ts";
import { quoteFor, quoteTexts } from "./quote.ts";
import { viewOf } from "../view-context.ts";

/** The submitted values that the card form shows again. */
export type TypedFacts = {
  readonly kept?: KeptFields;
  readonly cardToken?: string;
  readonly installments?: number;
  /** First digits of the typed number; set if its installments are to be shown. */
  readonly bin?: string;
};

/** The stored cards and installments that the card form offers, and the values that it repeats. */
export type CardChoices = {
  readonly kept: KeptFields;
  readonly cards: readonly StoredCard[];
  /** Token of the chosen stored card; empty for a typed one. */
  readonly chosen: string;
  readonly quote: ShownQuote | undefined;
  readonly wish: number;
};

export async function cardChoices(
  kit: PageKit,
  checkout: Checkout,
  typed: TypedFacts,
): Promise<CardChoices> {
  const { draft } = checkout;
  const cards = await offeredCards(kit, checkout);
  const [first] = cards;
  const wanted = typed.cardToken ?? draft?.cardToken ?? first?.token ?? "";
  const chosen = cards.find(({ token }) => token === wanted);
  const bin = typed.bin ?? draft?.bin ?? "";
  const asked = chosen === undefined ? { key: bin, bin } : { key: chosen.token, bin: chosen.bin };
  return {
    kept: typed.kept ?? keptOf(checkout),
    cards,
    chosen: chosen?.token ?? "",
    quote: await shownQuote(kit, checkout, { ...asked, isForDigits: chosen === undefined }),
    wish: typed.installments ?? draft?.installments ?? 1,
  };
}

/** The customer's stored cards: first the one that paid last, then the others, newest first. */
async function offeredCards(kit: PageKit, checkout: Checkout): Promise<readonly StoredCard[]> {
  const cards = await listCardsForSession(kit, checkout);
  if (cards.length < 2) return cards;
  const last = await kit.payments.lastPayingCard(checkout.session, cards);
  return cards.toSorted((one, other) => Number(other.token === last) - Number(one.token === last));
}

async function shownQuote(
  kit: PageKit,
  checkout: Checkout,
  asked: { readonly key: string; readonly bin: string; readonly isForDigits: boolean },
): Promise<ShownQuote | undefined> {
  const { key, bin, isForDigits } = asked;
  const quote = bin === "" ? undefined : await quoteFor(kit, checkout.session, bin);
  if (quote === undefined) return undefined;
  return { key, isForDigits, texts: quoteTexts(viewOf(kit, checkout), quote) };
}

/** Values of the draft; without one, the customer's name from the session. */
function keptOf({ session, draft }: Checkout): KeptFields {
  const { holderName = "", expiry = "" } = draft ?? {};
  return {
    holderName: holderName === "" ? cleanName(fullName(session.customer)) : holderName,
    expiry,
  };
}
