import { cvcLength, type CardBrand } from "../../domain/card/card-number.ts";
import { formatExpiry } from "../../domain/card/expiry-text.ts";
import type { StoredCard } from "../../domain/card/stored-card.ts";
import { brandName } from "../../page/parts/brand-mark.tsx";
import type { ViewContext } from "../view-context.ts";

type StoredCardChoiceProps = {
  readonly view: ViewContext;
  readonly cards: readonly StoredCard[];
  /** Token of the chosen card; empty for a typed card. */
  readonly chosen: string;
};

/**
 * A choice among the stored cards and a new card. The inputs are siblings of their labels, so that
 * CSS can show or hide the fields after them by the chosen input, without the script.
 */
export function StoredCardChoice({ view, cards, chosen }: StoredCardChoiceProps) {
  const { storedCards } = view.words;
  return (
    <>
      {cards.map((card, index) => (
        <>
          <input
            type="radio"
            id={`card-${index}`}
            name="card_token"
            value={card.token}
            checked={card.token === chosen}
            data-code={codeSide(card.brand)}
          />
          <label for={`card-${index}`}>
            <span>{`${brandName(card.brand) ?? ""} •••• ${card.lastFour}`}</span>{" "}
            <small>{[card.bankName, formatExpiry(card.expiry)].filter(Boolean).join(" · ")}</small>
          </label>
        </>
      ))}
      <input type="radio" id="card-new" name="card_token" value="" checked={chosen === ""} />
      <label for="card-new">{storedCards.other}</label>
    </>
  );
}

/** The side of a card on which its security code is printed. */
export type CodeSide = "front" | "back";

export function codeSide(brand: CardBrand): CodeSide {
  return cvcLength(brand) === 4 ? "front" : "back";
}
