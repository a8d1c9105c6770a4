import { CURRENCIES } from "../../kernel/currency.ts";
import { may } from "../../domain/merchant/permission.ts";
import { offerAccount, type AccountRefusal } from "../../domain/transfer/offer-account.ts";
import type { ReceivingAccount } from "../../domain/transfer/receiving-account.ts";
import { done, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { ConfirmField } from "../parts/confirm-field.tsx";
import { Card } from "../../page/parts/card.tsx";
import { Button, Field, Form, Select } from "../../page/parts/form.tsx";
import { Identifier } from "../../page/parts/identifier.tsx";
import { inFours } from "../../page/parts/in-fours.ts";
import { Table, type Column } from "../../page/parts/table.tsx";
import type { Question } from "../kit/question.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { transferWords } from "./words.ts";

const PATH = "transfers/accounts";

type Errors = Partial<Record<AccountRefusal["field"], string>>;

const audit = { action: "settings.changed", kind: "account", field: "iban" } as const;

/** The bank accounts to which customers send money. */
export const accountsRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "GET",
    path: PATH,
    permission: "transfers.see",
    run: (context) => accountsPage(context, {}),
  }),
  merchantRoute({ method: "POST", path: PATH, permission: "accounts.change", audit, run: add }),
  merchantRoute({
    method: "POST",
    path: `${PATH}/withdraw`,
    permission: "accounts.change",
    audit,
    run: withdraw,
    ask: askWithdraw,
  }),
];

async function add(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, scope, language } = context;
  const words = transferWords[language];
  const { iban = "", bank_name: bankName = "", currency = "", bank_code: code = "" } = request.body;
  const offered = await offerAccount(kit, {
    owner: scope,
    iban,
    bankName,
    accountHolder: request.body["account_holder"] ?? "",
    currency,
    bankCode: code.trim() === "" ? undefined : code.trim(),
  });
  if (!offered.ok) {
    const { field, isTaken } = offered.refusal;
    const error = isTaken === true ? words.accountTaken : words.refusals[field];
    return accountsPage(context, { [field]: error });
  }
  await context.log.done({
    object: { kind: "account", id: offered.value.iban },
    after: { bank: offered.value.bankName, holder: offered.value.accountHolder },
  });
  return redirect(context.to(PATH), done(words.added));
}

async function askWithdraw(context: MerchantContext): Promise<Question | undefined> {
  const { kit, request, scope, language } = context;
  const words = transferWords[language];
  const accounts = await kit.transfers.accountsOf(scope.merchantId, scope.mode);
  const account = accounts.find(({ iban }) => iban === request.body["iban"]);
  if (account === undefined) return undefined;
  return {
    title: words.withdraw,
    facts: [
      [words.iban, <span class="code">{inFours(account.iban)}</span>],
      [words.bankName, account.bankName],
      [words.holder, account.accountHolder],
      [words.currency, account.currency],
    ],
    effects: [words.withdrawEffect],
  };
}

async function withdraw(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, scope, language } = context;
  const iban = request.body["iban"] ?? "";
  if (!(await kit.transfers.withdrawAccount(scope, iban))) {
    return redirect(context.to(PATH), refusal(transferWords[language].refusals.iban));
  }
  await context.log.done({ after: { state: "withdrawn" } });
  return redirect(context.to(PATH), done(transferWords[language].withdrawn));
}

async function accountsPage(context: MerchantContext, errors: Errors): Promise<PanelAnswer> {
  const { kit, scope, language, signedIn } = context;
  const words = transferWords[language];
  const accounts = await kit.transfers.accountsOf(scope.merchantId, scope.mode);
  return {
    kind: "page",
    status: Object.keys(errors).length === 0 ? 200 : 422,
    nav: "transfers",
    title: words.accounts,
    crumbs: [{ label: words.title, href: context.to("transfers") }],
    body: (
      <>
        <p class="hint">{words.accountsIntro}</p>
        <AccountTable accounts={accounts} />
        {may(signedIn.user, "accounts.change") && <AddForm errors={errors} />}
      </>
    ),
  };
}

function AccountTable({ accounts }: { readonly accounts: readonly ReceivingAccount[] }) {
  const { signedIn, to } = useMerchant();
  const words = useWords(transferWords);
  const mayChange = may(signedIn.user, "accounts.change");
  if (accounts.length === 0) return <p class="empty">{words.noAccounts}</p>;
  const columns: readonly Column<ReceivingAccount>[] = [
    {
      head: words.iban,
      isRowHead: true,
      cell: ({ iban }) => <Identifier name={words.iban} value={iban} shown={inFours(iban)} />,
    },
    { head: words.bankName, cell: ({ bankName }) => bankName },
    { head: words.holder, cell: ({ accountHolder }) => accountHolder },
    { head: words.currency, cell: ({ currency }) => currency },
    {
      head: words.withdraw,
      isHidden: true,
      cellClass: "end",
      cell: ({ iban }) =>
        mayChange && (
          <Form action={to(`${PATH}/withdraw`)}>
            <Button kind="danger" name="iban" value={iban}>
              {words.withdraw}
            </Button>
          </Form>
        ),
    },
  ];
  return <Table label={words.accounts} columns={columns} rows={accounts} />;
}

function AddForm({ errors }: { readonly errors: Errors }) {
  const { request, to } = useMerchant();
  const words = useWords(transferWords);
  const field = (name: AccountRefusal["field"], label: string, hint?: string) => (
    <Field name={name} label={label} hint={hint} value={request.body[name]} error={errors[name]} />
  );
  return (
    <Card title={words.addAccount}>
      <Form action={to(PATH)} class="narrow">
        {field("iban", words.iban)}
        {field("bank_name", words.bankName)}
        {field("bank_code", words.bankCode, words.bankCodeHint)}
        {field("account_holder", words.holder)}
        <Select
          name="currency"
          label={words.currency}
          value={request.body["currency"] ?? "TRY"}
          options={Object.keys(CURRENCIES).map((code) => [code, code] as const)}
        />
        <ConfirmField />
        <Button>{words.add}</Button>
      </Form>
    </Card>
  );
}
