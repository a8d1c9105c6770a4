import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { query } from "../support/merchant-calls.ts";
import { commandLine } from "../support/running-command.ts";
import { runService, type RunningService } from "../support/running-service.ts";

describe("the contract of a new sandbox", () => {
  let service: RunningService;
  beforeAll(async () => void (service = await runService()));
  afterAll(() => service.close());

  const linesOf = (merchantId: string) =>
    query(
      service,
      `select mode, count(*)::int as lines from settlement_term where merchant_id = $1
       group by mode`,
      [merchantId],
    );

  it("is in force from the first start, and for a merchant of the command line", async () => {
    expect(await linesOf(service.merchantId)).toEqual([{ mode: "test", lines: 10 }]);
    const vezne = commandLine(service);
    const made = await vezne("merchants", "create", "--name", "Yeni", "--json");
    expect(await linesOf(String(made.json["merchant_id"]))).toEqual([{ mode: "test", lines: 10 }]);
  });
});
