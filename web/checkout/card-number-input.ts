import { brandOf } from "../../src/domain/card/card-number.ts";
import { groupDigits } from "../../src/domain/card/group-digits.ts";
import { cleanNumber } from "../../src/domain/card/typed-card.ts";
import { announce, find, note } from "./page.ts";

const DIGITS = /^\d{1,19}$/;

/** Groups the digits as on the card while they are typed, and marks the card brand. */
export function groupWhileTyping(input: HTMLInputElement): void {
  let known = cleanNumber(input.value);
  input.addEventListener("input", (event) => {
    const kind = event instanceof InputEvent ? event.inputType : "";
    let digits = cleanNumber(input.value);
    let caret = cleanNumber(input.value.slice(0, input.selectionStart ?? undefined)).length;
    // A deletion that removed only a space removes the digit beside it instead.
    if (digits === known && kind.startsWith("deleteContent")) {
      if (kind === "deleteContentBackward") caret -= 1;
      digits = digits.slice(0, Math.max(caret, 0)) + digits.slice(Math.max(caret, 0) + 1);
    }
    known = digits;
    if (DIGITS.test(digits)) {
      input.value = groupDigits(digits);
      const position = positionAfter(input.value, caret);
      input.setSelectionRange(position, position);
    }
    showBrand(digits);
    showCodePlace(digits);
  });
}

function positionAfter(text: string, digits: number): number {
  let rest = digits;
  for (let position = 0; position < text.length; position += 1) {
    if (rest <= 0) return position;
    if (text[position] !== " ") rest -= 1;
  }
  return text.length;
}

function showBrand(digits: string): void {
  const list = document.querySelector<HTMLElement>("[data-brands]");
  const brand = brandOf(digits);
  if (list === null || list.dataset["known"] === brand) return;
  delete list.dataset["known"];
  for (const item of list.querySelectorAll<HTMLElement>("[data-brand]")) {
    const isIt = item.dataset["brand"] === brand;
    item.toggleAttribute("data-chosen", isIt);
    if (!isIt) continue;
    list.dataset["known"] = brand;
    announce(note(item, "found"));
  }
}

function showCodePlace(digits: string): void {
  const place = find("cvc-place", HTMLElement);
  const brand = brandOf(digits);
  if (place === undefined || brand === "other") return;
  place.textContent = note(place, brand === "amex" ? "amex" : "other");
}
