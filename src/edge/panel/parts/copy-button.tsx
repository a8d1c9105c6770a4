import type { Language } from "../../../checkout/session.ts";
import { shell } from "../words/shell.ts";

type CopyButtonProps = {
  readonly language: Language;
  /** The name of the copied value, for screen readers. */
  readonly name: string;
  readonly text: string;
};

/** Hidden without JavaScript, because a script does the copying. */
export function CopyButton({ language, name, text }: CopyButtonProps) {
  const words = shell[language];
  return (
    <button type="button" class="button plain" hidden data-copy={text} data-copied={words.copied}>
      {words.copy}
      <span class="unseen">: {name}</span>
    </button>
  );
}
