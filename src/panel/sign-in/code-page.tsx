import { Secret } from "../../kernel/secret.ts";
import { passSecondFactor, type SignInRefusal } from "../../domain/merchant/sign-in.ts";
import { done, redirect, type PanelAnswer } from "../kit/answer.ts";
import type { OpenContext } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { Button, Field, Form } from "../../page/parts/form.tsx";
import { openRoute, type PanelRoute } from "../kit/route.ts";
import { attemptWords } from "../words/attempts.ts";
import { refusalFacts } from "./sign-in-page.tsx";
import { signInWords } from "./words.ts";

/** The second factor: a code of the app, or a recovery code. */
export const codeRoutes: readonly PanelRoute[] = [
  openRoute("GET", "sign-in/code", async (context) =>
    codePage(context, context.request.query["next"] ?? "", undefined),
  ),
  openRoute("POST", "sign-in/code", take),
];

async function take(context: OpenContext): Promise<PanelAnswer> {
  const { kit, request, browser, pending, language } = context;
  const { code = "", next = "" } = request.body;
  if (pending === undefined) return backToStart(context, next);
  const { session } = pending;
  const passed = await passSecondFactor(kit.people, { session, code: new Secret(code), browser });
  const object = { kind: "user", id: pending.user.userId };
  if (!passed.ok) {
    const isWrong = passed.refusal.code === "wrong";
    kit.countSignInFailure(isWrong ? "wrong_code" : "too_many_attempts");
    if (isWrong) {
      await context.recordAs(pending.user, {
        action: "user.sign_in_refused",
        object,
        after: { second_factor: "wrong" },
      });
    }
    return codePage(context, next, passed.refusal);
  }
  const { token, user, device, usedRecoveryCode } = passed.value;
  const action = usedRecoveryCode ? "user.recovery_code_used" : "user.signed_in";
  await context.recordAs(user, { action, object, after: { second_factor: true } });
  const to = kit.paths.own(next) ?? kit.paths.panel();
  if (!usedRecoveryCode) return { kind: "redirect", to, token, device };
  const left = await kit.people.users.recoveryCodesLeft(user.userId);
  const flash = done(signInWords[language].codesLeft(left));
  return { kind: "redirect", to, token, device, flash };
}

function backToStart({ kit }: OpenContext, next: string): PanelAnswer {
  return redirect(kit.paths.panel("sign-in") + queryText({ next: kit.paths.own(next) }));
}

function codePage(
  context: OpenContext,
  next: string,
  refusal: SignInRefusal | undefined,
): PanelAnswer {
  const { kit, language, pending } = context;
  const words = signInWords[language];
  if (pending === undefined) return backToStart(context, next);
  const isWrong = refusal?.code === "wrong";
  return {
    kind: "page",
    ...refusalFacts(refusal),
    title: words.codeTitle,
    ...(refusal?.code === "too_many_attempts"
      ? {
          flash: { kind: "refused", text: attemptWords[language].tooMany(refusal.waitS) } as const,
        }
      : {}),
    body: (
      <div class="card narrow">
        <Form action={kit.paths.panel("sign-in/code")}>
          <input type="hidden" name="next" value={kit.paths.own(next) ?? ""} />
          <Field
            name="code"
            label={words.code}
            hint={words.codeHint}
            error={isWrong ? words.codeWrong : ""}
            autocomplete="one-time-code"
            inputMode="text"
            maxLength={40}
            hasFocus
            isRequired
          />
          <Button>{words.codeSubmit}</Button>
        </Form>
        <p class="hint">
          <a href={kit.paths.panel("sign-in")}>{words.startAgain}</a>
        </p>
      </div>
    ),
  };
}
