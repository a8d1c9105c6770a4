import type { PanelAnswer } from "../kit/answer.ts";
import type { AccountContext } from "../kit/context.ts";
import type { ConfirmProblem } from "../kit/guard.ts";
import { Button } from "../../page/parts/form.tsx";
import { ConfirmField } from "../parts/confirm-field.tsx";
import { FormAgain } from "../parts/form-again.tsx";
import { attemptWords } from "../words/attempts.ts";
import { shell } from "../words/shell.ts";

/** Re-authenticates the user before a sensitive change, and then sends the same form again. */
export function confirmPage(
  context: AccountContext,
  problem: ConfirmProblem,
  formPath: string,
): PanelAnswer {
  const { language } = context;
  const words = attemptWords[language];
  const waitS = waitOf(problem);
  return {
    kind: "page",
    status: waitS > 0 ? 429 : 422,
    retryAfterS: waitS > 0 ? waitS : undefined,
    title: words.confirmTitle,
    crumbs: [{ label: shell[language].previousPage, href: formPath }],
    body: (
      <div class="card narrow">
        <p>{words.confirmIntro}</p>
        <FormAgain>
          <ConfirmField error={errorText(context, problem)} hasFocus isAlways />
          <Button>{words.confirm}</Button>
        </FormAgain>
      </div>
    ),
  };
}

function waitOf(problem: ConfirmProblem): number {
  return problem !== "asked" && problem.code === "too_many_attempts" ? problem.waitS : 0;
}

function errorText({ signedIn, language }: AccountContext, problem: ConfirmProblem): string {
  const words = attemptWords[language];
  if (problem === "asked") return "";
  if (problem.code === "too_many_attempts") return words.tooMany(problem.waitS);
  const hasCode = signedIn.user.secondFactorSince !== undefined;
  return hasCode ? words.wrongPasswordOrCode : words.wrongPassword;
}
