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
  let isStaying = false;
  const held = performance.now() + Number(note(text, "held"));
  const goOn = async (): Promise<void> => {
    const isOver = performance.now() >= held;
    const isNotified = isOver || (await look(note(text, "status")))?.notified !== false;
    if (isStaying) return;
    if (isNotified) location.replace(onward.href);
    else setTimeout(() => void goOn(), PAUSE_MS);
  };
  setTimeout(() => void goOn(), Number(note(text, "goesOn")));
  const keep = (): void => {
    isStaying = true;
    text.remove();
    stay.hidden = true;
  };
  stay.addEventListener("click", () => {
    keep();
    onward.focus();
  });
  addEventListener("beforeprint", keep);
}
