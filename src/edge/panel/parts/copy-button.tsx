import type { Language } from "../../../checkout/session.ts";
import { shell } from "../words/shell.ts";

type CopyButtonProps = {
  readonly language: Language;
  /** What is copied, for those who can't see where the button stands. */
  readonly name: string;
  readonly text: string;
};

/** Shown by the script that copies; without it there is nothing to press. */
export function CopyButton({ language, name, text }: CopyButtonProps) {
  const words = shell[language];
  return (
    <button type="button" class="button plain" hidden data-copy={text} data-copied={words.copied}>
      {words.copy}
      <span class="unseen">: {name}</span>
    </button>
  );
}
