const SHOWN_MS = 2_000;

/** The text that a button copies, and the sign by which it shows that. */
export type Copying = {
  /** Asked at the press, because the text may change; by default the button's `data-copy`. */
  readonly text?: () => string;
  /** Called with true after a copy, and with false when the message has been seen. */
  readonly show: (isCopied: boolean) => void;
};

/**
 * Shows the buttons that copy, and lets them copy, if the browser has a clipboard. `prepare` is
 * called once for each button.
 */
export function offerCopies(
  selector: string,
  prepare: (button: HTMLButtonElement) => Copying,
): void {
  // Only secure contexts have a clipboard, although the type is not optional.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard === undefined) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>(selector)) {
    const { text = () => button.dataset["copy"] ?? "", show } = prepare(button);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const showCopied = (): void => {
      show(true);
      clearTimeout(timer);
      timer = setTimeout(() => show(false), SHOWN_MS);
    };
    button.hidden = false;
    button.addEventListener("click", () => {
      // A browser may refuse; then the button shows no success.
      clipboard.writeText(text()).then(showCopied, () => undefined);
    });
  }
}
