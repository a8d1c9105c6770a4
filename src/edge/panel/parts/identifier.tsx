import type { Language } from "../../../checkout/session.ts";
import { CopyButton } from "./copy-button.tsx";

type IdentifierProps = {
  readonly language: Language;
  /** The name of the value, for screen readers. */
  readonly name: string;
  readonly value: string;
  /** The text on the page, if it is shorter than the value or written in groups. */
  readonly shown?: string;
};

/** An id, code or number with a button that copies the whole value. */
export function Identifier({ language, name, value, shown = value }: IdentifierProps) {
  return (
    <span class="identifier">
      <bdi class="code" title={shown === value ? undefined : value}>
        {shown}
      </bdi>
      <CopyButton language={language} name={name} text={value} isSmall />
    </span>
  );
}
