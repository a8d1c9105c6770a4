import { unawaited } from "../shared/unawaited.ts";
import { cameByHistory, find, fetchState, note } from "./page.ts";

const PAUSE_MS = 1_000;

/**
 * Redirects to the shop once the shop has received the payment's event, at the latest after the
 * ms in `data-held`, unless the customer chooses to stay.
 */
export function enhanceReceipt(onward: HTMLAnchorElement): void {
  const text = document.querySelector<HTMLElement>("[data-goes-on]");
  const stay = find("stay", HTMLButtonElement);
  if (text === null || stay === undefined) return;
  // A customer who navigates back to the receipt has been redirected before.
  if (cameByHistory()) return text.remove();
  stay.hidden = false;
  let isDone = false;
  const leave = (): void => {
    if (!isDone) location.replace(onward.href);
    isDone = true;
  };
  const goOn = async (): Promise<void> => {
    if ((await fetchState(note(text, "status")))?.notified !== false) leave();
    else setTimeout(() => unawaited(goOn()), PAUSE_MS);
  };
  const shownMs = Number(note(text, "goesOn"));
  setTimeout(() => unawaited(goOn()), shownMs);
  // This timer also redirects the customer while a request for the state remains unanswered.
  setTimeout(leave, Math.max(shownMs, Number(note(text, "held"))));
  const keep = (): void => {
    isDone = true;
    text.remove();
    stay.hidden = true;
  };
  stay.addEventListener("click", () => {
    keep();
    onward.focus();
  });
  addEventListener("beforeprint", keep);
}
