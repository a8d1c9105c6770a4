import { find, note } from "./page.ts";

/**
 * Leads from the line above a phone's submit button to the chosen installments. The returned
 * function shows the plan of a chosen option, or hides the line.
 */
export function followPlan(box: HTMLElement): (chosen: HTMLElement | null) => void {
  const plan = find("plan", HTMLAnchorElement);
  plan?.addEventListener("click", (event) => {
    event.preventDefault();
    box.scrollIntoView({ block: "center" });
    box.querySelector<HTMLElement>("[name=installment]:checked")?.focus({ preventScroll: true });
  });
  return (chosen) => {
    if (plan === undefined) return;
    plan.hidden = chosen === null;
    plan.textContent = chosen === null ? "" : note(chosen, "plan");
  };
}
