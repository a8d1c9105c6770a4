import {
  createMerchant,
  MERCHANT_NAME_MAX,
  merchantName,
  type MerchantCredentials,
} from "../../domain/merchant/create-merchant.ts";
import { done, type PanelAnswer } from "../kit/answer.ts";
import { type AccountContext, useAccount, useWords } from "../kit/context.ts";
import { Card } from "../../page/parts/card.tsx";
import { Button, Field, Form } from "../../page/parts/form.tsx";
import { ShownOnce } from "../../page/parts/shown-once.tsx";
import { merchantsWords } from "./words.ts";

export function CreateForm({ error }: { readonly error: string }) {
  const { request, panel } = useAccount();
  const words = useWords(merchantsWords);
  return (
    <Card title={words.addTitle}>
      <Form action={panel("merchants")} class="narrow">
        <Field
          name="name"
          label={words.name}
          value={request.body["name"]}
          error={error}
          maxLength={MERCHANT_NAME_MAX}
          hasFocus={error !== ""}
          isRequired
        />
        <Button>{words.add}</Button>
      </Form>
    </Card>
  );
}

/** Creates a merchant; returns undefined if the name is not valid. */
export async function create(context: AccountContext): Promise<PanelAnswer | undefined> {
  const { kit, request } = context;
  const name = merchantName(request.body["name"] ?? "");
  if (name === undefined) return undefined;
  const made = await createMerchant(kit, { name, createdBy: context.signedIn.user.email });
  const { merchantId } = made.merchant;
  await kit.sandboxSettlement?.start(merchantId);
  await context.log.done({ object: { kind: "merchant", id: merchantId }, after: { name } });
  return credentialsPage(context, made);
}

/** The answer to the form shows the keys; only their hashes are stored, so no page repeats them. */
function credentialsPage(context: AccountContext, made: MerchantCredentials): PanelAnswer {
  const { kit, language } = context;
  const words = merchantsWords[language];
  const { merchantId, name, webhookSecret } = made.merchant;
  return {
    kind: "page",
    nav: "merchants",
    title: name,
    crumbs: [{ label: words.title, href: context.panel("merchants") }],
    flash: done(words.keysOnce),
    body: (
      <div class="card">
        <ShownOnce name={words.id} text={merchantId} />
        <ShownOnce name={words.testKey} text={made.testApiKey} />
        <ShownOnce name={words.liveKey} text={made.liveApiKey} />
        <ShownOnce name={words.secret} text={webhookSecret} />
        <a class="button main" href={kit.paths.merchant({ merchantId, mode: "test" })}>
          {words.open}
        </a>
      </div>
    ),
  };
}
