import { announce, askState, note } from "./page.ts";

/** When a customer who waits is told that this is normal. */
const SLOW_MS = 8_000;
/** When an answer is no longer expected, and the server is asked what became of the payment. */
const LOST_MS = 30_000;

/** The buttons that pay; the way back to the shop stays open. */
const PAYING = "form:not(#leave) [type=submit]";

export type Latch = {
  isClosed(): boolean;
  /**
   * Takes no more presses. The button that was pressed stays where the focus is, says that it is at
   * work, and is watched over; without one, nothing can be sent any more.
   */
  close(button?: HTMLButtonElement): void;
};

/** One press is one payment, whichever of the forms it is in. */
export function createLatch(section: HTMLElement): Latch {
  const buttons = [...section.querySelectorAll<HTMLButtonElement>(PAYING)];
  let isClosed = false;
  const mark = (): void => {
    for (const button of buttons) {
      if (isClosed) button.setAttribute("aria-disabled", "true");
      else button.removeAttribute("aria-disabled");
    }
  };
  const follow = (button: HTMLButtonElement): void => {
    const label = button.querySelector("span");
    const text = label?.textContent ?? "";
    const say = (words: string): void => {
      if (label !== null) label.textContent = words;
      announce(words);
    };
    const open = (): void => {
      isClosed = false;
      mark();
      say(text);
    };
    say(note(section, "busy"));
    setTimeout(() => say(note(section, "slow")), SLOW_MS);
    setTimeout(() => void recover(section, open), LOST_MS);
  };
  return {
    isClosed: () => isClosed,
    close(button) {
      isClosed = true;
      mark();
      if (button !== undefined) follow(button);
    },
  };
}

/** Never sends a payment again: asks whether one is under way, and shows that. */
async function recover(section: HTMLElement, open: () => void): Promise<void> {
  const state = await askState(note(section, "status"));
  if (state?.startsWith("payable") === true) open();
  else if (state === undefined) setTimeout(() => void recover(section, open), SLOW_MS);
  else location.replace(note(section, "here"));
}
