import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { changeConnection } from "../../src/domain/connection/manage-connection.ts";
import { parseConnectionId } from "../../src/kernel/ids.ts";
import { Secret } from "../../src/kernel/secret.ts";
import { connectDoor, DOOR_TERMINALS, untilConnected } from "../support/door-terminals.ts";
import { atInstallation } from "../support/installation.ts";
import { query } from "../support/merchant-calls.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { passChallenge } from "../support/protocol-customer.ts";
import { startTestService, type TestService } from "../support/service.ts";

const CARD = "5528790000000008";
const [nestpay] = DOOR_TERMINALS.filter(({ protocol }) => protocol.name === "nestpay");
if (nestpay === undefined) throw new Error("there is no terminal of NestPay");
const RIGHT = nestpay.credentials;

describe("a wrong store key", () => {
  let shop: TestService;
  let owner: PanelVisitor;
  let page = "";
  let connection = "";
  beforeAll(async () => {
    shop = await startTestService();
    await connectDoor(shop, { ...nestpay, credentials: { ...RIGHT, store_key: "WRONG9876" } });
    await untilConnected(shop, 1);
    const { merchantId } = shop.merchant.merchant;
    const [row] = await query(shop, "select connection_id from acquirer_connection");
    connection = String(row?.["connection_id"]);
    page = `/panel/${merchantId}/test/acquirers/${connection}`;
    owner = panelVisitor(shop);
    await owner.signIn(await panelUsers(shop).create("owner", merchantId));
  }, 120_000);
  afterAll(() => shop.close());

  const pay = async () =>
    shop.api.pay(await shop.api.session({ amount: 100 }), CARD, { fields: { is_3d: true } });
  const seen = async () => textOf((await owner.get(page)).html);
  /** The bank's return of a new payment, and the address to which the browser brings it. */
  const returnOf = async () => {
    const { body } = await pay();
    const redirect = String(body["redirect_url"]);
    const [attempt] = await query(
      shop,
      "select attempt_id as id from attempt where order_id = $1",
      [body["order_id"]],
    );
    const returnUrl = `${new URL(redirect).origin}/checkout/return/${String(attempt?.["id"])}`;
    const customer = { returnUrl, decision: "approve", cardNumber: CARD } as const;
    const [fields = {}] = await passChallenge({ kind: "redirect", url: redirect }, customer);
    return { returnUrl, fields, order: body["order_id"] };
  };
  const send = (url: string, fields: Readonly<Record<string, string>>) =>
    fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });

  it("is told by the bank's code at the checklist's own line, with a record", async () => {
    expect(await seen()).toContain("Store key unproved");
    const refused = await pay();
    expect(refused.body).toMatchObject({ status: "failed" });
    await vi.waitFor(async () => {
      const text = await seen();
      expect(text).toContain("The bank refused our signature");
      expect(text).toContain("3D-1004");
      expect(text).toMatch(/same store key\s*Missing: the bank says so/);
      expect(text).toContain("Returns with another signature");
      expect(text).toContain("700655000200");
    });
    const { html } = await owner.get(page);
    expect(html).toContain("/docs/3d-secure-help");
    for (const secret of [CARD, "WRONG9876", RIGHT["store_key"] ?? ""]) {
      expect(html).not.toContain(secret);
    }
  });

  it("is unproved again once it is entered anew, and the first signed return proves it", async () => {
    const id = parseConnectionId(connection);
    const secrets = Object.entries(RIGHT).map(
      ([name, value]) => [name, new Secret(value)] as const,
    );
    await atInstallation(shop, async (installation) => {
      const found = id && (await installation.connections.find(id));
      if (found === undefined) throw new Error("the connection is there");
      const settings = { ...found, model: "3d", installmentCounts: [], weight: "", holdDays: "" };
      const credentials = Object.fromEntries(secrets);
      const wish = { connection: found, settings, credentials, isUntested: true };
      const askBank = () => Promise.reject(new Error("not asked"));
      const saved = await changeConnection({ ...installation, askBank }, wish, nestpay.protocol);
      expect(saved.ok).toBe(true);
    });
    expect(await seen()).toContain("Store key unproved");
    await vi.waitFor(
      async () => {
        const { returnUrl, fields, order } = await returnOf();
        await (await send(returnUrl, fields)).text();
        const [row] = await query(shop, "select state from payment where order_id = $1", [order]);
        expect(row).toEqual({ state: "completed" });
        expect(await seen()).toContain("Proved");
      },
      { timeout: 20_000, interval: 300 },
    );
  });

  it("is not made of a proved one by a stranger's return, whose markup stays text", async () => {
    const { returnUrl, fields } = await returnOf();
    const forged = { ...fields, errmsg: "<script>alert(1)</script>", mdStatus: "0" };
    for (let times = 0; times < 3; times += 1) {
      expect((await send(returnUrl, forged)).status).toBe(400);
    }
    await vi.waitFor(async () => {
      const rows = await query(
        shop,
        "select count(*)::int as count from return_difference where attempt_id = $1",
        [returnUrl.split("/").at(-1)],
      );
      expect(rows).toEqual([{ count: 1 }]);
    });
    const { html } = await owner.get(page);
    expect(html).not.toContain("<script>alert");
    expect(textOf(html)).toContain("Proved");
    expect(textOf(html)).toContain("<script>alert(1)</script>");
  });
});
