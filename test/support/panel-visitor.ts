import { randomBytes } from "node:crypto";
import { TOTP } from "otpauth";
import { createAuditStore } from "../../src/store/merchant/audit-store.ts";
import { createPanelSessionStore } from "../../src/store/merchant/panel-session-store.ts";
import { createSetUpStore } from "../../src/store/merchant/set-up-store.ts";
import { createUserStore } from "../../src/store/merchant/user-store.ts";
import { systemPasswordHasher } from "../../src/system/password-hasher.ts";
import type { MerchantId } from "../../src/kernel/ids.ts";
import { CONFIRMED } from "../../src/panel/kit/question.ts";
import { createUser } from "../../src/domain/merchant/manage-users.ts";
import type { Role, User } from "../../src/domain/merchant/user.ts";
import { unaskedForms } from "./danger-buttons.ts";
import { hiddenFields, type Visit } from "./page-visitor.ts";
import type { ShopService } from "./service.ts";

export type PanelUser = { readonly user: User; readonly password: string };

/** A user of the panel with a browser without scripts; redirects are returned and not followed. */
export type PanelVisitor = {
  get(path: string): Promise<Visit>;
  /**
   * Submits fields with the token of the page that was opened last, and answers the question with
   * yes that some forms are asked.
   */
  post(path: string, fields?: Fields, headers?: Headers): Promise<Visit>;
  /** Submits fields like `post`; a question is returned and not answered. */
  submit(path: string, fields?: Fields, headers?: Headers): Promise<Visit>;
  /** Submits fields like `post`; returns the file of the answer. */
  download(path: string, fields?: Fields): Promise<Uint8Array>;
  /** Follows redirects to their final page. */
  follow(visit: Visit): Promise<Visit>;
  signIn(user: PanelUser): Promise<Visit>;
  /** Sets up the second factor of the signed-in user; returns its secret and recovery codes. */
  secure(): Promise<{ readonly secret: string; readonly codes: readonly string[] }>;
  readonly cookie: string;
};

/** A field that is a file makes it a multipart form. */
type Fields = Readonly<Record<string, string | Blob>>;
type Headers = Readonly<Record<string, string>>;

const random = { bytes: (count: number) => randomBytes(count) };

/** Users in the database of a running service. */
export function panelUsers(shop: ShopService) {
  const pool = shop.database.open({ max: 2 });
  const { clock } = shop;
  const deps = {
    clock,
    random,
    users: createUserStore(pool),
    panelSessions: createPanelSessionStore(pool),
    hasher: systemPasswordHasher,
    audit: createAuditStore(pool),
    setUps: createSetUpStore(pool),
  };
  let made = 0;
  /** Creates a user with a temporary password. */
  const invite = async (
    role: Role,
    merchantId?: MerchantId,
    email?: string,
  ): Promise<PanelUser> => {
    made += 1;
    const address = email ?? `${role}${made}@example.com`;
    const wish = { email: address, role, merchantId, language: "en" } as const;
    const created = await createUser(deps, wish);
    if (!created.ok) throw new Error(created.refusal);
    return created.value;
  };
  return {
    deps,
    invite,
    /** Creates a user whose password counts as chosen by the user. */
    async create(...wish: Parameters<typeof invite>): Promise<PanelUser> {
      const { user, password } = await invite(...wish);
      await pool.query("update panel_user set has_temporary_password = false where user_id = $1", [
        user.userId,
      ]);
      return { user: { ...user, hasTemporaryPassword: false }, password };
    },
  };
}

export function panelVisitor(shop: ShopService): PanelVisitor {
  const cookies = new Map<string, string>();
  let known = "";
  let formToken = "";
  const send = async (url: URL, init: RequestInit): Promise<Response> => {
    const headers = {
      cookie: textOfCookies(cookies),
      origin: new URL(shop.config.publicUrl).origin,
      ...Object.fromEntries(headersOf(init)),
    };
    const response = await fetch(url, { redirect: "manual", ...init, headers });
    for (const set of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (set.split(";", 1)[0] ?? "").split("=");
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const open = async (path: string, init: RequestInit): Promise<Visit> => {
    const url = new URL(path, shop.url);
    const response = await send(url, init);
    const html = await response.text();
    formToken = /name="form_token" value="([^"]*)"/.exec(html)?.[1] ?? formToken;
    const unasked = unaskedForms(html, url.href);
    if (unasked.length > 0) throw new Error(`red buttons ask nothing: ${unasked.join(", ")}`);
    const location = response.headers.get("location");
    return {
      status: response.status,
      headers: response.headers,
      html,
      location: location === null ? "" : new URL(location, url).href,
    };
  };
  const get = (path: string): Promise<Visit> => open(path, {});
  const formOf = (fields: Fields): RequestInit => ({
    method: "POST",
    body: bodyOf({ form_token: formToken, ...fields }),
  });
  const submit: PanelVisitor["submit"] = (path, fields = {}, headers = {}) =>
    open(path, { ...formOf(fields), headers });
  const post: PanelVisitor["post"] = async (path, fields = {}, headers = {}) => {
    const answer = await submit(path, fields, headers);
    return isQuestion(answer)
      ? submit(path, { ...fields, [CONFIRMED.name]: CONFIRMED.value }, headers)
      : answer;
  };
  return {
    get,
    post,
    submit,
    download: async (path, fields = {}) =>
      new Uint8Array(await (await send(new URL(path, shop.url), formOf(fields))).arrayBuffer()),
    follow: async (visit) => {
      let here = visit;
      while (here.location !== "") here = await get(here.location);
      return here;
    },
    async signIn({ user, password }) {
      known = password;
      const answer = await post("/panel/sign-in", { email: user.email, password });
      if (answer.location !== "") await get("/panel/account");
      return answer;
    },
    async secure() {
      const page = await get("/panel/account/second-factor");
      const secret = (/id="secret">([^<]*)</.exec(page.html)?.[1] ?? "").replaceAll(" ", "");
      const answer = await post("/panel/account/second-factor", {
        ...hiddenFields(page.html),
        form_token: formToken,
        code: codeOf(shop, secret),
        password: known,
      });
      const codes = [...answer.html.matchAll(/<li><code>([^<]*)</g)].map(([, code]) => code ?? "");
      return { secret, codes };
    },
    get cookie() {
      return textOfCookies(cookies);
    },
  };
}

/** True if the page asks once more before something that can't be undone. */
export function isQuestion({ html }: Visit): boolean {
  return html.includes('class="card narrow question"');
}

function textOfCookies(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

function bodyOf(fields: Fields): FormData | URLSearchParams {
  const entries = Object.entries(fields);
  const hasFile = entries.some(([, value]) => typeof value !== "string");
  const body = hasFile ? new FormData() : new URLSearchParams();
  for (const [name, value] of entries) {
    if (typeof value === "string") body.append(name, value);
    else if (body instanceof FormData) body.append(name, value, "file");
  }
  return body;
}

function headersOf({ headers }: RequestInit): [string, string][] {
  return [...new Headers(headers).entries()];
}

/** The code of an authenticator app at the service's time. */
export function codeOf(shop: ShopService, secret: string): string {
  return new TOTP({ secret }).generate({ timestamp: shop.clock.now() });
}
