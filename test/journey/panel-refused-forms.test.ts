import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditWords } from "../../src/panel/audit/words.ts";
import { fullPath, type PanelRoute } from "../../src/panel/kit/route.ts";
import { PANEL_ROUTES } from "../../src/panel/panel-routes.ts";
import type { MerchantId } from "../../src/kernel/ids.ts";
import { HELD, paidOrder, query, UNDOING_FAILS_CARD } from "../support/merchant-calls.ts";
import { hiddenFields, textOf, type Visit } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { camt053 } from "../support/statements.ts";
import { awaitTransfer } from "../support/transfer-customer.ts";

const FORMS = PANEL_ROUTES.filter(({ method, audit }) => method === "POST" && audit !== undefined);

const isRequest = (entry: string): boolean => /^Request: |\.asked$/.test(entry);

/** The forms that are not refused without fields; every other one is. */
const NEED_NOTHING: readonly string[] = [
  "/panel/account/language",
  "/panel/account/sessions/end",
  "/panel/account/sessions/end-all",
  "/panel/:merchant/:mode/settings/brand",
  "/panel/:merchant/:mode/clock/reset",
  "/panel/:merchant/:mode/keys/roll",
  "/panel/:merchant/:mode/webhooks/secret",
  "/panel/:merchant/:mode/webhooks/secret/roll",
  "/panel/:merchant/:mode/acquirers/new",
  "/panel/:merchant/:mode/going-live/stop",
  "/panel/:merchant/:mode/settlement/sandbox-contract",
  "/panel/:merchant/:mode/settlement/calendar/date",
  "/panel/:merchant/:mode/payments/views/remove",
  "/panel/:merchant/:mode/payments/export",
  "/panel/:merchant/:mode/approvals/limit",
];

type Person = { readonly visitor: PanelVisitor; readonly password: string };
type Fields = Parameters<PanelVisitor["post"]>[1];

describe("the audit log of a form", { timeout: 120_000 }, () => {
  let shop: TestService;
  let users: ReturnType<typeof panelUsers>;
  let owner: Person;
  let operator: Person;
  let home: string;
  beforeAll(async () => {
    shop = await startTestService();
    const { merchantId } = shop.merchant.merchant;
    home = `/panel/${merchantId}/test`;
    users = panelUsers(shop);
    owner = await signedIn(merchantId);
    operator = await signedIn();
  });
  afterAll(() => shop.close());

  const signedIn = async (merchantId?: MerchantId): Promise<Person> => {
    const visitor = panelVisitor(shop);
    const user = await users.create("owner", merchantId);
    await visitor.signIn(user);
    await visitor.secure();
    return { visitor, password: user.password };
  };
  const personFor = async ({ access }: PanelRoute): Promise<Person> => {
    if (access === "account") return signedIn(shop.merchant.merchant.merchantId);
    return access === "operator" ? operator : owner;
  };
  /** The names of all entries, as the audit page shows them; the table has an operator's. */
  const logged = async ({ access, audit }: PanelRoute): Promise<readonly string[]> => {
    if (access === "operator") {
      const entries = await query(
        shop,
        `select action from panel_audit where merchant_id is null or user_id in
           (select user_id from panel_user where merchant_id is null)`,
      );
      return entries.map(({ action }) => String(action)).toSorted();
    }
    const { html } = await owner.visitor.get(`${home}/audit?action=${audit?.action}&lang=en`);
    const cells = html.matchAll(/<td[^>]* data-label="What"[^>]*>(.*?)<\/td>/gs);
    return [...cells].map(([cell]) => textOf(cell)).toSorted();
  };
  const isRefused = ({ status, html }: Visit): boolean =>
    status >= 400 || html.includes('class="flash refused"');

  const pathOf = (route: PanelRoute): string =>
    fullPath(route)
      .replace(":merchant/:mode", home.replace("/panel/", ""))
      .replace(/:\w+/g, "none");
  /** Sends the form; returns its page and the entries that it has added. */
  const send = async (route: PanelRoute, fields: Fields = {}, path = pathOf(route)) => {
    const { visitor, password } = await personFor(route);
    const before = await logged(route);
    const page = await visitor.follow(await visitor.post(path, { ...fields, password }));
    const added = [...(await logged(route))];
    for (const entry of before) added.splice(added.indexOf(entry), 1);
    return { page, added };
  };
  const refusedName = ({ access, audit }: PanelRoute): string => {
    if (audit === undefined) return "";
    if (access === "operator") return `${audit.action}.refused`;
    return `Refused request: ${auditWords.en.actions[audit.action]}`;
  };

  const formAt = (path: string): PanelRoute => {
    const found = FORMS.find((route) => fullPath(route).endsWith(`/:mode/${path}`));
    if (found === undefined) throw new Error(`there is no form ${path}`);
    return found;
  };
  const form = ({ html }: Visit): Record<string, string> =>
    hiddenFields(html.replace(/^.*<main/s, ""));

  /** The entries of a form that was recorded before it was tried, and was refused. */
  const askedAndRefused = ({ audit }: PanelRoute): readonly string[] => {
    const name = audit && auditWords.en.actions[audit.action];
    return [`Refused request: ${name}`, `Request: ${name}`];
  };

  it("says of a settlement file that it was asked for and refused", async () => {
    const route = formAt("settlement/import");
    const { page, added } = await send(route, { settlement: new Blob(["kind\nx\n"]) });
    expect([isRefused(page), added]).toEqual([true, askedAndRefused(route)]);
  });

  it("says of a transfer that it was asked for and refused, then that it was assigned", async () => {
    const { account, id: order } = await awaitTransfer(shop);
    const line = { reference: "R1", minor: 120_000, description: "odeme R1" };
    await send(formAt("transfers/import"), { file: new Blob([camt053(account.iban, [line])]) });
    const list = await owner.visitor.get(`${home}/transfers`);
    const id = decodeURIComponent(/transfers\/line\?line=([^"]*)"/.exec(list.html)?.[1] ?? "");
    const route = formAt("transfers/line/assign");
    const wish = { line: id, order, reason: "agreed" };
    const less = await send(route, wish);
    expect([isRefused(less.page), less.added]).toEqual([true, askedAndRefused(route)]);
    const { page, added } = await send(route, { ...wish, accept: "less" });
    const name = auditWords.en.actions["transfer.settled"];
    expect([isRefused(page), added]).toEqual([false, [`Request: ${name}`, name]]);
  });

  it.each([
    ["refund", {}],
    ["void", HELD],
  ])("says that a %s was asked for, and refused by the bank", async (move, fields) => {
    const { order } = await paidOrder(shop.api, { fields, card: UNDOING_FAILS_CARD });
    const route = formAt(`payments/:order/${move}`);
    const path = `${home}/payments/${order}/${move}`;
    const first = await owner.visitor.get(path);
    const isReviewed = move === "refund";
    const answer = isReviewed
      ? await owner.visitor.post(path, { ...form(first), kind: "full" })
      : first;
    const { page, added } = await send(route, form(answer), path);
    expect([isRefused(page), added]).toEqual([true, askedAndRefused(route)]);
  });

  // Last, because some of these forms end keys that the tests above use.
  const needNothing: string[] = [];
  it.each(FORMS.map((route) => [fullPath(route), route] as const))(
    "says that it was refused, and nothing else: %s",
    async (path, route) => {
      const { page, added } = await send(route);
      if (!isRefused(page)) needNothing.push(path);
      const outcomes = added.filter((entry) => !isRequest(entry));
      if (isRefused(page)) expect(outcomes).toEqual([refusedName(route)]);
      else expect(outcomes).not.toContain(refusedName(route));
    },
  );

  it("was seen above for every form that can be refused", () => {
    expect(needNothing).toEqual(NEED_NOTHING);
  });
});
