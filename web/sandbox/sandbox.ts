import "../checkout/checkout.ts";
import { announce, find, note } from "../checkout/page.ts";

/**
 * The script of test sessions: the checkout's script and the buttons that fill in a test card. A
 * separate build keeps it out of live pages.
 */
const list = document.querySelector<HTMLElement>("ul[data-expiry]");
for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-fill]")) {
  button.hidden = false;
  button.addEventListener("click", () => fill(note(button, "fill")));
}

function fill(number: string): void {
  if (list === null) return;
  put("card_number", number);
  put("expiry", note(list, "expiry"));
  put("cvc", number.startsWith("3") ? "1234" : "123");
  if (find("card_holder_name", HTMLInputElement)?.value.trim() === "") {
    put("card_holder_name", "Test Kartı");
  }
  document.querySelector("details.sandbox")?.removeAttribute("open");
  announce(note(list, "filled"));
  find("pay", HTMLElement)?.focus();
}

function put(id: string, text: string): void {
  const input = find(id, HTMLInputElement);
  if (input === undefined) return;
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
