import { cameByHistory, find } from "./page.ts";
import { enhancePayForm } from "./pay-form.ts";
import { enhanceReceipt } from "./receipt.ts";
import { watchState } from "./watch.ts";

const form = find("payment", HTMLFormElement);
if (form !== undefined) enhancePayForm(form);

const watched = document.querySelector<HTMLElement>("main[data-state]");
if (watched !== null) watchState(watched);

const onward = find("onward", HTMLAnchorElement);
if (onward !== undefined) enhanceReceipt(onward);

// Back from the bank must not lead to the bank again.
const bank = document.querySelector<HTMLFormElement>("form[data-bank-form]");
if (bank !== null && !cameByHistory()) bank.submit();
