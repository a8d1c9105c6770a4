import { inviteUser } from "../../domain/merchant/password-link.ts";
import { isRole, parseEmail, ROLES, type User } from "../../domain/merchant/user.ts";
import type { PanelAnswer } from "../kit/answer.ts";
import { type AccountContext, useAccount, useLanguage, useWords } from "../kit/context.ts";
import { Card } from "../../page/parts/card.tsx";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { Button, Field, Form, Select } from "../../page/parts/form.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { When } from "../../page/parts/when.tsx";
import { roleWords } from "../words/role.ts";
import { linkPage } from "./link-page.tsx";
import { teamOf, teamRoutes } from "./team.ts";
import { userWords } from "./words.ts";

/** The list of users, and the form that creates one. */
export const usersRoutes = [
  ...teamRoutes({ method: "GET", path: "", run: (context) => usersPage(context, "") }),
  ...teamRoutes({
    method: "POST",
    path: "",
    audit: { action: "user.created", kind: "user", id: "" },
    run: create,
  }),
];

async function create(context: AccountContext): Promise<PanelAnswer> {
  const { kit, request, language, signedIn } = context;
  const words = userWords[language];
  const { merchantId } = teamOf(context);
  const self = signedIn.user;
  const email = parseEmail(request.body["email"] ?? "");
  const role = request.body["role"] ?? "";
  if (email === undefined) return usersPage(context, words.emailWrong);
  if (!isRole(role)) return usersPage(context, words.roleWrong);
  const wish = { email, role, merchantId, language };
  const invited = await inviteUser(kit.people, wish, self.userId);
  if (!invited.ok) return usersPage(context, words.emailTaken);
  await context.log.done({
    object: { kind: "user", id: invited.value.user.userId },
    after: { email, role, link_shown_to: self.email },
  });
  return linkPage(context, invited.value);
}

async function usersPage(context: AccountContext, error: string): Promise<PanelAnswer> {
  const { kit, language } = context;
  const team = teamOf(context);
  return {
    kind: "page",
    status: error === "" ? 200 : 422,
    nav: team.kind,
    title: userWords[language][team.kind],
    body: (
      <>
        <UserTable users={await kit.people.users.list(team.merchantId)} />
        {team.mayChange && <CreateForm error={error} />}
        <RoleHelp />
      </>
    ),
  };
}

function UserTable({ users }: { readonly users: readonly User[] }) {
  const context = useAccount();
  const { language, signedIn } = context;
  const words = useWords(userWords);
  const team = teamOf(context);
  if (users.length === 0) return <NoUser />;
  const email = (user: User) => (
    <>
      <a href={team.to(user.userId)}>{user.email}</a>
      {user.userId === signedIn.user.userId && ` (${words.you})`}
    </>
  );
  const columns: readonly Column<User>[] = [
    { head: words.email, isRowHead: true, cell: email },
    { head: words.role, cell: ({ role }) => roleWords[language][role].name },
    { head: words.state, cell: (user) => <UserState user={user} /> },
    {
      head: words.secondFactor,
      cell: ({ secondFactorSince }) => (secondFactorSince === undefined ? words.off : words.on),
    },
    { head: words.created, cell: ({ createdAt }) => <When at={createdAt} /> },
  ];
  return <Table label={words[team.kind]} columns={columns} rows={users} />;
}

/** Only an operator sees the users of a merchant that has none. */
function NoUser() {
  const { signedIn, panel } = useAccount();
  const words = useWords(userWords);
  return (
    <div class="empty">
      <p>{words.none(signedIn.user.email)}</p>
      <p>
        <a href={panel("operators")}>{words.operators}</a>
      </p>
    </div>
  );
}

export function UserState({ user }: { readonly user: User }) {
  const words = useWords(userWords);
  return user.disabledAt === undefined ? (
    <span class="badge good">{words.enabled}</span>
  ) : (
    <span class="badge mute">
      {user.disabledReason === "unused" ? words.disabledUnused : words.disabled}
    </span>
  );
}

function CreateForm({ error }: { readonly error: string }) {
  const context = useAccount();
  const { request } = context;
  const words = useWords(userWords);
  return (
    <Card title={words.addTitle}>
      <p class="hint">{words.addHint}</p>
      <Form action={teamOf(context).to()} class="narrow">
        <Field
          name="email"
          type="email"
          label={words.email}
          value={request.body["email"]}
          error={error}
          hasFocus={error !== ""}
          isRequired
        />
        <RoleSelect value={request.body["role"] ?? "read-only"} />
        <Button>{words.add}</Button>
      </Form>
    </Card>
  );
}

export function RoleSelect({ value }: { readonly value: string }) {
  const language = useLanguage();
  const options = ROLES.map((role) => [role, roleWords[language][role].name] as const);
  return <Select name="role" label={userWords[language].role} value={value} options={options} />;
}

function RoleHelp() {
  const language = useLanguage();
  const words = useWords(userWords);
  return (
    <Card title={words.rolesTitle}>
      <Facts>
        {ROLES.map((role) => (
          <Fact name={roleWords[language][role].name}>{roleWords[language][role].may}</Fact>
        ))}
      </Facts>
    </Card>
  );
}
