import { CopyButton } from "./copy-button.tsx";
import { PersonalText } from "./personal-text.tsx";

/** The characters of a short id, which tell two payments of a merchant apart. */
const TAIL = 8;

/** The end of an id, for a narrow place; the whole id is its title. */
export function tailOf(id: string): string {
  return `…${id.slice(-TAIL)}`;
}

type IdentifierProps = {
  /** The name of the value, for screen readers. */
  readonly name: string;
  readonly value: string;
  /** The text on the page, if it is the value written in groups. */
  readonly shown?: string;
  /** True for a narrow place that shows the end of the value only. */
  readonly isTail?: boolean;
  /** True for a name or an address, which needs no letters of one width. */
  readonly isText?: boolean;
};

/** The longest value that fits half of a phone's width beside its button. */
const HALF = 11;

/** An id, code or number with a button that copies the whole value. */
export function Identifier(props: IdentifierProps) {
  const { name, value, shown, isTail = false, isText = false } = props;
  return (
    <span class={!isTail && value.length > HALF ? "identifier is-long" : "identifier"}>
      {isText ? (
        <PersonalText text={value} />
      ) : (
        <bdi class={isTail ? "code tail" : "code"} title={isTail ? value : undefined}>
          {isTail ? tailOf(value) : (shown ?? value)}
        </bdi>
      )}
      <CopyButton name={name} text={value} isSmall />
    </span>
  );
}
