import type { Tokens } from "marked";
import type { VNode } from "preact";
import type { Language } from "../kernel/language.ts";
import { tabName } from "./code-tabs.ts";
import { tokensOf } from "./highlight.ts";
import { docsWords } from "./words.ts";

type CodeProps = { readonly token: Tokens.Code; readonly language: Language };

/** A code block with its tokens coloured, and the button that copies it. */
export function Code({ token: { text, lang = "" }, language }: CodeProps) {
  const [name = ""] = lang.split(" ");
  return (
    <div class="code">
      <pre tabIndex={0}>
        <code class={name}>
          {tokensOf(text, name).map(({ text: piece, kind }) =>
            kind === undefined ? piece : <span class={`t-${kind}`}>{piece}</span>,
          )}
        </code>
      </pre>
      <button type="button" class="copy" hidden>
        {docsWords[language].copy}
      </button>
    </div>
  );
}

type NumberProps = { readonly digits: string; readonly language: Language };

/** A card number, grouped to be read, and the button that copies its digits alone. */
export function CardNumber({ digits, language }: NumberProps) {
  const { copy } = docsWords[language];
  return (
    <span class="card-number">
      <code>{digits}</code>
      <button
        type="button"
        class="copy"
        hidden
        aria-label={`${copy}: ${digits}`}
        data-copy={digits.replaceAll(" ", "")}
      >
        {copy}
      </button>
    </span>
  );
}

type TabsProps = {
  readonly tokens: readonly Tokens.Code[];
  readonly language: Language;
  /** Distinguishes the tabs of a page. */
  readonly place: number;
};

/** Tabs as radio buttons, which style sheets alone switch; the script only remembers the choice. */
export function Tabs({ tokens, language, place }: TabsProps) {
  return (
    <fieldset class="tabs">
      <legend class="unseen">{docsWords[language].language}</legend>
      {tokens.flatMap((token, position): readonly VNode[] => {
        const name = tabName(token.lang ?? "") ?? "";
        const id = `tab-${place}-${position}`;
        return [
          <input
            type="radio"
            name={`tab-${place}`}
            id={id}
            value={name}
            checked={position === 0}
          />,
          <label for={id}>{name}</label>,
        ];
      })}
      {tokens.map((token) => (
        <div class="tab">
          <Code token={token} language={language} />
        </div>
      ))}
    </fieldset>
  );
}
