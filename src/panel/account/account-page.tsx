import { parseLanguage } from "../../page/language.ts";
import { done, redirect, type PanelAnswer } from "../kit/answer.ts";
import { type AccountContext, useAccount, useWords } from "../kit/context.ts";
import { SCHEMES } from "../kit/look.ts";
import { queryText } from "../kit/panel-paths.ts";
import { Card } from "../../page/parts/card.tsx";
import { formatDate } from "../../page/parts/when.tsx";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import type { Question } from "../kit/question.ts";
import { accountForm, accountRoute, type PanelRoute } from "../kit/route.ts";
import { roleWords } from "../words/role.ts";
import { PasswordForm } from "./password-page.tsx";
import { SessionTable, shortAgent } from "./session-table.tsx";
import { accountWords } from "./words.ts";

const ENDING = {
  isForSetUp: false,
  audit: { action: "user.sessions_ended", kind: "user" },
} as const;

/** The pages of the user's own account: password, second factor, sessions, language. */
export const accountRoutes: readonly PanelRoute[] = [
  accountRoute("GET", "account", accountPage),
  accountForm({
    path: "account/language",
    isForSetUp: true,
    audit: { action: "user.changed", kind: "user" },
    run: takeLanguage,
  }),
  accountRoute("POST", "account/look", takeLook),
  accountForm({ path: "account/sessions/end", ...ENDING, run: endSession }),
  accountForm({
    path: "account/sessions/end-all",
    ...ENDING,
    run: endAllSessions,
    ask: askEndAll,
  }),
];

async function takeLanguage(context: AccountContext): Promise<PanelAnswer> {
  const { kit, request, signedIn } = context;
  const { user } = signedIn;
  const language = parseLanguage(request.body["language"] ?? "");
  if (language !== undefined && language !== user.language) {
    await kit.people.users.change(user.userId, { language });
    await context.log.done({ before: { language: user.language }, after: { language } });
  }
  return redirect(kit.paths.own(request.body["back"] ?? "") ?? context.panel("account"));
}

async function takeLook(context: AccountContext): Promise<PanelAnswer> {
  const { kit, request, look } = context;
  const scheme = SCHEMES.find((one) => one === request.body["scheme"]) ?? look.scheme;
  const to = kit.paths.own(request.body["back"] ?? "") ?? context.panel("account");
  return { kind: "redirect", to, look: { ...look, scheme } };
}

async function endSession(context: AccountContext): Promise<PanelAnswer> {
  const { kit, request, signedIn, language } = context;
  const ref = request.body["session"] ?? "";
  if (await kit.people.panelSessions.endByRef(signedIn.user.userId, ref)) {
    await context.log.done({ after: { ended: 1 } });
  }
  return redirect(context.panel("account"), done(accountWords[language].ended));
}

async function askEndAll({ kit, signedIn, language }: AccountContext): Promise<Question> {
  const words = accountWords[language];
  const sessions = await kit.people.panelSessions.list(signedIn.user.userId, kit.clock.now());
  const names = sessions.map(({ userAgent }) => <li>{shortAgent(userAgent)}</li>);
  return {
    title: words.endAll,
    facts: [[words.sessions, <ul>{names}</ul>]],
    effects: [words.endAllEffect],
  };
}

async function endAllSessions(context: AccountContext): Promise<PanelAnswer> {
  const { kit, signedIn } = context;
  const ended = await kit.people.panelSessions.endAll(signedIn.user.userId, undefined);
  await context.log.done({ after: { ended } });
  return {
    kind: "redirect",
    to: context.panel("sign-in") + queryText({ out: "yes" }),
    signsOut: true,
  };
}

async function accountPage(context: AccountContext): Promise<PanelAnswer> {
  const { kit, signedIn, language } = context;
  const words = accountWords[language];
  const sessions = await kit.people.panelSessions.list(signedIn.user.userId, kit.clock.now());
  return {
    kind: "page",
    title: words.title,
    body: (
      <>
        <Identity codesLeft={await recoveryCodes(context)} />
        <Card title={words.password}>
          <PasswordForm onward="" />
        </Card>
        <Card title={words.sessions}>
          <p class="hint">{words.sessionsHint}</p>
          <SessionTable sessions={sessions} />
        </Card>
      </>
    ),
  };
}

async function recoveryCodes({ kit, signedIn }: AccountContext): Promise<number> {
  const { user } = signedIn;
  return user.secondFactorSince === undefined ? 0 : kit.people.users.recoveryCodesLeft(user.userId);
}

function Identity({ codesLeft }: { readonly codesLeft: number }) {
  const { signedIn, language, panel } = useAccount();
  const words = useWords(accountWords);
  const { user } = signedIn;
  const since = user.secondFactorSince;
  return (
    <section class="card">
      <Facts>
        <Fact name={words.email}>{user.email}</Fact>
        <Fact name={words.role}>{roleWords[language][user.role].name}</Fact>
        <Fact name={words.since}>{formatDate(user.createdAt, { language })}</Fact>
        <Fact name={words.secondFactor}>
          {since === undefined
            ? words.secondFactorOff
            : `${words.secondFactorOn(formatDate(since, { language }))} ${words.recoveryLeft(codesLeft)}`}{" "}
          <a href={panel("account/second-factor")}>
            {since === undefined ? words.setUp : words.manage}
          </a>
        </Fact>
      </Facts>
    </section>
  );
}
