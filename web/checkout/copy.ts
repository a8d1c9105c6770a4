import { offerCopies } from "../shared/copy.ts";
import { announce, note } from "./page.ts";

export function copyButtons(): void {
  offerCopies("[data-copy]", (button) => ({
    show: (isCopied) => {
      if (isCopied) announce(note(button, "copied"));
      button.classList.toggle("done", isCopied);
    },
  }));
}
