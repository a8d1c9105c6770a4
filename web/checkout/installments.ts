import { cleanNumber } from "../../src/domain/card/typed-card.ts";
import type { OptionTexts, QuoteTexts } from "../../src/checkout/form/quote-texts.ts";
import { unawaited } from "../shared/unawaited.ts";
import { followPlan } from "./installment-plan.ts";
import { announce, find, note } from "./page.ts";
import { whenStill } from "./still.ts";

const PAUSE_MS = 150;
/** Longest BIN; further digits do not change the quote. */
const WHOLE_BIN = 8;
const SHORTEST_BIN = 6;

/** Token of the chosen stored card; empty for a typed card. */
export function chosenCard(form: HTMLFormElement): string {
  return form.querySelector<HTMLInputElement>("[name=card_token]:checked")?.value ?? "";
}

/** Shows the installments of a card once its first digits are typed or it is chosen. */
export function offerInstallments(form: HTMLFormElement): void {
  const box = find("installments", HTMLElement);
  const number = find("card_number", HTMLInputElement);
  const label = find("pay", HTMLElement)?.querySelector("span");
  if (box === undefined || number === undefined || label === null || label === undefined) return;
  const showPlan = followPlan(box);
  const answers = new Map<string, QuoteTexts>();
  let shown = note(box, "key");
  let wish = Number(note(box, "wish"));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;

  const follow = (): void => {
    const chosen = box.querySelector<HTMLInputElement>("[name=installment]:checked");
    if (chosen !== null) wish = parseInt(chosen.value, 10);
    showPlan(chosen);
    if (!isSubmitting(label)) label.textContent = note(chosen ?? box, "pay");
  };
  const show = (key: string, quote?: QuoteTexts): void => {
    shown = key;
    box.replaceChildren(...(quote === undefined ? [] : draw(quote, note(box, "title"), wish)));
    follow();
    if (quote !== undefined) announce(quote.said);
  };
  const ask = async (key: string): Promise<void> => {
    const { signal } = (asking = new AbortController());
    const quote = await fetchQuote(box, key, signal);
    if (quote === undefined) return;
    answers.set(key, quote);
    whenStill(() => signal.aborted || isSubmitting(label) || show(key, quote));
  };
  const look = (isDone: boolean): void => {
    const chosen = chosenCard(form);
    const key = chosen === "" ? binOf(number.value, isDone, shown) : chosen;
    if (key === shown) return;
    clearTimeout(timer);
    asking?.abort();
    const known = answers.get(key);
    if (key === "" || known !== undefined) show(key, known);
    else timer = setTimeout(() => unawaited(ask(key)), PAUSE_MS);
  };
  number.addEventListener("input", () => look(false));
  number.addEventListener("blur", () => whenStill(() => look(true)));
  form.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === "card_token") look(true);
    follow();
  });
  follow();
  look(true);
}

/** True after a submission: the label shows its progress then, and late quotes are ignored. */
function isSubmitting(label: HTMLElement): boolean {
  return label.closest("[aria-disabled=true]") !== null;
}

/**
 * The BIN to look up, or empty. A card number of only six or seven digits is looked up only after
 * the typing has ended.
 */
function binOf(text: string, isDone: boolean, shown: string): string {
  const digits = cleanNumber(text);
  if (!/^\d{6}/.test(digits)) return "";
  if (digits.length >= WHOLE_BIN) return digits.slice(0, WHOLE_BIN);
  const short = digits.slice(0, SHORTEST_BIN);
  return isDone || short === shown ? short : "";
}

async function fetchQuote(
  box: HTMLElement,
  key: string,
  signal: AbortSignal,
): Promise<QuoteTexts | undefined> {
  const address = note(box, "quote");
  const session = new URL(address, location.href).searchParams.get("session") ?? "";
  const card = key.startsWith("tok_") ? { card_token: key } : { card_number: key };
  const body = new URLSearchParams({ session, lang: note(box, "lang"), ...card });
  try {
    const answer = await fetch(address, { method: "POST", body, signal });
    const quote: unknown = answer.ok ? await answer.json() : undefined;
    return isQuote(quote) ? quote : undefined;
  } catch {
    // Without a quote the card pays the whole amount at once, as the button says.
    return undefined;
  }
}

function isQuote(value: unknown): value is QuoteTexts {
  return typeof value === "object" && value !== null && "options" in value;
}

/** Draws the same elements as the server. */
function draw(quote: QuoteTexts, title: string, wish: number): HTMLElement[] {
  const issuer = make("p", "issuer", quote.issuer);
  if (quote.program !== "") issuer.append(" ", make("span", "badge", quote.program));
  const drawn = [issuer];
  if (quote.note !== "") drawn.push(make("p", "hint", quote.note));
  if (quote.options.length === 0) return drawn;
  const choices = make("fieldset", "choices");
  const chosen = Math.max(
    quote.options.findIndex(({ value }) => parseInt(value, 10) === wish),
    0,
  );
  choices.append(
    make("legend", "", title),
    ...quote.options.map((option, index) => choice(option, index === chosen)),
  );
  return [...drawn, choices];
}

function choice(option: OptionTexts, isChosen: boolean): HTMLElement {
  const input = document.createElement("input");
  input.type = "radio";
  input.name = "installment";
  input.value = option.value;
  input.checked = isChosen;
  input.dataset["plan"] = option.plan;
  input.dataset["pay"] = option.pay;
  const text = make("span", "option", `${option.text} `);
  text.append(make("small", "", option.total));
  const label = make("label", "");
  label.append(input, text);
  return label;
}

function make(tag: string, className: string, text = ""): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}
