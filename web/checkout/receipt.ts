import { cameByHistory, find, note } from "./page.ts";

/** Goes on to the shop after a moment unless the customer wants to stay. */
export function enhanceReceipt(onward: HTMLAnchorElement): void {
  const text = document.querySelector<HTMLElement>("[data-goes-on]");
  const stay = find("stay", HTMLButtonElement);
  if (text === null || stay === undefined) return;
  // Whoever comes back to the receipt has been to the shop already.
  if (cameByHistory()) return text.remove();
  stay.hidden = false;
  const timer = setTimeout(
    () => location.replace(onward.href),
    Number(note(text, "goesOn")) * 1_000,
  );
  const keep = (): void => {
    clearTimeout(timer);
    text.remove();
    stay.hidden = true;
  };
  stay.addEventListener("click", () => {
    keep();
    onward.focus();
  });
  addEventListener("beforeprint", keep);
}
