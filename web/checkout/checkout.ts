import { copyButtons } from "./copy.ts";
import { cameByHistory, find } from "./page.ts";
import { enhancePaySection } from "./pay-section.ts";
import { enhanceReceipt } from "./receipt.ts";
import { watchState } from "./watch.ts";

const section = find("pay-section", HTMLElement);
if (section !== undefined) enhancePaySection(section);

const watched = document.querySelector<HTMLElement>("main[data-state]");
if (watched !== null) watchState(watched);

const onward = find("onward", HTMLAnchorElement);
if (onward !== undefined) enhanceReceipt(onward);

copyButtons();

const print = document.querySelector<HTMLButtonElement>("[data-print]");
print?.addEventListener("click", () => window.print());

// Shows the elements that need this script.
for (const element of document.querySelectorAll<HTMLElement>("[data-print], [data-script]")) {
  element.hidden = false;
}

// Removes the elements that replace this script if it does not load.
for (const element of document.querySelectorAll("[data-late]")) element.remove();

// The Back button from the bank's page must not submit the form again.
const bank = document.querySelector<HTMLFormElement>("form[data-bank-form]");
if (bank !== null && !cameByHistory()) bank.submit();
