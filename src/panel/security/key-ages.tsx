import type { Endpoint } from "../../domain/event/endpoint.ts";
import { keyAge, type KeyAge } from "../../kernel/key-age.ts";
import type { ApiKey } from "../../domain/merchant/api-key.ts";
import { secretSince } from "../../domain/merchant/merchant-secret.ts";
import { may } from "../../domain/merchant/permission.ts";
import {
  type AccountContext,
  type MerchantContext,
  useLanguage,
  useMerchant,
  useWords,
} from "../kit/context.ts";
import { Card } from "../../page/parts/card.tsx";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { Table, type Column } from "../../page/parts/table.tsx";
import { formatDate, When } from "../../page/parts/when.tsx";
import { webhookWords } from "../webhooks/words.ts";
import { securityWords } from "./words.ts";

type AgedKey = { readonly name: string; readonly href: string; readonly age: KeyAge };

/** The age of a merchant's keys and secrets, as far as the user may see them. */
export async function agesOf(context: MerchantContext): Promise<readonly AgedKey[]> {
  const { kit, scope, signedIn } = context;
  const { user } = signedIn;
  const [keys, endpoints] = await Promise.all([
    may(user, "keys.see") ? kit.merchants.listKeys(scope.merchantId) : [],
    may(user, "webhooks.see") ? kit.endpoints.list(scope) : [],
  ]);
  const own = keys.filter(({ mode }) => mode === scope.mode);
  return [
    ...(may(user, "webhooks.see") ? [ageOfMerchantSecret(context)] : []),
    ...own.flatMap((key) => ageOfKey(context, key)),
    ...endpoints.flatMap((endpoint) => ageOfSecret(context, endpoint)),
  ].toSorted((one, other) => one.age.since - other.age.since);
}

/** The age of an API key; a key with an end has none here, because it needs no reminder. */
function ageOfKey(context: MerchantContext, key: ApiKey): readonly AgedKey[] {
  if (key.expiresAt !== undefined) return [];
  const name = `vz_${key.mode}_…${key.lastFour}`;
  return [{ name, href: context.to("keys"), age: ageIn(context, key.createdAt) }];
}

/** The age of the secret that signs redirects, in both modes. */
function ageOfMerchantSecret(context: MerchantContext): AgedKey {
  const { merchantSecretPage } = webhookWords[context.language];
  const href = context.to("webhooks/secret");
  return {
    name: merchantSecretPage.title,
    href,
    age: ageIn(context, secretSince(context.merchant)),
  };
}

function ageOfSecret(context: MerchantContext, endpoint: Endpoint): readonly AgedKey[] {
  const [secret] = endpoint.secrets;
  // An endpoint without its own secret uses the merchant's.
  const since = secret?.madeAt ?? secretSince(context.merchant);
  const href = context.to(`webhooks/${endpoint.endpointId}`);
  return [{ name: endpoint.url, href, age: ageIn(context, since) }];
}

function ageIn({ kit }: AccountContext, since: ApiKey["createdAt"]): KeyAge {
  return keyAge(since, { now: kit.clock.now(), periodDays: kit.keyPeriodDays });
}

export function AgeTable({ keys }: { readonly keys: readonly AgedKey[] }) {
  const { kit, language, merchant } = useMerchant();
  const words = useWords(securityWords);
  const { timeZone } = merchant.settings;
  const link = ({ name, href }: AgedKey) => (
    <a class="code" href={href}>
      {name}
    </a>
  );
  const columns: readonly Column<AgedKey>[] = [
    { head: words.key, isRowHead: true, cell: link },
    {
      head: words.since,
      cell: ({ age }) => <When at={age.since} />,
    },
    { head: words.due, cell: ({ age }) => formatDate(age.dueAt, { language, timeZone }) },
    { head: words.state, cell: ({ age }) => <AgeBadge age={age} /> },
  ];
  return (
    <section>
      <h2>{words.ages}</h2>
      <p class="hint">{words.agesIntro(kit.keyPeriodDays)}</p>
      {keys.length === 0 ? (
        <p class="empty">{words.noKeys}</p>
      ) : (
        <Table label={words.ages} columns={columns} rows={keys} />
      )}
    </section>
  );
}

const BADGES = { good: "badge good", due_soon: "badge warn", overdue: "badge bad" } as const;

function AgeBadge({ age }: { readonly age: KeyAge }) {
  const language = useLanguage();
  return <span class={BADGES[age.state]}>{securityWords[language].states[age.state]}</span>;
}

/** The key of stored cards and second factors, which belongs to the installation. */
export async function vaultKeyFacts({ kit, language }: AccountContext) {
  const words = securityWords[language];
  const age = await kit.vaultKeyAge();
  return (
    <Card title={words.vaultKey}>
      <p class="hint">{words.vaultKeyIntro}</p>
      {age === undefined ? (
        <p>{words.noVaultKey}</p>
      ) : (
        <Facts>
          <Fact name={words.state}>
            <AgeBadge age={age} />
          </Fact>
          <Fact name={words.since}>
            <When at={age.since} />
          </Fact>
          <Fact name={words.due}>{formatDate(age.dueAt, { language })}</Fact>
        </Facts>
      )}
    </Card>
  );
}

/** A reminder on the operator's first page that the key has to be replaced. */
export async function vaultKeyReminder(context: AccountContext) {
  const { kit, language } = context;
  const words = securityWords[language];
  const age = await kit.vaultKeyAge();
  if (age === undefined || age.state === "good") return null;
  return (
    <p class="hint">
      <AgeBadge age={age} /> {words.vaultKeyDue(formatDate(age.dueAt, { language }))}{" "}
      <a href={context.panel("security")}>{words.title}</a>
    </p>
  );
}
