import { Secret } from "../../kernel/secret.ts";
import { changePassword, type PasswordRefusal } from "../../domain/merchant/choose-password.ts";
import { withinTries } from "../../domain/merchant/confirm-identity.ts";
import type { SignInRefusal } from "../../domain/merchant/sign-in.ts";
import { done, refusal, type PanelAnswer } from "../kit/answer.ts";
import { type AccountContext, useAccount, useWords } from "../kit/context.ts";
import { Button, Field, Form } from "../../page/parts/form.tsx";
import { accountForm, setUpRoute, type PanelRoute } from "../kit/route.ts";
import { attemptWords } from "../words/attempts.ts";
import { passwordWords } from "../words/passwords.ts";
import { accountWords } from "./words.ts";

const PATH = "account/password";

/** The page where users choose their own password; a temporary one must be changed first. */
export const passwordRoutes: readonly PanelRoute[] = [
  setUpRoute("GET", PATH, async (context) => passwordPage(context, undefined)),
  accountForm({
    path: PATH,
    isForSetUp: true,
    audit: { action: "user.password_changed", kind: "user" },
    run: take,
  }),
];

type Refusal = PasswordRefusal | Extract<SignInRefusal, { code: "too_many_attempts" }>;

async function take(context: AccountContext): Promise<PanelAnswer> {
  const { kit, request, signedIn, language } = context;
  const { current = "", next = "" } = request.body;
  const change = { current: new Secret(current), next: new Secret(next) };
  const changed = await withinTries(kit.people, signedIn.session, () =>
    changePassword(kit.people, signedIn, change),
  );
  if (!changed.ok) return passwordPage(context, changed.refusal);
  await context.log.done();
  return {
    kind: "redirect",
    to: kit.paths.own(request.body["onward"] ?? "") ?? context.panel("account"),
    token: changed.value.token,
    flash: done(accountWords[language].passwordChanged),
  };
}

function passwordPage(context: AccountContext, refused: Refusal | undefined): PanelAnswer {
  const { kit, request, signedIn, language } = context;
  const words = accountWords[language];
  const waitS = typeof refused === "object" ? refused.waitS : undefined;
  const isTemporary = signedIn.user.hasTemporaryPassword;
  const onward = kit.paths.own(request.query["next"] ?? request.body["onward"] ?? "") ?? "";
  return {
    kind: "page",
    status: refused === undefined ? 200 : waitS === undefined ? 422 : 429,
    retryAfterS: waitS,
    title: isTemporary ? words.ownPasswordTitle : words.password,
    crumbs: [{ label: words.title, href: context.panel("account") }],
    ...(waitS === undefined ? {} : { flash: refusal(attemptWords[language].tooMany(waitS)) }),
    body: (
      <section class="card narrow">
        {isTemporary && <p>{words.ownPasswordIntro}</p>}
        <PasswordForm refused={typeof refused === "string" ? refused : undefined} onward={onward} />
      </section>
    ),
  };
}

type PasswordFormProps = {
  readonly refused?: PasswordRefusal | undefined;
  /** The path that follows the change of the password; empty for the account page. */
  readonly onward: string;
};

export function PasswordForm({ refused, onward }: PasswordFormProps) {
  const { panel, signedIn } = useAccount();
  const words = useWords(accountWords);
  const { hint, weak } = useWords(passwordWords);
  const isCurrent = refused === "wrong_password";
  return (
    <Form action={panel(PATH)} class="narrow">
      {/* Names the account for a password manager. */}
      <input
        type="text"
        name="username"
        value={signedIn.user.email}
        autocomplete="username"
        hidden
      />
      <input type="hidden" name="onward" value={onward} />
      <Field
        name="current"
        label={words.current}
        type="password"
        autocomplete="current-password"
        error={isCurrent ? words.wrongPassword : ""}
        hasFocus={isCurrent}
        isRequired
      />
      <Field
        name="next"
        label={words.next}
        hint={hint}
        type="password"
        autocomplete="new-password"
        error={refused === undefined || isCurrent ? "" : weak[refused]}
        hasFocus={refused !== undefined && !isCurrent}
        isRequired
      />
      <Button>{words.change}</Button>
    </Form>
  );
}
