import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiClient } from "../support/api-client.ts";
import { runCommand } from "../support/command-line.ts";
import { startTestService, type TestService } from "../support/service.ts";

const IBAN = "TR33 0006 1005 1978 6457 8413 26";
const BARE = IBAN.replaceAll(" ", "");

describe("receiving accounts", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  const accounts = async (...args: readonly string[]) => {
    const { merchantId } = shop.merchant.merchant;
    const owner = ["--merchant", merchantId, "--mode", "live", "--json"];
    return runCommand(shop.database, ["accounts", ...args, ...owner]);
  };
  const NEW = ["add", "--bank", "Şekerbank", "--holder", "Kitapçı A.Ş."];

  it("are offered in live mode as soon as they are added, until they are removed", async () => {
    const added = await accounts(...NEW, "--iban", IBAN);
    const account = {
      iban: BARE,
      bank_code: "0061",
      bank_name: "Şekerbank",
      account_holder: "Kitapçı A.Ş.",
      currency: "TRY",
    };
    expect([added.code, JSON.parse(added.stdout)]).toEqual([0, account]);

    const live = createApiClient(shop.url, shop.merchant.liveApiKey);
    const session = await live.session();
    const path = `/api/v1/payment/wire-transfer-options?session_id=${session}`;
    const options = () => live.send("POST", path);
    expect((await options()).body["banks"]).toEqual([account]);
    expect(JSON.parse((await accounts("list")).stdout)).toEqual({ accounts: [account] });

    expect((await accounts("remove", "--iban", BARE)).code).toBe(0);
    expect((await options()).body["banks"]).toEqual([]);
    const twice = await accounts("remove", "--iban", BARE);
    expect([twice.code, twice.stderr]).toEqual([
      1,
      "vezne: --iban must be an account that is offered\n",
    ]);
  });

  it("are refused with the name of the invalid option of the command", async () => {
    const { code, stdout, stderr } = await accounts(...NEW, "--iban", IBAN, "--currency", "JPY");
    const message = "--currency must be TRY, USD, EUR or GBP";
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({ error: { message, exit_code: 1 } });
    expect(stderr).toBe(`vezne: ${message}\n`);
  });
});
