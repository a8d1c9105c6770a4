import { useWords } from "../kit/reader.ts";
import { Glyph } from "./glyph.tsx";
import { partWords } from "./part-words.ts";

type CopyButtonProps = {
  /** The name of the copied value, for screen readers. */
  readonly name: string;
  readonly text: string;
  /** True for a small drawing beside an id, in place of the word. */
  readonly isSmall?: boolean;
};

/** Hidden without JavaScript, because a script does the copying. */
export function CopyButton({ name, text, isSmall = false }: CopyButtonProps) {
  const words = useWords(partWords);
  const shape = isSmall ? "copy" : "button plain";
  return (
    <button type="button" class={shape} hidden data-copy={text} data-copied={words.copied}>
      {isSmall && <Glyph name="copy" />}
      <span class={isSmall ? "unseen" : undefined}>{words.copy}</span>
      <span class="unseen">: {name}</span>
    </button>
  );
}
