import { offerCopies } from "../shared/copy.ts";

/** Lets the buttons copy the code that their `data-copy` names; a copied step stays marked. */
export function copyButtons(): void {
  offerCopies("button[data-copy]", (button) => {
    const { copy: id = "", copied = "" } = button.dataset;
    return {
      text: () => document.getElementById(id)?.textContent ?? "",
      show: (isCopied) => {
        if (!isCopied) return;
        button.removeAttribute("aria-label");
        button.textContent = copied;
      },
    };
  });
}
