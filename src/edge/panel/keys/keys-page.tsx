import { HOUR, later } from "../../../kernel/clock.ts";
import type { ApiKey } from "../../../merchant/api-key.ts";
import { may } from "../../../merchant/permission.ts";
import type { PanelAnswer } from "../answer.ts";
import type { MerchantContext } from "../context.ts";
import { ConfirmField } from "../parts/confirm-field.tsx";
import { Button, Form, Select } from "../parts/form.tsx";
import { Table } from "../parts/table.tsx";
import { When } from "../parts/when.tsx";
import { GRACE_HOURS, refOf } from "./key-facts.ts";
import { keyWords } from "./words.ts";

/** The keys in force of a mode by how they end, and a form that replaces them. */
export async function keysPage(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, scope, language, signedIn } = context;
  const words = keyWords[language];
  const all = await kit.merchants.listKeys(scope.merchantId);
  const keys = all.filter(({ mode }) => mode === scope.mode).toReversed();
  return {
    kind: "page",
    nav: "keys",
    title: words.title,
    body: (
      <>
        <p class="hint">{words.intro}</p>
        {keys.length === 0 ? (
          <p class="empty">{words.none}</p>
        ) : (
          <KeyTable context={context} keys={keys} />
        )}
        {may(signedIn.user, "keys.change") && <RollForm context={context} keys={keys} />}
      </>
    ),
  };
}

type KeysProps = { readonly context: MerchantContext; readonly keys: readonly ApiKey[] };

function KeyTable({ context, keys }: KeysProps) {
  const { language, merchant, signedIn } = context;
  const words = keyWords[language];
  const { timeZone } = merchant.settings;
  const columns = [words.key, words.created, words.used, words.state, `-${words.end}`];
  return (
    <Table label={words.title} columns={columns}>
      {keys.map((key) => (
        <tr>
          <th scope="row">
            <span class="code">{`vz_${key.mode}_…${key.lastFour}`}</span>
          </th>
          <td>
            <When at={key.createdAt} language={language} timeZone={timeZone} />
          </td>
          <td>
            {key.usedAt === undefined ? (
              words.never
            ) : (
              <When at={key.usedAt} language={language} timeZone={timeZone} />
            )}
          </td>
          <td>
            <KeyState context={context} apiKey={key} />
          </td>
          <td class="end">
            {key.expiresAt !== undefined && may(signedIn.user, "keys.change") && (
              <Form context={context} action={context.to("keys/end")}>
                <Button kind="danger" name="key" value={refOf(key)}>
                  {words.end}
                </Button>
              </Form>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

type KeyStateProps = { readonly context: MerchantContext; readonly apiKey: ApiKey };

function KeyState({ context, apiKey }: KeyStateProps) {
  const { language, merchant } = context;
  const words = keyWords[language];
  const { expiresAt } = apiKey;
  if (expiresAt === undefined) return <span class="badge good">{words.inForce}</span>;
  return (
    <>
      <span class="badge warn">{words.until}</span>{" "}
      <When at={expiresAt} language={language} timeZone={merchant.settings.timeZone} />
    </>
  );
}

function RollForm({ context, keys }: KeysProps) {
  const { kit, request, language } = context;
  const words = keyWords[language];
  const hourAgo = later(kit.clock.now(), -HOUR);
  const wasUsed = keys.some(({ usedAt }) => usedAt !== undefined && usedAt >= hourAgo);
  return (
    <section class="card">
      <h2>{words.rollTitle}</h2>
      <p class="hint">{words.rollHint}</p>
      {wasUsed && <p class="hint">{words.usedLately}</p>}
      <Form context={context} action={context.to("keys/roll")} class="narrow">
        <Select
          name="grace"
          label={words.grace}
          value={request.body["grace"] ?? "24"}
          options={GRACE_HOURS.map((hours) => [hours, words.graces[hours]] as const)}
        />
        <ConfirmField context={context} />
        <Button>{words.roll}</Button>
      </Form>
    </section>
  );
}
