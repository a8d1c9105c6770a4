import type { ComponentChildren } from "preact";
import { HOUR } from "../../kernel/clock.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import { replacedSecret, rollMerchantSecret } from "../../domain/merchant/merchant-secret.ts";
import type { Flash } from "../../domain/merchant/user-ports.ts";
import { done, redirect, refusal, type PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { ConfirmField } from "../parts/confirm-field.tsx";
import { Card } from "../../page/parts/card.tsx";
import { Button, Form, Select } from "../../page/parts/form.tsx";
import { formatMoment } from "../../page/parts/when.tsx";
import { ShownOnce } from "../../page/parts/shown-once.tsx";
import type { Question } from "../kit/question.ts";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
import { OVERLAP_HOURS } from "./endpoint-forms.tsx";
import { webhookWords } from "./words.ts";

/** The merchant's own secret, which signs redirects; it is shown after re-authentication. */
export const secretRoutes: readonly PanelRoute[] = [
  merchantRoute({
    method: "GET",
    path: "webhooks/secret",
    permission: "webhooks.secret",
    run: async (context) => askingPage(context),
  }),
  merchantRoute({
    method: "POST",
    path: "webhooks/secret",
    permission: "webhooks.secret",
    audit: { action: "webhook.secret_shown", kind: "merchant" },
    run: reveal,
  }),
  merchantRoute({
    method: "POST",
    path: "webhooks/secret/roll",
    permission: "webhooks.secret",
    audit: { action: "webhook.secret_rolled", kind: "merchant" },
    run: roll,
    ask: askRoll,
  }),
];

/** A secret that ends at once makes the shop refuse customers whose addresses the new one signs. */
async function askRoll(context: MerchantContext): Promise<Question | undefined> {
  if (context.request.body["overlap"] !== "0") return undefined;
  const words = webhookWords[context.language];
  const { name } = context.merchant;
  const { rollTitle, title } = words.merchantSecretPage;
  return { title: rollTitle, facts: [[title, name]], effects: [words.endsNow] };
}

async function reveal(context: MerchantContext): Promise<PanelAnswer> {
  const { merchant } = context;
  await context.log.done();
  return secretsPage(context, merchant, undefined);
}

async function roll(context: MerchantContext): Promise<PanelAnswer> {
  const { kit, merchant, request, language } = context;
  const { merchantSecretPage: words } = webhookWords[language];
  const hours = OVERLAP_HOURS.find((one) => one === request.body["overlap"]);
  if (hours === undefined) return redirect(context.to("webhooks/secret"));
  const { merchantId } = merchant;
  const rolled = await rollMerchantSecret(kit, { merchantId, overlapMs: Number(hours) * HOUR });
  if (!rolled.ok) return redirect(context.to("webhooks/secret"), refusal(words.overlapNotOver));
  const { secret, oldUntil } = rolled.value;
  await context.log.done({ after: { overlap_hours: hours } });
  const replaced =
    oldUntil === undefined ? undefined : { text: merchant.webhookSecret, until: oldUntil };
  const secrets = { webhookSecret: secret, replacedSecret: replaced };
  return secretsPage(context, secrets, done(words.rolled));
}

type Secrets = Pick<Merchant, "webhookSecret" | "replacedSecret">;

function secretsPage(
  context: MerchantContext,
  secrets: Secrets,
  flash: Flash | undefined,
): PanelAnswer {
  const { kit, merchant, language } = context;
  const { merchantSecretPage: words } = webhookWords[language];
  const { webhookSecret } = secrets;
  const replaced = replacedSecret(secrets, kit.clock.now());
  const { timeZone } = merchant.settings;
  const env = `VEZNE_WEBHOOK_SECRET=${webhookSecret}`;
  return pageOf(
    context,
    <div class="card">
      <ShownOnce name={words.title} text={webhookSecret} />
      <ShownOnce name={words.envLine} text={env} />
      {replaced !== undefined && (
        <>
          <ShownOnce name={words.replaced} text={replaced.text} />
          <p class="hint">
            {words.bothUntil(formatMoment(replaced.until, { language, timeZone }))}
          </p>
        </>
      )}
      <a class="button main" href={context.to("webhooks")}>
        {words.goOn}
      </a>
    </div>,
    flash,
  );
}

function askingPage(context: MerchantContext): PanelAnswer {
  const {
    merchantSecretPage: words,
    overlap,
    overlaps,
    rollButton,
  } = webhookWords[context.language];
  return pageOf(
    context,
    <>
      <section class="card">
        <p>{words.signs}</p>
        <p class="hint">{words.both}</p>
        <Form action={context.to("webhooks/secret")} class="narrow">
          <ConfirmField isAlways />
          <Button>{words.show}</Button>
        </Form>
      </section>
      <Card title={words.rollTitle}>
        <p>{words.rollHint}</p>
        <Form action={context.to("webhooks/secret/roll")} class="narrow">
          <Select
            name="overlap"
            label={overlap}
            value={context.request.body["overlap"] ?? "24"}
            options={OVERLAP_HOURS.map((hours) => [hours, overlaps[hours]] as const)}
          />
          <ConfirmField isAlways />
          <Button>{rollButton}</Button>
        </Form>
      </Card>
    </>,
  );
}

function pageOf(context: MerchantContext, body: ComponentChildren, flash?: Flash): PanelAnswer {
  const words = webhookWords[context.language];
  return {
    kind: "page",
    status: 200,
    nav: "webhooks",
    title: words.merchantSecretPage.title,
    flash,
    crumbs: [{ label: words.title, href: context.to("webhooks") }],
    body,
  };
}
