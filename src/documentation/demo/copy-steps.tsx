import type { Language } from "../../kernel/language.ts";
import { WORDS } from "./words.ts";

/** A step of an integration with its code. */
export type Step = { readonly id: string; readonly title: string; readonly code: string };

type CopyStepsProps = { readonly language: Language; readonly steps: readonly Step[] };

/** The code of each step with a copy button, which the script shows. */
export function CopySteps({ language, steps }: CopyStepsProps) {
  const { copy, copied } = WORDS[language].steps;
  return (
    <>
      {steps.map(({ id, title, code }) => (
        <div class="step">
          <h3>{title}</h3>
          <button
            class="secondary"
            type="button"
            hidden
            data-copy={id}
            data-copied={copied}
            aria-label={`${copy}: ${title}`}
          >
            {copy}
          </button>
          <pre tabIndex={0}>
            <code id={id}>{code}</code>
          </pre>
        </div>
      ))}
    </>
  );
}
