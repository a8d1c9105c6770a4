import type { User } from "../../domain/merchant/user.ts";
import { isMerchant, useAccount, type AccountContext, useWords } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";
import { Card } from "../../page/parts/card.tsx";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { Button, Form } from "../../page/parts/form.tsx";
import { PersonalText } from "../../page/parts/personal-text.tsx";
import { When } from "../../page/parts/when.tsx";
import { roleWords } from "../words/role.ts";
import { teamOf } from "./team.ts";
import { RoleSelect, UserState } from "./users-page.tsx";
import { userWords } from "./words.ts";

type Props = { readonly user: User };

/** A user's facts, and the forms that change the user; users can't change themselves here. */
export function UserView(props: Props & { readonly openSessions: number }) {
  const context = useAccount();
  const { user, openSessions } = props;
  const { signedIn, language } = context;
  const isOneself = signedIn.user.userId === user.userId;
  const mayChange = teamOf(context).mayChange && !isOneself;
  return (
    <>
      <UserFacts user={user} />
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

function UserFacts({ user }: Props) {
  const context = useAccount();
  const words = useWords(userWords);
  return (
    <section class="card">
      <Facts>
        <Fact name={words.role}>{roleWords[context.language][user.role].name}</Fact>
        <Fact name={words.state}>
          <UserState user={user} />
        </Fact>
        <Fact name={words.secondFactor}>
          {user.secondFactorSince === undefined ? words.off : words.on}
        </Fact>
        <Fact name={words.created}>
          <When at={user.createdAt} />
        </Fact>
        <Fact name={words.used}>
          <When at={user.usedAt} />
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

function pathOf(context: AccountContext, user: User, action: string): string {
  return teamOf(context).to(`${user.userId}/${action}`);
}

function RoleForm(props: Props) {
  const context = useAccount();
  const { user } = props;
  const words = useWords(userWords);
  return (
    <Card title={words.changeRole}>
      <Form action={pathOf(context, user, "role")}>
        <RoleSelect value={user.role} />
        <Button kind="plain">{words.changeRole}</Button>
      </Form>
    </Card>
  );
}

function ResetForm(props: Props) {
  const context = useAccount();
  const { user } = props;
  const words = useWords(userWords);
  return (
    <Card title={words.resetTitle}>
      <p class="hint">{words.resetHint}</p>
      <Form action={pathOf(context, user, "reset")}>
        {user.secondFactorSince !== undefined && (
          <label class="choice">
            <input type="checkbox" name="second_factor" value="yes" />
            {words.resetFactor}
          </label>
        )}
        <Button kind="plain">{words.reset}</Button>
      </Form>
    </Card>
  );
}

function SessionsForm({ user, openSessions }: Props & { readonly openSessions: number }) {
  const context = useAccount();
  const words = useWords(userWords);
  return (
    <Card title={words.endTitle}>
      <p class="hint">{words.endHint(openSessions)}</p>
      {openSessions > 0 && (
        <Form action={pathOf(context, user, "end-sessions")}>
          <Button kind="plain">{words.end}</Button>
        </Form>
      )}
    </Card>
  );
}

function AccessForm(props: Props) {
  const context = useAccount();
  const { user } = props;
  const words = useWords(userWords);
  const isOff = user.disabledAt !== undefined;
  return (
    <Card title={isOff ? words.enableTitle : words.disableTitle}>
      <p class="hint">{isOff ? words.enableHint : words.disableHint}</p>
      <Form action={pathOf(context, user, isOff ? "enable" : "disable")}>
        <Button kind={isOff ? "plain" : "danger"}>{isOff ? words.enable : words.disable}</Button>
      </Form>
    </Card>
  );
}
