import { cameByHistory, find, look, note } from "./page.ts";

const PAUSE_MS = 1_000;

/**
 * Goes on to the shop after a moment unless the customer wants to stay: once the shop knows of the
 * payment, or it has been waited for long enough.
 */
export function enhanceReceipt(onward: HTMLAnchorElement): void {
  const text = document.querySelector<HTMLElement>("[data-goes-on]");
  const stay = find("stay", HTMLButtonElement);
  if (text === null || stay === undefined) return;
  // Whoever comes back to the receipt has been to the shop already.
  if (cameByHistory()) return text.remove();
  stay.hidden = false;
  let isSettled = false;
  const leave = (): void => {
    if (!isSettled) location.replace(onward.href);
    isSettled = true;
  };
  const goOn = async (): Promise<void> => {
    if ((await look(note(text, "status")))?.notified !== false) leave();
    else setTimeout(() => void goOn(), PAUSE_MS);
  };
  const shownMs = Number(note(text, "goesOn"));
  setTimeout(() => void goOn(), shownMs);
  // However long an answer takes, nobody is kept for longer.
  setTimeout(leave, Math.max(shownMs, Number(note(text, "held"))));
  const keep = (): void => {
    isSettled = true;
    text.remove();
    stay.hidden = true;
  };
  stay.addEventListener("click", () => {
    keep();
    onward.focus();
  });
  addEventListener("beforeprint", keep);
}
