import { type Challenge, type Language, MAX_WRONG_CODES } from "../challenge.ts";
import { type TrialEnds, TrialTools } from "./trial-tools.tsx";
import { WORDS } from "./words.ts";

type CodeFormProps = {
  readonly codes: Pick<Challenge, "oneTimeCode" | "wrongCodes">;
  readonly approve: string;
  readonly language: Language;
  readonly isWrong: boolean;
  readonly isFramed: boolean;
  readonly ends: TrialEnds;
};

/** The one form of a page: the one-time code and the three decisions; works without JavaScript. */
export function CodeForm(props: CodeFormProps) {
  const { codes, approve, language, isWrong, isFramed, ends } = props;
  const words = WORDS[language].challenge;
  return (
    <form method="post" action={`?lang=${language}`} autocomplete="off">
      <label for="otp">{words.code}</label>
      <p class="hint" id="otp-hint">
        {words.codeHint} <strong class="code">{codes.oneTimeCode}</strong>
      </p>
      {isWrong && (
        <p class="error" id="otp-error" role="alert">
          {words.wrongCode(MAX_WRONG_CODES - codes.wrongCodes)}
        </p>
      )}
      <input
        id="otp"
        name="otp"
        type="text"
        inputMode="numeric"
        autocomplete="one-time-code"
        spellcheck={false}
        aria-describedby={isWrong ? "otp-error otp-hint" : "otp-hint"}
        aria-invalid={isWrong ? "true" : undefined}
        enterkeyhint="done"
        autofocus={isWrong || !isFramed}
      />
      <div class="actions">
        <button class="primary" type="submit" name="decision" value="approve">
          {approve}
        </button>
        <button type="submit" name="decision" value="decline">
          {words.decline}
        </button>
        <button type="submit" name="decision" value="cancel">
          {words.cancel}
        </button>
      </div>
      <TrialTools language={language} ends={ends} />
    </form>
  );
}
