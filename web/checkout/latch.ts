import { unawaited } from "../shared/unawaited.ts";
import { announce, askState, note } from "./page.ts";

/** The ms after a submission at which the button says that the bank may be slow. */
const SLOW_MS = 8_000;
/** The ms after a submission at which its answer counts as lost and the state is asked for. */
const LOST_MS = 30_000;

/** The submit buttons of payment forms, without the one that leads back to the shop. */
const PAYING = "form:not(#leave) [type=submit]";

export type Latch = {
  isClosed(): boolean;
  /**
   * Prevents further submissions. The given button keeps the focus and shows the progress, and the
   * latch opens again if the payment did not begin. Without a button the latch stays closed.
   */
  close(button?: HTMLButtonElement): void;
};

/** Lets one submission through for all payment forms together. */
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
    setTimeout(() => unawaited(recover(section, open)), LOST_MS);
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

/**
 * Asks for the session's state after a lost answer, again while the request fails. Opens the forms
 * if the session can still be paid; otherwise loads its page.
 */
async function recover(section: HTMLElement, open: () => void): Promise<void> {
  const state = await askState(note(section, "status"));
  if (state?.startsWith("payable") === true) open();
  else if (state === undefined) setTimeout(() => unawaited(recover(section, open)), SLOW_MS);
  else location.replace(note(section, "here"));
}
