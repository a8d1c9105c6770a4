import type { Language } from "../../../checkout/session.ts";
import { shell } from "../words/shell.ts";

type ShownOnceProps = {
  readonly language: Language;
  readonly name: string;
  readonly text: string;
};

/** A secret in the answer to the form that made it; no other page holds it. */
export function ShownOnce({ language, name, text }: ShownOnceProps) {
  const words = shell[language];
  return (
    <p class="secret">
      <strong>{name}</strong>
      <code>{text}</code>
      <button type="button" class="button plain" hidden data-copy={text} data-copied={words.copied}>
        {words.copy}
        <span class="unseen">: {name}</span>
      </button>
    </p>
  );
}
