import { refOf, type ApiKey } from "../../domain/merchant/api-key.ts";
import { movesMoney } from "../../domain/merchant/key-right.ts";
import { may } from "../../domain/merchant/permission.ts";
import { refundLimit } from "../../domain/merchant/refund-limit.ts";
import type { PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { Card } from "../../page/parts/card.tsx";
import { Fact, Facts } from "../../page/parts/facts.tsx";
import { ConfirmField } from "../parts/confirm-field.tsx";
import { Button, Form } from "../../page/parts/form.tsx";
import { PersonalText } from "../../page/parts/personal-text.tsx";
import { When } from "../../page/parts/when.tsx";
import { GraceFields } from "./grace-fields.tsx";
import { KeyState, LastUse, rightsText } from "./key-parts.tsx";
import { keyWords } from "./words.ts";

type KeyProps = { readonly apiKey: ApiKey };

/** One key with its rights and networks, and the forms that change it. */
export async function keyPage(context: MerchantContext, apiKey: ApiKey): Promise<PanelAnswer> {
  const { language, signedIn } = context;
  const words = keyWords[language];
  const isTheirs = may(signedIn.user, movesMoney(apiKey.rights) ? "keys.money" : "keys.change");
  return {
    kind: "page",
    nav: "keys",
    title: apiKey.name ?? words.main,
    crumbs: [{ label: words.title, href: context.to("keys") }],
    body: (
      <>
        <KeyFacts apiKey={apiKey} />
        {isTheirs && <Changes apiKey={apiKey} />}
        {!isTheirs && <p class="hint">{words.ownersOnly}</p>}
      </>
    ),
  };
}

function KeyFacts({ apiKey }: KeyProps) {
  const { language } = useMerchant();
  const words = useWords(keyWords);
  const { createdBy, networks } = apiKey;
  return (
    <section class="card">
      <Facts>
        <Fact name={words.key}>
          <span class="code">{`vz_${apiKey.mode}_…${apiKey.lastFour}`}</span>
        </Fact>
        <Fact name={words.state}>
          <KeyState apiKey={apiKey} />
        </Fact>
        <Fact name={words.rights}>{rightsText(apiKey, language)}</Fact>
        <Fact name={words.rightNames["refunds.above_limit"]}>
          <AboveLimit apiKey={apiKey} />
        </Fact>
        <Fact name={words.networks}>
          {networks.length === 0 ? words.everywhere : networks.join(", ")}
        </Fact>
        <Fact name={words.created}>
          <When at={apiKey.createdAt} />
          {createdBy !== undefined && (
            <small class="below">
              <PersonalText text={createdBy} />
            </small>
          )}
        </Fact>
        <Fact name={words.used}>
          <LastUse apiKey={apiKey} />
        </Fact>
      </Facts>
    </section>
  );
}

/** Shows if the key may refund above the approval limit, or the time from which it may. */
function AboveLimit({ apiKey }: KeyProps) {
  const { kit } = useMerchant();
  const words = useWords(keyWords);
  const from = apiKey.aboveLimitFrom;
  if (from === undefined) return <>{words.no}</>;
  if (from <= kit.clock.now()) return <>{words.yes}</>;
  return (
    <>
      {words.from} <When at={from} />
    </>
  );
}

function Changes({ apiKey }: KeyProps) {
  const { kit, merchant, to } = useMerchant();
  const words = useWords(keyWords);
  const path = to(`keys/${refOf(apiKey)}`);
  const isNamed = apiKey.name !== undefined;
  const hasLimit = refundLimit(merchant.settings, kit.clock.now()) !== null;
  const canKeepLimit = hasLimit && apiKey.aboveLimitFrom !== undefined;
  return (
    <div class="cards">
      {canKeepLimit && (
        <Card title={words.keepLimitTitle}>
          <p class="hint">{words.keepLimitHint}</p>
          <Form action={`${path}/keep-limit`}>
            <Button kind="plain">{words.keepLimit}</Button>
          </Form>
        </Card>
      )}
      {isNamed && (
        <Card title={words.rollTitle}>
          <p class="hint">{words.rollHint}</p>
          <Form action={`${path}/roll`}>
            <GraceFields replaced={[apiKey]} />
            <ConfirmField />
            <Button kind="plain">{words.roll}</Button>
          </Form>
        </Card>
      )}
      {(isNamed || apiKey.expiresAt !== undefined) && (
        <Card title={words.endTitle}>
          <p class="hint">{words.endHint}</p>
          <Form action={`${path}/end`}>
            <Button kind="danger">{words.end}</Button>
          </Form>
        </Card>
      )}
    </div>
  );
}
