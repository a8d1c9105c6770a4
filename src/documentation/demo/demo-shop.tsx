import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { Language } from "../../kernel/language.ts";
import { textField, textFields } from "../../page/fields.ts";
import { takeForms } from "../../page/form-body.ts";
import { languageOfBrowser, otherLanguage, parseLanguage } from "../../page/language.ts";
import { pageRoutes } from "../../page/page-routes.ts";
import { createPaths } from "../../page/paths.ts";
import { sendPage } from "../../page/render-page.ts";
import type { DemoKit, DemoShopDeps } from "./demo-kit.ts";
import { EmbeddedView } from "./embedded-view.tsx";
import { readBasket, totalOf, type Line } from "./goods.tsx";
import { returnUrls } from "./return-urls.ts";
import { ReturnView } from "./return-view.tsx";
import { askShopStatus, openShopSession } from "./shop-client.ts";
import { askShopEvents } from "./shop-events.ts";
import { ShopView } from "./shop-view.tsx";
import { isSignedReturn } from "./verify-return.ts";
import { WORDS } from "./words.ts";

/** The demo shop: a merchant that uses the service by its public interface only. */
export function demoShop(deps: DemoShopDeps): FastifyPluginAsync {
  const kit: DemoKit = { ...deps, paths: createPaths(deps.publicUrl) };
  return async (app) => {
    app.removeAllContentTypeParsers();
    takeForms(app);
    pageRoutes(
      app,
      () => shopRoutes(app, kit),
      async (reply) => reply.code(405).send(),
    );
  };
}

function shopRoutes(app: FastifyInstance, kit: DemoKit): void {
  app.get("/demo", (request, reply) =>
    showShop(kit, { ...pageRequestOf(request), basket: readBasket(request.query) }, reply),
  );
  app.post("/demo/checkout", (request, reply) =>
    buy(kit, { ...pageRequestOf(request), basket: readBasket(request.body) }, reply),
  );
  app.post("/demo/embedded", (request, reply) =>
    buy(
      kit,
      { ...pageRequestOf(request), basket: readBasket(request.body), isEmbedded: true },
      reply,
    ),
  );
  app.get("/demo/embedded", (request, reply) =>
    reply.redirect(kit.paths.demo(pageRequestOf(request).language), 303),
  );
  app.get("/demo/checkout", (request, reply) =>
    reply.redirect(kit.paths.demo(pageRequestOf(request).language), 303),
  );
  for (const end of ["success", "fail"] as const) {
    app.get(`/demo/return/${end}`, (request, reply) => showReturn(kit, request, reply));
  }
}

type PageRequest = { readonly language: Language };
type Purchase = PageRequest & {
  readonly basket: readonly Line[];
  /** True if the customer pays in the shop's own page. */
  readonly isEmbedded?: boolean;
};

function pageRequestOf({ query, body, headers }: FastifyRequest): PageRequest {
  const { lang = "" } = { ...textFields(body), ...textFields(query) };
  return { language: parseLanguage(lang) ?? languageOfBrowser(headers["accept-language"]) };
}

function showShop(
  kit: DemoKit,
  shown: Purchase & { readonly problem?: string; readonly status?: number },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { language, basket, problem, status } = shown;
  return sendPage(reply, {
    publicUrl: kit.publicUrl,
    status: status ?? (problem === undefined ? 200 : 422),
    // The form redirects to checkout_url, whose host may differ from the host of this request.
    formAction: [new URL(kit.publicUrl).origin],
    page: <ShopView {...{ kit, language, basket, problem }} />,
  });
}

async function buy(kit: DemoKit, purchase: Purchase, reply: FastifyReply): Promise<FastifyReply> {
  const { language, basket } = purchase;
  const words = WORDS[language];
  const amount = totalOf(basket);
  if (amount === 0) return showShop(kit, { ...purchase, problem: words.empty }, reply);
  const waitS = kit.guard.waitBefore(kit.clientNetwork(reply.request));
  if (waitS !== undefined) {
    const refused = reply.header("Retry-After", waitS);
    return showShop(kit, { ...purchase, problem: words.tooOften(waitS), status: 429 }, refused);
  }
  const order = { basket, amount, language, ...returnUrls(kit, language) };
  const opened = await openShopSession(kit, order);
  if (opened.ok && purchase.isEmbedded === true) {
    return showEmbedded(kit, { ...purchase, checkoutUrl: opened.checkoutUrl }, reply);
  }
  if (opened.ok) return reply.redirect(opened.checkoutUrl, 303);
  const problem = `${words.unreachable} ${opened.detail}`;
  return showShop(kit, { ...purchase, problem }, reply);
}

function showEmbedded(
  kit: DemoKit,
  { language, basket, checkoutUrl }: Purchase & { readonly checkoutUrl: string },
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendPage(reply, {
    status: 200,
    publicUrl: kit.publicUrl,
    frameSources: ["'self'", new URL(kit.publicUrl).origin],
    page: <EmbeddedView {...{ kit, language, basket, checkoutUrl }} />,
  });
}

async function showReturn(
  kit: DemoKit,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { language } = pageRequestOf(request);
  const { lang: _, ...parameters } = textFields(request.query);
  const isSigned = await isSignedReturn(parameters, await kit.webhookSecrets());
  const orderId = textField(parameters, "order_id");
  const sessionId = textField(parameters, "session_id");
  const status = orderId === "" ? undefined : await askShopStatus(kit, { orderId, sessionId });
  const events = isSigned ? await askShopEvents(kit, sessionId) : undefined;
  const pageIn = (lang: Language): string => `?${new URLSearchParams({ ...parameters, lang })}`;
  const places = { here: pageIn(language), switchTo: pageIn(otherLanguage(language)) };
  return sendPage(reply, {
    status: isSigned ? 200 : 400,
    publicUrl: kit.publicUrl,
    page: <ReturnView {...{ kit, language, isSigned, status, parameters, events, ...places }} />,
  });
}
