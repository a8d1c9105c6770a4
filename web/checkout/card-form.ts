import { watchCardErrors } from "./card-errors.ts";
import { groupWhileTyping } from "./card-number-input.ts";
import { slashWhileTyping } from "./expiry-input.ts";
import { chosenCard, offerInstallments } from "./installments.ts";
import { find } from "./page.ts";

/** Helps with the card; gives what tells, and shows, whether everything in it is right. */
export function enhanceCardForm(form: HTMLFormElement): () => boolean {
  const number = find("card_number", HTMLInputElement);
  const expiry = find("expiry", HTMLInputElement);
  const codes = [find("cvc", HTMLInputElement), find("stored_cvc", HTMLInputElement)];
  if (number !== undefined) groupWhileTyping(number);
  if (expiry !== undefined) slashWhileTyping(expiry);
  offerInstallments(form);
  // A page that is left must not be found again with a card in it.
  addEventListener("pagehide", () => {
    for (const input of [number, ...codes]) if (input !== undefined) input.value = "";
  });
  const errors = watchCardErrors(form);
  return () => chosenCard(form) !== "" || errors.checkAll();
}
