import type { User } from "../../domain/merchant/user.ts";
import type { AccountContext } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { Button, Form, isMerchant } from "../parts/form.tsx";
import { PersonalText } from "../../page/parts/personal-text.tsx";
import { When } from "../../page/parts/when.tsx";
import { roleWords } from "../words/role.ts";
import { teamOf } from "./team.ts";
import { RoleSelect, UserState } from "./users-page.tsx";
import { userWords } from "./words.ts";

type Props = { readonly context: AccountContext; readonly user: User };

/** A user's facts, and the forms that change the user; users can't change themselves here. */
export function UserView(props: Props & { readonly openSessions: number }) {
  const { context, user, openSessions } = props;
  const { signedIn, language } = context;
  const isOneself = signedIn.user.userId === user.userId;
  const mayChange = teamOf(context).mayChange && !isOneself;
  return (
    <>
      <UserFacts context={context} user={user} />
      {isOneself && <p class="hint">{userWords[language].notOneself}</p>}
      {mayChange && (
        <div class="cards">
          <RoleForm {...props} />
          <ResetForm {...props} />
          <SessionsForm {...props} openSessions={openSessions} />
          <AccessForm {...props} />
        </div>
      )}
    </>
  );
}

function UserFacts({ context, user }: Props) {
  const { language } = context;
  const words = userWords[language];
  return (
    <section class="card">
      <Facts>
        <Fact name={words.role}>{roleWords[language][user.role].name}</Fact>
        <Fact name={words.state}>
          <UserState user={user} language={language} />
        </Fact>
        <Fact name={words.secondFactor}>
          {user.secondFactorSince === undefined ? words.off : words.on}
        </Fact>
        <Fact name={words.created}>
          <When at={user.createdAt} language={language} />
        </Fact>
        <Fact name={words.used}>
          <When at={user.usedAt} language={language} />
        </Fact>
        {user.hasTemporaryPassword && <Fact name={words.password}>{words.notChosen}</Fact>}
        {isMerchant(context) && (
          <Fact name={words.history}>
            <a href={context.to(`audit${queryText({ actor: user.email })}`)}>
              <PersonalText text={user.email} />
            </a>
          </Fact>
        )}
      </Facts>
    </section>
  );
}

function pathOf({ context, user }: Props, action: string): string {
  return teamOf(context).to(`${user.userId}/${action}`);
}

function RoleForm(props: Props) {
  const { context, user } = props;
  const words = userWords[context.language];
  return (
    <section class="card">
      <h2>{words.changeRole}</h2>
      <Form context={context} action={pathOf(props, "role")}>
        <RoleSelect language={context.language} value={user.role} />
        <Button kind="plain">{words.changeRole}</Button>
      </Form>
    </section>
  );
}

function ResetForm(props: Props) {
  const { context, user } = props;
  const words = userWords[context.language];
  return (
    <section class="card">
      <h2>{words.resetTitle}</h2>
      <p class="hint">{words.resetHint}</p>
      <Form context={context} action={pathOf(props, "reset")}>
        {user.secondFactorSince !== undefined && (
          <label class="choice">
            <input type="checkbox" name="second_factor" value="yes" />
            {words.resetFactor}
          </label>
        )}
        <Button kind="plain">{words.reset}</Button>
      </Form>
    </section>
  );
}

function SessionsForm(props: Props & { readonly openSessions: number }) {
  const { context, openSessions } = props;
  const words = userWords[context.language];
  return (
    <section class="card">
      <h2>{words.endTitle}</h2>
      <p class="hint">{words.endHint(openSessions)}</p>
      {openSessions > 0 && (
        <Form context={context} action={pathOf(props, "end-sessions")}>
          <Button kind="plain">{words.end}</Button>
        </Form>
      )}
    </section>
  );
}

function AccessForm(props: Props) {
  const { context, user } = props;
  const words = userWords[context.language];
  const isOff = user.disabledAt !== undefined;
  return (
    <section class="card">
      <h2>{isOff ? words.enableTitle : words.disableTitle}</h2>
      <p class="hint">{isOff ? words.enableHint : words.disableHint}</p>
      <Form context={context} action={pathOf(props, isOff ? "enable" : "disable")}>
        <Button kind={isOff ? "plain" : "danger"}>{isOff ? words.enable : words.disable}</Button>
      </Form>
    </section>
  );
}
