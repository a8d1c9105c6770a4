import { offerCopies } from "../shared/copy.ts";

export function copyButtons(): void {
  offerCopies("button[data-copy]", (button) => {
    const name = [...button.childNodes];
    const { copied = "" } = button.dataset;
    return { show: (isCopied) => button.replaceChildren(...(isCopied ? [copied] : name)) };
  });
}
