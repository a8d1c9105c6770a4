import { DAY } from "../../kernel/clock.ts";
import { wordsOf } from "../../kernel/text.ts";
import { createKey, type CreateKeyRefusal } from "../../domain/merchant/create-key.ts";
import { KEY_RIGHTS, movesMoney, type KeyRight } from "../../domain/merchant/key-right.ts";
import { may } from "../../domain/merchant/permission.ts";
import { aboveLimitFrom } from "../../domain/merchant/refund-limit.ts";
import { parseNetwork } from "../../http/limit/networks.ts";
import type { PanelAnswer } from "../kit/answer.ts";
import { type MerchantContext, useMerchant, useWords } from "../kit/context.ts";
import { Choices } from "../../page/parts/choices.tsx";
import { ConfirmField } from "../parts/confirm-field.tsx";
import { Button, Field, Form, Select } from "../../page/parts/form.tsx";
import { TextArea } from "../../page/parts/text-area.tsx";
import { LIFETIME_DAYS } from "./grace-periods.ts";
import { shownKeyPage } from "./shown-key-page.tsx";
import { keyWords } from "./words.ts";

type Errors = Partial<Record<"name" | "rights" | "networks", string>>;

/** The field of a right's checkbox: one for each right, because a field has only one value. */
const boxOf = (right: KeyRight): string => `right:${right}`;

/** Creates a named key, or shows the form again with its errors. */
export async function createNamedKey(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, request, scope, merchant, signedIn, language } = context;
  const rights = rightsOffered(context).filter((right) => request.body[boxOf(right)] === "yes");
  const networks = readNetworks(request.body["networks"] ?? "");
  if (networks === undefined) {
    return newKeyPage(context, { networks: keyWords[language].networksWrong });
  }
  const days = Number(LIFETIME_DAYS.find((one) => one === request.body["lifetime"]) ?? "0");
  const created = await createKey(kit, {
    merchantId: scope.merchantId,
    mode: scope.mode,
    name: request.body["name"] ?? "",
    rights,
    networks,
    createdBy: signedIn.user.email,
    lifetimeMs: days === 0 ? undefined : days * DAY,
    aboveLimitFrom: aboveLimitFrom(merchant.settings, kit.clock.now()),
  });
  if (!created.ok) return newKeyPage(context, errorsOf(context, created.refusal));
  const { text, stored } = created.value;
  await context.log.done({
    object: { kind: "key", id: `…${stored.lastFour}` },
    after: { name: stored.name, rights: rights.join(" "), networks: networks.join(" ") },
  });
  return shownKeyPage(context, { apiKey: text });
}

/** Only users with the permission `keys.money` may grant rights that move money. */
function rightsOffered({ signedIn }: MerchantContext): readonly KeyRight[] {
  if (may(signedIn.user, "keys.money")) return KEY_RIGHTS;
  return KEY_RIGHTS.filter((right) => !movesMoney([right]));
}

function readNetworks(text: string): readonly string[] | undefined {
  const words = wordsOf(text);
  const networks = words.map(parseNetwork).filter((network) => network !== undefined);
  return networks.length === words.length ? [...new Set(networks)] : undefined;
}

function errorsOf({ language }: MerchantContext, refusal: CreateKeyRefusal): Errors {
  const words = keyWords[language];
  switch (refusal) {
    case "bad_name":
      return { name: words.nameWrong };
    case "name_taken":
      return { name: words.nameTaken };
    case "no_rights":
      return { rights: words.noRights };
    case "too_many_networks":
      return { networks: words.networksMany };
  }
}

export function newKeyPage(context: MerchantContext, errors: Errors): PanelAnswer {
  const { request, language } = context;
  const words = keyWords[language];
  return {
    kind: "page",
    status: Object.keys(errors).length === 0 ? 200 : 422,
    nav: "keys",
    title: words.newKey,
    crumbs: [{ label: words.title, href: context.to("keys") }],
    body: (
      <Form action={context.to("keys/new")} class="card narrow">
        <Field
          name="name"
          label={words.name}
          hint={words.nameHint}
          value={request.body["name"]}
          error={errors.name}
          maxLength={80}
          hasFocus={errors.name !== undefined}
          isRequired
        />
        <RightBoxes error={errors.rights} />
        <TextArea
          name="networks"
          label={words.networks}
          hint={words.networksHint}
          value={request.body["networks"] ?? ""}
          error={errors.networks}
        />
        <Select
          name="lifetime"
          label={words.lifetime}
          value={request.body["lifetime"] ?? "0"}
          options={LIFETIME_DAYS.map((days) => [days, words.lifetimes[days]] as const)}
        />
        <ConfirmField />
        <Button>{words.create}</Button>
      </Form>
    ),
  };
}

function RightBoxes({ error }: { readonly error: string | undefined }) {
  const context = useMerchant();
  const { request } = context;
  const words = useWords(keyWords);
  const offered = rightsOffered(context);
  const choices = offered.map((right) => ({
    name: boxOf(right),
    value: "yes",
    label: words.rightNames[right],
    isChecked: request.body[boxOf(right)] === "yes",
  }));
  const hint = offered.length === KEY_RIGHTS.length ? words.rightsHint : words.rightsHintLess;
  return (
    <>
      <Choices legend={words.rights} type="checkbox" hint={hint} choices={choices} />
      {error !== undefined && <p class="error">{error}</p>}
    </>
  );
}
