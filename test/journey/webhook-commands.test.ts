// tier: night
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiClient, type ApiBody } from "../support/api-client.ts";
import { commandLine, type CommandLine } from "../support/running-command.ts";
import { paidOrder } from "../support/merchant-calls.ts";
import { runService, type RunningService } from "../support/running-service.ts";
import { startReceiver, verify, type Receiver } from "../support/webhook-receiver.ts";

/** Runs the command line in a process of its own, beside the running service. */
describe("the command line for webhooks", () => {
  let service: RunningService;
  let receiver: Receiver;
  let vezne: CommandLine;
  let shop: ApiBody;
  beforeAll(async () => {
    service = await runService();
    receiver = await startReceiver();
    vezne = commandLine(service);
    shop = (await vezne("merchants", "create", "--name", "Kitapçı", "--json")).json;
  });
  afterAll(async () => {
    await receiver.stop();
    await service.close();
  });

  const add = (...args: readonly string[]) =>
    vezne("webhooks", "add", "--merchant", String(shop["merchant_id"]), ...args, "--json");

  it("registers an endpoint that receives payment events, signed with the merchant's secret", async () => {
    const { json } = await add("--mode", "test", "--url", receiver.url);
    expect(json).toMatchObject({
      merchant_id: shop["merchant_id"],
      mode: "test",
      url: receiver.url,
      events: "all",
      state: "enabled",
      secret: shop["webhook_secret"],
    });
    const api = createApiClient(service.url, String(shop["test_api_key"]));
    const { order } = await paidOrder(api);
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1);
    const [delivery] = receiver.received;
    if (delivery === undefined) throw new Error("nothing arrived");
    expect(verify(String(shop["webhook_secret"]), delivery)).toMatchObject({
      type: "payment.completed",
      data: { order_id: order },
    });

    const endpoint = String(json["endpoint_id"]);
    const listed = await vezne("webhooks", "list", "--merchant", String(shop["merchant_id"]));
    expect(listed.stdout).toMatch(
      /^ENDPOINT +MODE +STATE +EVENTS +URL\nwhe_\w+ +test +enabled +all /,
    );
    const deliveries = async () =>
      (await vezne("webhooks", "deliveries", "list", "--endpoint", endpoint, "--json")).json;
    expect(await deliveries()).toMatchObject({
      deliveries: [{ event_id: delivery.id, state: "delivered", last_attempt: { status: 204 } }],
    });
    const resent = await vezne(
      "webhooks",
      "resend",
      "--endpoint",
      endpoint,
      "--event",
      delivery.id,
      "--json",
    );
    expect(resent.json).toEqual({ resent: 1 });
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2);
    const attempts = await vezne(
      "webhooks",
      "deliveries",
      "show",
      "--endpoint",
      endpoint,
      "--event",
      delivery.id,
      "--json",
    );
    expect(attempts.json["attempts"]).toHaveLength(2);

    const rolled = await vezne("webhooks", "secret", "roll", "--endpoint", endpoint, "--json");
    expect(rolled.json["secret"]).toMatch(/^whsec_/);
    const disabled = await vezne("webhooks", "disable", "--endpoint", endpoint, "--json");
    expect(disabled.json).toMatchObject({ state: "disabled", disabled_reason: "by_hand" });
    const enabled = await vezne("webhooks", "enable", "--endpoint", endpoint, "--json");
    expect(enabled.json).toMatchObject({ state: "enabled", disabled_reason: null });
    const removed = await vezne("webhooks", "remove", "--endpoint", endpoint, "--json");
    expect(removed.json).toEqual({ removed: true, endpoint_id: endpoint });
  });

  it.each([
    [["--url", "http://10.0.0.1/"], "--url must lead to a public address or this machine"],
    [["--url", "ftp://shop.example/"], "--url must be an absolute https address"],
    [["--mode", "live", "--url", "http://8.8.8.8/"], "--url must be https in live mode"],
    [["--mode", "live", "--url", "https://127.0.0.1/"], "--url must lead to a public address"],
    [["--mode", "live", "--url", "https://localhost/"], "--url must lead to a public address"],
    [["--url", "https://8.8.8.8/", "--events", "payment.done"], "--events must be one or more of"],
  ])("refuses %j, and says what would be right", async (args, sentence) => {
    await expect(add(...args)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`"message":"${sentence}`) as string,
      stderr: expect.stringContaining(sentence) as string,
    });
  });
});
