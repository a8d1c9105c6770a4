import type { OperatorPermission, Permission } from "../../domain/merchant/permission.ts";
import type { PanelAnswer } from "./answer.ts";
import type { AccountContext, MerchantContext, OpenContext } from "./context.ts";
import type { Audited } from "./form-log.ts";
import type { QuestionFinder } from "./question.ts";

type Method = "GET" | "POST";
type Handler<Context> = (context: Context) => Promise<PanelAnswer>;

type Declaration<Context> = {
  readonly method: Method;
  /** The path below `/panel`, or for a merchant's page below its merchant and mode. */
  readonly path: string;
  readonly run: Handler<Context>;
  /** The question that is asked once before a form does what can't be undone. */
  readonly ask?: QuestionFinder<Context>;
  /** The entry of the audit log; only a form that changes nothing has none. */
  readonly audit?: Audited;
  /** Absent if the form has no file. */
  readonly upload?: {
    /** The largest file, in bytes. */
    readonly fileBytes: number;
    /**
     * The page with the form. It is the answer to a file that is too large; `FileField` shows the
     * error.
     */
    readonly page: Handler<Context>;
  };
};

/**
 * A route and its users: everybody, all signed-in users, operators, or the users of a merchant.
 * Every page of the panel is declared in this way.
 */
export type PanelRoute =
  | ({ readonly access: "open" } & Declaration<OpenContext>)
  | ({
      readonly access: "account";
      /**
       * True if the route also runs for users who still have to set a password or second factor.
       */
      readonly isForSetUp: boolean;
    } & Declaration<AccountContext>)
  | ({
      readonly access: "operator";
      readonly permission: OperatorPermission;
    } & Declaration<AccountContext>)
  | ({
      readonly access: "merchant";
      readonly permission: Permission;
    } & Declaration<MerchantContext>);

export function openRoute(method: Method, path: string, run: Handler<OpenContext>): PanelRoute {
  return { access: "open", method, path, run };
}

export function accountRoute(
  method: Method,
  path: string,
  run: Handler<AccountContext>,
): PanelRoute {
  return { access: "account", isForSetUp: false, method, path, run };
}

export function setUpRoute(method: Method, path: string, run: Handler<AccountContext>): PanelRoute {
  return { access: "account", isForSetUp: true, method, path, run };
}

/** A form of a user's own account, with its entry of the audit log. */
export function accountForm(
  form: Omit<Declaration<AccountContext>, "method"> & { readonly isForSetUp: boolean },
): PanelRoute {
  return { access: "account", method: "POST", ...form };
}

type OperatorDeclaration = Declaration<AccountContext> & {
  readonly permission: OperatorPermission;
};
type MerchantDeclaration = Declaration<MerchantContext> & { readonly permission: Permission };

export function operatorRoute(declaration: OperatorDeclaration): PanelRoute {
  return { access: "operator", ...refusingLargeFiles(declaration) };
}

/** `path` is below `/panel/:merchant/:mode`; parameters are read from `request.params`. */
export function merchantRoute(declaration: MerchantDeclaration): PanelRoute {
  return { access: "merchant", ...refusingLargeFiles(declaration) };
}

/** Declares routes of a merchant that have a method and a permission in common. */
export function merchantRoutes(method: Method, permission: Permission) {
  return (
    path: string,
    run: Handler<MerchantContext>,
    form: Pick<MerchantDeclaration, "ask" | "audit"> = {},
  ): PanelRoute => merchantRoute({ method, path, permission, run, ...form });
}

function refusingLargeFiles<Context extends OpenContext, Route extends Declaration<Context>>(
  route: Route & Declaration<Context>,
): Route {
  const { upload, run } = route;
  if (upload === undefined) return route;
  return {
    ...route,
    run: async (context: Context) => {
      if (Object.keys(context.request.largeFiles).length === 0) return run(context);
      const answer = await upload.page(context);
      return answer.kind === "page" ? { ...answer, status: 422 } : answer;
    },
  };
}

/** The path of the page that contains a form: the path of the form's route, or one above it. */
export function pageOfForm(
  routes: readonly PanelRoute[],
  form: { readonly route: PanelRoute; readonly url: string },
): string {
  const { route, url } = form;
  const segments = route.path.split("/");
  const pages = routes.filter(({ method, access }) => method === "GET" && access === route.access);
  const cut = segments.findIndex((_, at) => {
    const above = segments.slice(0, segments.length - at).join("/");
    return pages.some(({ path }) => path === above);
  });
  const parts = (url.split("?", 1)[0] ?? "").split("/");
  return parts.slice(0, parts.length - Math.max(0, cut)).join("/");
}

/** The path of the route at the server. */
export function fullPath(route: PanelRoute): string {
  const base = route.access === "merchant" ? "/panel/:merchant/:mode" : "/panel";
  return route.path === "" ? base : `${base}/${route.path}`;
}
