import { refOf, type ApiKey } from "../../domain/merchant/api-key.ts";
import { may } from "../../domain/merchant/permission.ts";
import type { PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { ConfirmField } from "../parts/confirm-field.tsx";
import { Card } from "../../page/parts/card.tsx";
import { Button, Form } from "../../page/parts/form.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { When } from "../../page/parts/when.tsx";
import { GraceFields, keyInUse } from "./grace-fields.tsx";
import { KeyState, LastUse, rightsText } from "./key-parts.tsx";
import { keyWords } from "./words.ts";

/** The keys in force of a mode, by their last characters, and a form that rolls the main key. */
export async function keysPage(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope, language, signedIn } = context;
  const words = keyWords[language];
  const all = await kit.merchants.listKeys(scope.merchantId);
  const keys = all.filter(({ mode }) => mode === scope.mode).toReversed();
  const main = keys.filter(({ name }) => name === undefined);
  return {
    kind: "page",
    nav: "keys",
    title: words.title,
    actions: may(signedIn.user, "keys.change") ? (
      <a class="button main" href={context.to("keys/new")}>
        {words.newKey}
      </a>
    ) : undefined,
    body: (
      <>
        <p class="hint">{words.intro}</p>
        {keys.length === 0 ? <p class="empty">{words.none}</p> : <KeyTable keys={keys} />}
        {may(signedIn.user, "keys.money") && <RollForm keys={main} />}
      </>
    ),
  };
}

type KeysProps = { readonly keys: readonly ApiKey[] };

function KeyTable({ keys }: KeysProps) {
  const { language, to } = useMerchant();
  const words = useWords(keyWords);
  const columns: readonly Column<ApiKey>[] = [
    {
      head: words.name,
      isRowHead: true,
      cell: (key) => <a href={to(`keys/${refOf(key)}`)}>{key.name ?? words.main}</a>,
    },
    {
      head: words.key,
      cell: ({ mode, lastFour }) => <span class="code">{`vz_${mode}_…${lastFour}`}</span>,
    },
    { head: words.rights, cell: (key) => rightsText(key, language) },
    {
      head: words.created,
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    { head: words.used, cell: (key) => <LastUse apiKey={key} /> },
    { head: words.state, cell: (key) => <KeyState apiKey={key} /> },
    {
      head: words.end,
      isHidden: true,
      cellClass: "end",
      cell: (key) => <EndForm apiKey={key} />,
    },
  ];
  return <Table label={words.title} columns={columns} rows={keys} />;
}

/** Ends a replaced main key before its time; named keys are ended on their own page. */
function EndForm({ apiKey }: { readonly apiKey: ApiKey }) {
  const { language, signedIn, to } = useMerchant();
  const isReplaced = apiKey.name === undefined && apiKey.expiresAt !== undefined;
  if (!isReplaced || !may(signedIn.user, "keys.money")) return null;
  return (
    <Form action={to(`keys/${refOf(apiKey)}/end`)}>
      <Button kind="danger">{keyWords[language].end}</Button>
    </Form>
  );
}

function RollForm({ keys }: KeysProps) {
  const context = useMerchant();
  const words = useWords(keyWords);
  const isUsed = keyInUse(context, keys) !== undefined;
  return (
    <Card title={words.rollMainTitle}>
      <p class="hint">{words.rollHint}</p>
      {isUsed && <p class="hint">{words.usedLately}</p>}
      <Form action={context.to("keys/roll")} class="narrow">
        <GraceFields replaced={keys} />
        <ConfirmField />
        <Button>{words.roll}</Button>
      </Form>
    </Card>
  );
}
