import type { Language } from "../../kernel/language.ts";
import { CopyButton } from "./copy-button.tsx";

type ShownOnceProps = {
  readonly language: Language;
  readonly name: string;
  readonly text: string;
};

/** A secret in the answer to the form that created it; no other page shows it. */
export function ShownOnce({ language, name, text }: ShownOnceProps) {
  return (
    <p class="secret">
      <strong>{name}</strong>
      <code>{text}</code>
      <CopyButton language={language} name={name} text={text} />
    </p>
  );
}
