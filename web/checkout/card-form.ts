import { watchCardErrors } from "./card-errors.ts";
import { groupWhileTyping } from "./card-number-input.ts";

import { goOnByEnter } from "./enter-key.ts";
import { slashWhileTyping } from "./expiry-input.ts";
import { chosenCard, offerInstallments } from "./installments.ts";
import { find } from "./page.ts";

/** Enhances the card form. Returns a check that shows its errors; true if there are none. */
export function enhanceCardForm(form: HTMLFormElement): () => boolean {
  const number = find("card_number", HTMLInputElement);
  const expiry = find("expiry", HTMLInputElement);
  const codes = [find("cvc", HTMLInputElement), find("stored_cvc", HTMLInputElement)];
  if (number !== undefined) groupWhileTyping(number);
  if (expiry !== undefined) slashWhileTyping(expiry);
  offerInstallments(form);
  goOnByEnter(form);
  // A page that the browser restores from memory must not contain a card number or CVC.
  addEventListener("pagehide", () => {
    for (const input of [number, ...codes]) if (input !== undefined) input.value = "";
  });
  const errors = watchCardErrors(form);
  return () => chosenCard(form) !== "" || errors.checkAll();
}
