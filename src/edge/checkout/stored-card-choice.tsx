import { formatExpiry } from "../../card/expiry-text.ts";
import type { StoredCard } from "../../card/stored-card.ts";
import { brandName } from "../page/parts/brand-mark.tsx";
import type { ViewContext } from "./view-context.ts";

type StoredCardChoiceProps = {
  readonly view: ViewContext;
  readonly cards: readonly StoredCard[];
  /** Token of the chosen one; empty for a card that is typed. */
  readonly chosen: string;
};

/**
 * The customer's cards, and another one. The inputs stand beside their labels, so that what follows
 * can be shown or hidden by which of them is chosen, without the script.
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
