import { Secret } from "../../kernel/secret.ts";
import { parseEmail } from "../../domain/merchant/user.ts";
import { signIn, type SignInRefusal } from "../../domain/merchant/sign-in.ts";
import type { PanelSession } from "../../domain/merchant/user-ports.ts";
import { redirect, type PanelAnswer, type PanelPage } from "../kit/answer.ts";
import { type OpenContext, isAccount, useOpen, useWords } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { Button, Field, Form } from "../../page/parts/form.tsx";
import { openRoute, type PanelRoute } from "../kit/route.ts";
import { EmailField } from "./email-field.tsx";
import { identityWords } from "./identity-words.ts";
import { signInWords } from "./words.ts";
import { attemptWords } from "../words/attempts.ts";
import type { Language } from "../../kernel/language.ts";

/** Sign-in by e-mail and password; a refusal does not say which of them is wrong. */
export const signInRoutes: readonly PanelRoute[] = [
  openRoute("GET", "sign-in", async (context) => {
    const { next = "", out, chosen } = context.request.query;
    const words = signInWords[context.language];
    const done =
      (out === "yes" ? words.signedOut : undefined) ??
      (chosen === "yes" ? words.passwordChosen : undefined);
    return signInPage(context, { next, email: "", done });
  }),
  openRoute("POST", "sign-in", take),
];

async function take(context: OpenContext): Promise<PanelAnswer> {
  const { kit, request, browser } = context;
  const { email = "", password = "", next = "" } = request.body;
  const opened = await signIn(kit.people, {
    email,
    password: new Secret(password),
    browser,
    replaces: sessionOf(context),
  });
  if (!opened.ok) {
    const { code } = opened.refusal;
    kit.countSignInFailure(code === "wrong" ? "wrong_password" : code);
    if (code === "wrong") await recordRefusal(context, email);
    return signInPage(context, { next, email, refusal: opened.refusal });
  }
  await recordReplaced(context);
  const { token, user, isPending, device } = opened.value;
  const query = queryText({ next: kit.paths.own(next) });
  if (isPending) {
    return { kind: "redirect", to: kit.paths.panel("sign-in/code") + query, token };
  }
  await context.recordAs(user, {
    action: "user.signed_in",
    object: { kind: "user", id: user.userId },
    after: { second_factor: false },
  });
  return { kind: "redirect", to: kit.paths.own(next) ?? kit.paths.panel(), token, device };
}

/** The session of this browser, signed in or waiting for the second factor. */
export function sessionOf(context: OpenContext): PanelSession | undefined {
  return (isAccount(context) ? context.signedIn : context.pending)?.session;
}

/** Records that a sign-in has ended the session that the browser had before. */
export async function recordReplaced(context: OpenContext): Promise<void> {
  if (!isAccount(context)) return;
  const { userId } = context.signedIn.user;
  await context.record({
    action: "user.signed_out",
    object: { kind: "user", id: userId },
    after: { by: "another sign-in in the same browser" },
  });
}

/**
 * Records a refused sign-in to an existing account. Any other text of the e-mail field is not
 * recorded, because it may be a password.
 */
async function recordRefusal(context: OpenContext, text: string): Promise<void> {
  const known = await context.kit.people.users.findByEmail(parseEmail(text) ?? "");
  if (known === undefined) return;
  const { user } = known;
  await context.recordAs(user, {
    action: "user.sign_in_refused",
    object: { kind: "user", id: user.userId },
  });
}

type Facts = {
  readonly next: string;
  readonly email: string;
  readonly refusal?: SignInRefusal;
  readonly done?: string | undefined;
  /** Why a sign-in at the identity provider failed. */
  readonly problem?: string;
};

export function signInPage(context: OpenContext, facts: Facts): PanelAnswer {
  const { kit, language } = context;
  const words = signInWords[language];
  const { next, refusal, done, problem } = facts;
  if (isAccount(context) && refusal === undefined && problem === undefined) {
    return redirect(kit.paths.own(next) ?? kit.paths.panel());
  }
  return {
    kind: "page",
    ...refusalFacts(refusal),
    ...(problem === undefined ? {} : { status: 422 }),
    title: words.title,
    flash:
      messageOf(language, refusal) ??
      (problem === undefined ? undefined : { kind: "refused", text: problem }) ??
      (done === undefined ? undefined : { kind: "done", text: done }),
    body: (
      <div class="card narrow">
        <ProviderLink next={next} />
        {showsPassword(context) && <PasswordForm facts={facts} />}
      </div>
    ),
  };
}

function PasswordForm({ facts: { next, email } }: { readonly facts: Facts }) {
  const { kit, language } = useOpen();
  const words = useWords(signInWords);
  return (
    <>
      <Form action={kit.paths.panel("sign-in")}>
        <input type="hidden" name="next" value={kit.paths.own(next) ?? ""} />
        <input type="hidden" name="lang" value={language} />
        <EmailField value={email} hasFocus={email === ""} />
        <Field
          name="password"
          label={words.password}
          type="password"
          autocomplete="current-password"
          hasFocus={email !== ""}
          isRequired
        />
        <Button>{words.submit}</Button>
      </Form>
      <p class="hint">{words.forgotten}</p>
    </>
  );
}

function ProviderLink({ next }: { readonly next: string }) {
  const context = useOpen();
  const { kit, language } = context;
  if (kit.people.identity === undefined) return null;
  const words = useWords(identityWords);
  const query = queryText({ next: kit.paths.own(next), lang: language });
  return (
    <p>
      <a class="button main" href={kit.paths.panel("sign-in/identity") + query}>
        {words.signIn}
      </a>
      {!showsPassword(context) && (
        <>
          {" "}
          <a href={kit.paths.panel("sign-in") + queryText({ local: "yes" })}>{words.byPassword}</a>
        </>
      )}
    </p>
  );
}

/** Where passwords are switched off, only a user with a permit needs the form. */
function showsPassword({ kit, request }: OpenContext): boolean {
  const isAsked = request.query["local"] === "yes" || !request.isRead;
  return kit.people.localPasswords || isAsked;
}

export function refusalFacts(
  refusal: SignInRefusal | undefined,
): Pick<PanelPage, "status" | "retryAfterS"> {
  if (refusal === undefined) return { status: 200 };
  return refusal.code === "wrong" ? { status: 422 } : { status: 429, retryAfterS: refusal.waitS };
}

function messageOf(language: Language, refusal: SignInRefusal | undefined) {
  if (refusal === undefined) return undefined;
  const text =
    refusal.code === "wrong"
      ? signInWords[language].wrong
      : attemptWords[language].tooMany(refusal.waitS);
  return { kind: "refused", text } as const;
}
