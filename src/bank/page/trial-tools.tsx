import type { Language } from "../challenge.ts";
import { OUTCOMES, type TrialName } from "../trial.ts";
import { TRIAL_WORDS } from "./trial-words.ts";

/** The result code that the merchant receives after each of the developer's trials. */
export type TrialEnds = Readonly<Partial<Record<TrialName, string>>>;

type TrialToolsProps = { readonly language: Language; readonly ends: TrialEnds };

/** The developers' part of the page's form; it forces results that a customer can't cause. */
export function TrialTools({ language, ends }: TrialToolsProps) {
  const words = TRIAL_WORDS[language];
  const names: readonly TrialName[] = ["timeout", "wrong_code", "lost", "twice"];
  return (
    <details class="tools">
      <summary>{words.title}</summary>
      <p class="hint">{words.intro}</p>
      {ends.outcome !== undefined && (
        <div class="tool">
          <label for="outcome">{words.outcome}</label>
          <select id="outcome" name="outcome">
            {OUTCOMES.map((outcome) => (
              <option value={outcome}>{words.outcomes[outcome]}</option>
            ))}
          </select>
          <button type="submit" name="try" value="outcome">
            {words.buttons.outcome}
          </button>
        </div>
      )}
      {names.map((name) => (
        <div class="tool">
          <button type="submit" name="try" value={name} aria-describedby={`try-${name}`}>
            {words.buttons[name]}
          </button>
          <p class="hint" id={`try-${name}`}>
            {words.endsAs} <code>{ends[name]}</code>
          </p>
        </div>
      ))}
    </details>
  );
}
