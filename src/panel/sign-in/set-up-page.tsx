import { Secret } from "../../kernel/secret.ts";
import {
  introduceFirstOwner,
  isSetUpOpen,
  type IntroductionRefusal,
} from "../../domain/merchant/first-owner.ts";
import { openPanelSession } from "../../domain/merchant/panel-session.ts";
import { redirect, type PanelAnswer } from "../kit/answer.ts";
import type { OpenContext } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { Button, Field, Form } from "../../page/parts/form.tsx";
import { openRoute, type PanelRoute } from "../kit/route.ts";
import { sessionOf } from "./sign-in-page.tsx";
import { EmailField } from "./email-field.tsx";
import { passwordWords } from "../words/passwords.ts";
import { gonePage } from "./gone-page.tsx";
import { setUpWords } from "./set-up-words.ts";

/** The page that creates the first owner, at the one-time address that the service has printed. */
export const setUpRoutes: readonly PanelRoute[] = [
  openRoute("GET", "set-up", async (context) => {
    const { token = "" } = context.request.query;
    const isOpen = await isSetUpOpen(context.kit.people, token);
    return isOpen ? setUpPage(context, { token, email: "" }) : gonePage(context, setUpWords);
  }),
  openRoute("POST", "set-up", take),
];

async function take(context: OpenContext): Promise<PanelAnswer> {
  const { kit, request, browser, language } = context;
  const { token = "" } = request.query;
  const { email = "", password = "" } = request.body;
  const introduced = await introduceFirstOwner(kit.people, {
    token,
    email,
    password: new Secret(password),
    language,
  });
  if (!introduced.ok) {
    const { refusal } = introduced;
    return refusal === "gone"
      ? gonePage(context, setUpWords)
      : setUpPage(context, { token, email, refusal });
  }
  const { user, passwordHash } = introduced.value;
  const { userId, email: owner } = user;
  await context.recordAs(user, {
    action: "user.created",
    object: { kind: "user", id: userId },
    after: { email: owner, role: "owner" },
  });
  const opened = await openPanelSession(kit.people, {
    userId,
    isPending: false,
    hasSecondFactor: false,
    browser,
    proof: { kind: "password", hash: passwordHash },
    replaces: sessionOf(context),
  });
  const to = kit.paths.panel();
  return opened === undefined ? redirect(to) : { kind: "redirect", to, token: opened };
}

type Facts = {
  readonly token: string;
  readonly email: string;
  readonly refusal?: Exclude<IntroductionRefusal, "gone">;
};

function setUpPage(context: OpenContext, { token, email, refusal }: Facts): PanelAnswer {
  const { kit, language } = context;
  const words = setUpWords[language];
  const isEmailWrong = refusal === "no_email";
  return {
    kind: "page",
    status: refusal === undefined ? 200 : 422,
    title: words.title,
    body: (
      <div class="card narrow">
        <p>{words.intro}</p>
        <Form action={kit.paths.panel("set-up") + queryText({ token })}>
          <input type="hidden" name="lang" value={language} />
          <EmailField
            value={email}
            error={isEmailWrong ? words.noEmail : ""}
            hasFocus={refusal === undefined || isEmailWrong}
          />
          <Field
            name="password"
            label={words.password}
            hint={passwordWords[language].hint}
            type="password"
            autocomplete="new-password"
            error={
              refusal === undefined || isEmailWrong ? "" : passwordWords[language].weak[refusal]
            }
            hasFocus={refusal !== undefined && !isEmailWrong}
            isRequired
          />
          <Button>{words.submit}</Button>
        </Form>
      </div>
    ),
  };
}
