import type { FastifyPluginAsync, FastifyReply } from "fastify";
import { render } from "preact-render-to-string";
import { DAY } from "../../kernel/clock.ts";
import type { Language } from "../../kernel/language.ts";
import type { Assets } from "../assets.ts";
import { textField, textFields } from "../fields.ts";
import { languageOfBrowser, parseLanguage } from "../language.ts";
import { pageHeaders } from "../page-headers.ts";
import { pageRoutes, type RefuseMethod } from "../page-routes.ts";
import { createPaths } from "../paths.ts";
import { forPrograms } from "../security-headers.ts";
import { EntranceView, type Doors } from "./entrance-view.tsx";
import { wantsPage } from "./wants-page.ts";

export type EntranceDeps = {
  readonly assets: Assets;
  readonly publicUrl: string;
  readonly doors: Doors;
  /** The content of `/favicon.ico`, for programs that ask for it without having read a page. */
  readonly icon: Buffer;
  readonly refuseMethod: RefuseMethod;
};

/**
 * Answers a wrong address with a page and the given status if a person's browser asked; otherwise
 * returns undefined, and the caller answers.
 */
export type ShowNowhere = (reply: FastifyReply, status: number) => FastifyReply | undefined;

export type Entrance = {
  readonly routes: FastifyPluginAsync;
  readonly showNowhere: ShowNowhere;
};

const ICON_S = DAY / 1_000;

/** The root of the service, its page for wrong addresses, and the files that robots ask for. */
export function createEntrance(deps: EntranceDeps): Entrance {
  const show = pageSender(deps);
  const showNowhere: ShowNowhere = (reply, status) =>
    isForPerson(reply) ? show(reply, { status, isNowhere: true }) : undefined;
  const routes: FastifyPluginAsync = async (app) => {
    pageRoutes(
      app,
      () => {
        app.get("/", (_, reply) =>
          isForPerson(reply)
            ? show(reply, { status: 200, isNowhere: false })
            : reply.callNotFound(),
        );
        app.get("/favicon.ico", (_, reply) =>
          forPrograms(reply)
            .header("Cache-Control", `public, max-age=${ICON_S}`)
            .type("image/x-icon")
            .send(deps.icon),
        );
        app.get("/robots.txt", (_, reply) =>
          forPrograms(reply).type("text/plain; charset=utf-8").send(robotsText(deps)),
        );
      },
      deps.refuseMethod,
    );
  };
  return { routes, showNowhere };
}

function isForPerson({ request }: FastifyReply): boolean {
  return wantsPage(request.headers.accept, request.url);
}

type ShownPage = { readonly status: number; readonly isNowhere: boolean };

/** Renders each page once, because wrong addresses cost an attacker nothing. */
function pageSender({ assets, publicUrl, doors }: EntranceDeps) {
  const kit = { assets, doors, paths: createPaths(publicUrl) };
  const headers = pageHeaders({ publicUrl, formAction: ["'none'"] });
  const rendered = new Map<string, string>();
  const pageIn = (language: Language, isNowhere: boolean): string => {
    const key = `${language} ${isNowhere}`;
    const known = rendered.get(key);
    if (known !== undefined) return known;
    const page = <EntranceView kit={kit} language={language} isNowhere={isNowhere} />;
    const html = `<!doctype html>${render(page)}`;
    rendered.set(key, html);
    return html;
  };
  return (reply: FastifyReply, { status, isNowhere }: ShownPage): FastifyReply =>
    reply
      .code(status)
      .headers(headers)
      .send(pageIn(languageOf(reply), isNowhere));
}

function languageOf({ request }: FastifyReply): Language {
  const chosen = parseLanguage(textField(textFields(request.query), "lang"));
  return chosen ?? languageOfBrowser(request.headers["accept-language"]);
}

/** Robots may read the documentation; every other page belongs to one shop or customer. */
function robotsText({ publicUrl, doors }: EntranceDeps): string {
  const { root } = createPaths(publicUrl);
  const open = doors.docs ? ["/docs", "/llms", "/assets/"] : [];
  const lines = ["User-agent: *", ...open.map((path) => `Allow: ${root}${path}`)];
  return `${[...lines, `Disallow: ${root}/`].join("\n")}\n`;
}
