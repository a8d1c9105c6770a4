import { mayBeCardNumber } from "../../src/domain/card/find-card-number.ts";

/** Refuses card numbers in search fields before they leave the browser. */
export function refuseCards(): void {
  document.addEventListener("submit", (event) => {
    const { target } = event;
    if (!(target instanceof HTMLFormElement)) return;
    const fields = target.querySelectorAll<HTMLInputElement>("[data-no-card]");
    const field = [...fields].find(({ value }) => mayBeCardNumber(value));
    if (field === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    field.value = "";
    field.setCustomValidity(field.dataset["noCard"] ?? "");
    field.reportValidity();
    field.addEventListener("input", () => field.setCustomValidity(""), { once: true });
  });
}
