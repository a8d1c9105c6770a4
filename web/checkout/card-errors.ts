import {
  CARD_FIELDS,
  checkCardField,
  type CardField,
  type TypedCard,
} from "../../src/domain/card/typed-card.ts";
import { instant } from "../../src/kernel/clock.ts";
import { find, note, notes } from "./page.ts";
import { whenStill } from "./still.ts";

/** Field errors by the server's own checks and texts, before the form is submitted. */
export type CardErrors = {
  /** Shows the errors of all fields and moves the focus to them; true if every field is right. */
  checkAll(): boolean;
};

export function watchCardErrors(form: HTMLFormElement): CardErrors {
  const texts = notes(form, "errors");
  const title = document.title.replace(`${note(form, "prefix")}: `, "");
  const check = (field: CardField): string => {
    // The expiry is compared with the server's clock, because the visitor's may be wrong.
    const error = checkCardField(field, typedCard(), instant(Number(note(form, "now"))));
    return error === undefined ? "" : (texts.get(error) ?? "");
  };
  for (const field of CARD_FIELDS) {
    const input = inputOf(field);
    input?.addEventListener("blur", () => {
      whenStill(() => {
        if (input.value.trim() !== "") show(field, check(field));
      });
    });
  }
  // Typing updates the error of a field only if it already has one.
  form.addEventListener("input", () => {
    for (const field of CARD_FIELDS) {
      if (inputOf(field)?.hasAttribute("aria-invalid") === true) show(field, check(field));
    }
  });
  return {
    checkAll() {
      const wrong = CARD_FIELDS.map((field) => ({ field, text: check(field) }));
      for (const { field, text } of wrong) show(field, text);
      const found = wrong.filter(({ text }) => text !== "");
      summarize(found);
      document.title = found.length === 0 ? title : `${note(form, "prefix")}: ${title}`;
      return found.length === 0;
    },
  };
}

function inputOf(field: CardField): HTMLInputElement | undefined {
  return find(field, HTMLInputElement);
}

function textOf(field: CardField): string {
  return inputOf(field)?.value ?? "";
}

function typedCard(): TypedCard {
  return {
    card_number: textOf("card_number"),
    expiry: textOf("expiry"),
    cvc: textOf("cvc"),
    card_holder_name: textOf("card_holder_name"),
  };
}

function show(field: CardField, text: string): void {
  const input = inputOf(field);
  const error = find(`${field}-error`, HTMLElement);
  if (input === undefined || error === undefined) return;
  error.hidden = text === "";
  error.textContent = text;
  if (text === "") input.removeAttribute("aria-invalid");
  else input.setAttribute("aria-invalid", "true");
}

type Wrong = { readonly field: CardField; readonly text: string };

/** A single wrong field takes the focus; with several, the list of errors does. */
function summarize(wrong: readonly Wrong[]): void {
  const summary = find("errors", HTMLElement);
  const list = summary?.querySelector("ul");
  if (summary === undefined || list === null || list === undefined) return;
  summary.hidden = wrong.length === 0;
  list.replaceChildren(...wrong.map(linkTo));
  const [only, another] = wrong;
  if (another !== undefined) summary.focus();
  else if (only !== undefined) inputOf(only.field)?.focus();
}

function linkTo({ field, text }: Wrong): HTMLLIElement {
  const link = document.createElement("a");
  link.href = `#${field}`;
  link.textContent = text;
  const item = document.createElement("li");
  item.append(link);
  return item;
}
