import { enhanceCardForm } from "./card-form.ts";
import { watchDeadline } from "./deadline.ts";
import { keepOnSwitch } from "./language-switch.ts";
import { createLatch } from "./latch.ts";
import { find, note } from "./page.ts";

/** Enhances the payment methods, which also work without this script. */
export function enhancePaySection(section: HTMLElement): void {
  const latch = createLatch(section);
  const card = find("payment", HTMLFormElement);
  const isRight = card === undefined ? undefined : enhanceCardForm(card);
  for (const form of section.querySelectorAll<HTMLFormElement>("form:not(#leave)")) {
    form.addEventListener("submit", (event) => {
      const isReady = form !== card || isRight?.() === true;
      if (latch.isClosed() || isCutOff() || !isReady) return event.preventDefault();
      // Browsers without `submitter` use the first submit button.
      const button = event.submitter ?? form.querySelector("[type=submit]");
      latch.close(button instanceof HTMLButtonElement ? button : undefined);
    });
  }
  fitTerms(section);
  watchDeadline(section, () => latch.close());
  showConnection();
  keepOnSwitch(section);
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.replace(note(section, "here"));
  });
}

/**
 * True if the browser calls itself offline although it has just loaded this page, which happens
 * with a server on the same machine. `navigator.onLine` is then ignored.
 */
const hasOwnServer = !navigator.onLine;

function isCutOff(): boolean {
  return !hasOwnServer && !navigator.onLine;
}

/** Hides the terms that the chosen lender does not offer. */
function fitTerms(section: HTMLElement): void {
  const terms = find("term", HTMLSelectElement);
  if (terms === undefined) return;
  const fit = (): void => {
    const lender = section.querySelector<HTMLInputElement>("[data-longest]:checked");
    const longest = Number(lender?.dataset["longest"] ?? "0");
    for (const option of terms.options) {
      option.hidden = option.disabled = Number(option.value) > longest;
    }
    if (terms.selectedOptions[0]?.disabled !== false) terms.selectedIndex = 0;
  };
  terms.form?.addEventListener("change", fit);
  fit();
}

function showConnection(): void {
  const offline = find("offline", HTMLElement);
  if (offline === undefined) return;
  const update = (): void => {
    offline.hidden = !isCutOff();
  };
  addEventListener("online", update);
  addEventListener("offline", update);
  update();
}
