import type { Language } from "../../kernel/language.ts";
import {
  changeRole as assignRole,
  disableUser,
  enableUser,
} from "../../domain/merchant/manage-users.ts";
import { resetByLink } from "../../domain/merchant/password-link.ts";
import type { UserId } from "../../kernel/ids.ts";
import { isRole, type User } from "../../domain/merchant/user.ts";
import type { AuditAction } from "../../domain/merchant/audit.ts";
import { done, NOT_FOUND, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import type { AccountContext } from "../kit/context.ts";
import type { Question } from "../kit/question.ts";
import type { PanelRoute } from "../kit/route.ts";
import { PersonalText } from "../../page/parts/personal-text.tsx";
import { roleWords } from "../words/role.ts";
import { linkPage } from "./link-page.tsx";
import { findMember, teamOf, teamRoutes } from "./team.ts";
import { UserView } from "./user-view.tsx";
import { userWords } from "./words.ts";

/** One user, and the forms that change the user. */
export const userRoutes: readonly PanelRoute[] = [
  ...memberRoutes("", { run: userPage }),
  ...memberRoutes("/role", { action: "user.changed", run: changeRole }),
  ...memberRoutes("/disable", { action: "user.disabled", run: disable, ask: askDisable }),
  ...memberRoutes("/enable", { action: "user.enabled", run: enable }),
  ...memberRoutes("/reset", { action: "user.password_reset", run: reset, ask: askReset }),
  ...memberRoutes("/end-sessions", { action: "user.sessions_ended", run: endSessions }),
];

type Act = {
  /** Undefined for the page itself. */
  readonly action?: AuditAction;
  readonly run: (context: AccountContext, user: User) => Promise<PanelAnswer>;
  readonly ask?: (context: AccountContext, user: User) => Question;
};

function memberRoutes(path: string, { action, run, ask }: Act): readonly PanelRoute[] {
  const asking = async (context: AccountContext): Promise<Question | undefined> => {
    const user = await findMember(context);
    return user === undefined || isOneself(context, user) ? undefined : ask?.(context, user);
  };
  return teamRoutes({
    method: action === undefined ? "GET" : "POST",
    path: `/:user${path}`,
    run: async (context) => {
      const user = await findMember(context);
      return user === undefined ? noMember(context) : run(context, user);
    },
    ...(ask === undefined ? {} : { ask: asking }),
    ...(action === undefined ? {} : { audit: { action, kind: "user", field: "user" } }),
  });
}

function askDisable({ language }: AccountContext, user: User): Question {
  const words = userWords[language];
  return { title: words.disable, facts: factsOf(language, user), effects: [words.disableHint] };
}

function askReset({ language, request }: AccountContext, user: User): Question {
  const words = userWords[language];
  const isFactorToo = request.body["second_factor"] === "yes";
  const effects = [words.resetHint, ...(isFactorToo ? [words.resetFactor] : [])];
  return { title: words.reset, facts: factsOf(language, user), effects };
}

function factsOf(language: Language, { email, role }: User): Question["facts"] {
  const words = userWords[language];
  return [
    [words.email, <PersonalText text={email} />],
    [words.role, roleWords[language][role].name],
  ];
}

/** Operators learn that the user does not exist; a merchant's users only get a 404. */
function noMember(context: AccountContext): PanelAnswer {
  const team = teamOf(context);
  if (team.kind === "users") return NOT_FOUND;
  return redirect(team.to(), refusal(userWords[context.language].unknown));
}

async function userPage(context: AccountContext, user: User): Promise<PanelAnswer> {
  const { kit, language } = context;
  const team = teamOf(context);
  const sessions = await kit.people.panelSessions.list(user.userId, kit.clock.now());
  return {
    kind: "page",
    nav: team.kind,
    title: user.email,
    crumbs: [{ label: userWords[language][team.kind], href: team.to() }],
    body: <UserView user={user} openSessions={sessions.length} />,
  };
}

async function changeRole(context: AccountContext, user: User): Promise<PanelAnswer> {
  const { kit, request, language } = context;
  const { userId } = user;
  const path = teamOf(context).to(userId);
  const role = request.body["role"] ?? "";
  if (isOneself(context, user)) return redirect(path, refusal(userWords[language].notOneself));
  if (!isRole(role)) return redirect(path, refusal(userWords[language].roleWrong));
  if (role !== user.role) {
    await assignRole(kit.people, { user, role, by: actorOf(context) });
    await context.log.done({ before: { role: user.role }, after: { role } });
  }
  return redirect(path, done(userWords[language].roleChanged));
}

async function disable(context: AccountContext, user: User): Promise<PanelAnswer> {
  const { kit, language } = context;
  const { userId } = user;
  const path = teamOf(context).to(userId);
  if (isOneself(context, user)) return redirect(path, refusal(userWords[language].notOneself));
  await disableUser(kit.people, userId);
  await context.log.done();
  return redirect(path, done(userWords[language].wasDisabled));
}

async function enable(context: AccountContext, user: User): Promise<PanelAnswer> {
  const { kit, language } = context;
  const { userId } = user;
  await enableUser(kit.people, userId, actorOf(context));
  await context.log.done();
  return redirect(teamOf(context).to(userId), done(userWords[language].wasEnabled));
}

async function reset(context: AccountContext, user: User): Promise<PanelAnswer> {
  const { kit, request, language } = context;
  const { userId } = user;
  if (isOneself(context, user)) {
    return redirect(teamOf(context).to(userId), refusal(userWords[language].notOneself));
  }
  const link = await resetByLink(kit.people, user, actorOf(context));
  const after = { link_shown_to: context.signedIn.user.email };
  await context.log.done({ after });
  if (request.body["second_factor"] === "yes" && user.secondFactorSince !== undefined) {
    await kit.people.users.endSecondFactor(userId);
    await context.log.done({ action: "user.second_factor_removed" });
  }
  return linkPage(context, link);
}

async function endSessions(context: AccountContext, user: User): Promise<PanelAnswer> {
  const { kit, signedIn, language } = context;
  const { userId } = user;
  const ended = await kit.people.panelSessions.endAll(userId, signedIn.session.tokenHash);
  await context.log.done({ after: { ended } });
  return redirect(teamOf(context).to(userId), done(userWords[language].ended(ended)));
}

function actorOf({ signedIn }: AccountContext): UserId {
  return signedIn.user.userId;
}

function isOneself({ signedIn }: AccountContext, { userId }: User): boolean {
  return signedIn.user.userId === userId;
}
