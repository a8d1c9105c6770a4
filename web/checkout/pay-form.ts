import { groupWhileTyping } from "./card-number-input.ts";
import { watchCardErrors } from "./card-errors.ts";
import { watchDeadline } from "./deadline.ts";
import { slashWhileTyping } from "./expiry-input.ts";
import { keepOnSwitch } from "./language-switch.ts";
import { announce, askState, find, note } from "./page.ts";

/** When a customer who waits is told that this is normal. */
const SLOW_MS = 8_000;
/** When an answer is no longer expected, and the server is asked what became of the payment. */
const LOST_MS = 30_000;

/** Helps with the form; without this script it works all the same. */
export function enhancePayForm(form: HTMLFormElement): void {
  const number = find("card_number", HTMLInputElement);
  const expiry = find("expiry", HTMLInputElement);
  const code = find("cvc", HTMLInputElement);
  if (number !== undefined) groupWhileTyping(number);
  if (expiry !== undefined) slashWhileTyping(expiry);
  const errors = watchCardErrors(form);
  const latch = createLatch(form);
  watchDeadline(form, () => latch.close());
  showConnection();
  keepOnSwitch(form);

  form.addEventListener("submit", (event) => {
    if (latch.isClosed() || !navigator.onLine || !errors.checkAll()) return event.preventDefault();
    latch.close(note(form, "busy"));
    latch.follow();
  });
  // A page that is left must not be found again with a card in it.
  addEventListener("pagehide", () => {
    for (const input of [number, code]) if (input !== undefined) input.value = "";
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.replace(note(form, "here"));
  });
}

type Latch = {
  isClosed(): boolean;
  /** Takes no more presses; the button stays where the focus is, and says why. */
  close(text?: string): void;
  /** Watches over a payment that was sent. */
  follow(): void;
};

function createLatch(form: HTMLFormElement): Latch {
  const button = find("pay", HTMLButtonElement);
  const label = button?.querySelector("span");
  const text = label?.textContent ?? "";
  let isClosed = false;
  const say = (words: string): void => {
    if (label !== null && label !== undefined) label.textContent = words;
    announce(words);
  };
  const open = (): void => {
    isClosed = false;
    button?.removeAttribute("aria-disabled");
    say(text);
  };
  return {
    isClosed: () => isClosed,
    close(words) {
      isClosed = true;
      button?.setAttribute("aria-disabled", "true");
      if (words !== undefined) say(words);
    },
    follow() {
      setTimeout(() => say(note(form, "slow")), SLOW_MS);
      setTimeout(() => void settle(form, open), LOST_MS);
    },
  };
}

/** Never sends a payment again: asks whether one is under way, and shows that. */
async function settle(form: HTMLFormElement, open: () => void): Promise<void> {
  const state = await askState(note(form, "status"));
  if (state?.startsWith("payable") === true) open();
  else if (state === undefined) setTimeout(() => void settle(form, open), SLOW_MS);
  else location.replace(note(form, "here"));
}

function showConnection(): void {
  const offline = find("offline", HTMLElement);
  if (offline === undefined) return;
  const update = (): void => {
    offline.hidden = navigator.onLine;
  };
  addEventListener("online", update);
  addEventListener("offline", update);
  update();
}
