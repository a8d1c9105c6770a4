import type { ComponentChildren } from "preact";
import type { PanelAnswer } from "../kit/answer.ts";
import type { MerchantContext } from "../kit/context.ts";
import { ConfirmField } from "../parts/confirm-field.tsx";
import { Button, Form } from "../parts/form.tsx";
import { ShownOnce } from "../parts/shown-once.tsx";
import { merchantRoute, type PanelRoute } from "../kit/route.ts";
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
    run: reveal,
  }),
];

async function reveal(context: MerchantContext): Promise<PanelAnswer> {
  const { merchant, language } = context;
  await context.record({
    action: "webhook.secret_shown",
    object: { kind: "merchant", id: merchant.merchantId },
  });
  const { merchantSecretPage: words } = webhookWords[language];
  const { webhookSecret } = merchant;
  const env = `VEZNE_WEBHOOK_SECRET=${webhookSecret}`;
  return pageOf(
    context,
    <div class="card">
      <ShownOnce language={language} name={words.title} text={webhookSecret} />
      <ShownOnce language={language} name={words.envLine} text={env} />
      <a class="button main" href={context.to("webhooks")}>
        {words.goOn}
      </a>
    </div>,
  );
}

function askingPage(context: MerchantContext): PanelAnswer {
  const { merchantSecretPage: words } = webhookWords[context.language];
  return pageOf(
    context,
    <section class="card">
      <p>{words.signs}</p>
      <p class="hint">{words.both}</p>
      <Form context={context} action={context.to("webhooks/secret")} class="narrow">
        <ConfirmField context={context} isAlways />
        <Button>{words.show}</Button>
      </Form>
    </section>,
  );
}

function pageOf(context: MerchantContext, body: ComponentChildren): PanelAnswer {
  const words = webhookWords[context.language];
  return {
    kind: "page",
    status: 200,
    nav: "webhooks",
    title: words.merchantSecretPage.title,
    crumbs: [{ label: words.title, href: context.to("webhooks") }],
    body,
  };
}
