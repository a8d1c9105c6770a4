import type { PanelAnswer } from "../kit/answer.ts";
import type { AccountContext } from "../kit/context.ts";
import type { ConfirmProblem } from "../kit/guard.ts";
import { Button, Form } from "../parts/form.tsx";
import { ConfirmField } from "../parts/confirm-field.tsx";
import { attemptWords } from "../words/attempts.ts";

/**
 * Fields of the submitted form that are not repeated, because the confirmation page has its own.
 */
const OWN_FIELDS = new Set(["password", "form_token"]);
/** Fields with this prefix hold secrets, which no page repeats; the form asks for them again. */
const SECRET_PREFIX = "secret:";

/** Re-authenticates the user before a sensitive change, and then sends the same form again. */
export function confirmPage(
  context: AccountContext,
  problem: ConfirmProblem,
  formPath: string,
): PanelAnswer {
  const { request, language } = context;
  const words = attemptWords[language];
  const waitS = waitOf(problem);
  const [action = ""] = request.url.split("?", 1);
  const fields = Object.entries(request.body).filter(
    ([name]) => !OWN_FIELDS.has(name) && !name.startsWith(SECRET_PREFIX),
  );
  return {
    kind: "page",
    status: waitS > 0 ? 429 : 422,
    retryAfterS: waitS > 0 ? waitS : undefined,
    title: words.confirmTitle,
    crumbs: [{ label: words.backToForm, href: formPath }],
    body: (
      <div class="card narrow">
        <p>{words.confirmIntro}</p>
        <Form context={context} action={action}>
          {fields.map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <ConfirmField context={context} error={errorText(context, problem)} hasFocus isAlways />
          <Button>{words.confirm}</Button>
        </Form>
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
