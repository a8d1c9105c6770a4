import { find, note } from "./page.ts";

/**
 * Leads from the line above a phone's submit button to the chosen installments. The returned
 * function shows the plan of a chosen option there and below the amount of the order, or hides it.
 */
export function followPlan(box: HTMLElement): (chosen: HTMLElement | null) => void {
  const plan = find("plan", HTMLAnchorElement);
  plan?.addEventListener("click", (event) => {
    event.preventDefault();
    box.scrollIntoView({ block: "center" });
    box.querySelector<HTMLElement>("[name=installment]:checked")?.focus({ preventScroll: true });
  });
  const due = find("due", HTMLElement);
  return (chosen) => {
    if (due !== undefined) {
      due.textContent = isInParts(chosen) ? note(chosen, "plan") : "";
      due.hidden = due.textContent === "";
    }
    if (plan === undefined) return;
    plan.hidden = chosen === null;
    plan.textContent = chosen === null ? "" : note(chosen, "plan");
  };
}

/** True for an option of several installments, whose total may be above the amount of the order. */
function isInParts(chosen: HTMLElement | null): chosen is HTMLInputElement {
  return chosen instanceof HTMLInputElement && parseInt(chosen.value, 10) > 1;
}
