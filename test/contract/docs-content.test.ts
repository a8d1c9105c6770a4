import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TEST_CARDS } from "../../src/bank/test-cards.ts";
import { RETURN_GRACE_MS } from "../../src/domain/session/session.ts";
import { MINUTE } from "../../src/kernel/clock.ts";
import { CHALLENGE_LIFETIME_MS, REDIRECT_LIFETIME_MS } from "../../src/domain/payment/timing.ts";
import { readApiDocument } from "../support/api-document.ts";
import { comeBack, decide, goToBank } from "../support/browserless.ts";
import { expectQuickstart } from "../support/quickstart.ts";
import { runSamples } from "../support/sample-runs.ts";
import { freePort } from "../support/free-port.ts";
import { startTestService, type TestService } from "../support/service.ts";

const PAGE_OF_ERROR = /\/docs\/errors\/[a-z_]+/;

describe("the content of the documentation", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  const read = async (path: string): Promise<string> => {
    const answer = await fetch(shop.url + path);
    expect(answer.status, path).toBe(200);
    return answer.text();
  };

  it.each(["/docs/quickstart", "/docs/hizli-baslangic"])(
    "has a quickstart that works step by step: %s",
    async (path) => {
      const steps = codeOf(await read(`${path}.md`), "sh").join("\n");
      const script = steps.replace("vz_test_YOUR_KEY", shop.merchant.testApiKey);
      const [stdout = ""] = await runSamples("curl", [script]);
      expectQuickstart(stdout);
    },
  );

  it("lists every test card, with its answer in both styles", async () => {
    const page = await read("/docs/sandbox.md");
    const declines = new Map(
      tableOf(page, "Message").map(([code = "", numeric = ""]) => [plain(code), plain(numeric)]),
    );
    const cardsBelow = (heading: string) =>
      tableOf(page.slice(page.indexOf(`### ${heading}`)), "Number").map(
        ([number = "", answer = ""]) => [plain(number).replaceAll(" ", ""), plain(answer)] as const,
      );
    const approved = cardsBelow("Cards that are approved").map(([card]) => [card, "0"] as const);
    const failing = cardsBelow("Cards that fail at 3-D Secure");
    const declined = cardsBelow("Cards that the bank declines");
    const faults = cardsBelow("Cards with faults");
    const listed = [...approved, ...failing, ...declined, ...faults];
    expect(listed.map(([card]) => card).toSorted()).toEqual(
      TEST_CARDS.map(({ number }) => number).toSorted(),
    );
    for (const [card, numeric] of [...approved, ...faults]) {
      expect(await paid(shop, card), card).toEqual(["", Number(numeric)]);
    }
    for (const [card, code] of failing) {
      const answer = [code, Number(declines.get(code))];
      expect(await declinedAtBank(shop, card), card).toEqual(answer);
    }
    for (const [card, code] of declined) {
      expect(await paid(shop, card), card).toEqual([code, Number(declines.get(code))]);
    }
  });

  it("states the same moves between payment statuses on each page", async () => {
    const rows = tableOf(await read("/docs/after-payment.md"), "From");
    const moves = new Set(rows.map(([from = "", to = ""]) => `${plain(from)} → ${plain(to)}`));
    const [, table = ""] =
      /moves between payment statuses \| (.*?); everything else/.exec(
        await read("/docs/contract.md"),
      ) ?? [];
    const listed = [...table.matchAll(/`(\w+) → ([^`]+)`/g)].flatMap(([, from = "", to = ""]) =>
      to.split(", ").map((one) => `${from} → ${one}`),
    );
    expect([...moves].toSorted()).toEqual(listed.toSorted());
    expect(listed).not.toContain("processing → pending");
  });

  it("has no command that npx could take from the registry", async () => {
    const root = join(import.meta.dirname, "../..");
    const filesIn = async (folder: string): Promise<readonly string[]> =>
      (await readdir(join(root, folder), { recursive: folder !== "" }))
        .map((path) => join(folder, path))
        .filter((path) => /\.(md|tsx?)$/.test(path));
    const folders = await Promise.all(["", "docs", "src", "web"].map(filesIn));
    const texts = await Promise.all(
      folders.flat().map(async (path) => [path, await readFile(join(root, path), "utf8")] as const),
    );
    expect(texts.length).toBeGreaterThan(500);
    const teaching = texts.flatMap(([path, text]) =>
      [...text.matchAll(/(?:npx|npm exec|npm x) +vezne\b.*/g)].map(([line]) => `${path}: ${line}`),
    );
    expect(teaching).toEqual([]);
  });

  it("has a webhook example that registers an endpoint, which receives a payment's event", async () => {
    const folder = await mkdtemp(join(tmpdir(), "vezne-docs-"));
    const port = await freePort();
    const [steps = ""] = codeOf(await read("/docs/webhooks.md"), "sh");
    const ready = `until curl -s -o /dev/null 127.0.0.1:${port}; do sleep 0.05; done; echo up`;
    // Only the receiver's port is replaced: the key and the service's own port may contain 4000.
    const script = steps
      .replace("listen(4000,", `listen(${port},`)
      .replace("http://127.0.0.1:4000/", `http://127.0.0.1:${port}/`)
      .replace("vz_test_YOUR_KEY", shop.merchant.testApiKey);
    const child = spawn("sh", ["-euc", `${script}\n${ready}\nwait`], {
      cwd: folder,
      detached: true,
    });
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
    try {
      // The test's clock stands still, so a failed delivery is not attempted again.
      await expect.poll(() => printed).toMatch(/"secret":"whsec_[^]*\nup\n/);
      await shop.api.pay(await shop.api.session(), "5528790000000008");
      await expect.poll(() => printed, { timeout: 60_000 }).toContain("payment.completed");
      expect(printed).toMatch(/evt_\w+/);
    } finally {
      if (child.pid !== undefined) process.kill(-child.pid);
      await rm(folder, { recursive: true, force: true });
    }
  }, 120_000);

  it("states the place of the redirect secret, and that it is used whole", async () => {
    const webhooks = await read("/docs/webhooks.md");
    expect(webhooks).toContain("npx --no vezne listen --print-secret");
    expect(webhooks).toContain("the merchant's secret as text, whole, with `whsec_`");
    const pages = [await read("/docs/hosted-page.md"), await read("/docs/client.md")];
    for (const page of pages) expect(page).toMatch(/\/docs\/webhooks(?:\.md)?#the-secret/);
  });

  it("describes `success` with all of its possible values", async () => {
    const { json } = await readApiDocument(shop.url);
    const { schemas } = json["components"] as { schemas: Record<string, JsonSchema> };
    const described = Object.entries(schemas).flatMap(([name, { properties = {} }]) => {
      const { success } = properties;
      return success === undefined ? [] : [[name, success.const, success.description] as const];
    });
    expect(described.length).toBeGreaterThan(10);
    for (const [name, value, text] of described) {
      if (value === true) expect(text, name).toMatch(/^(Always true|True):/);
      if (value === false) expect(text, name).toBe("Always false.");
    }
    const status = tableOf(await read("/docs/operations/get-payment-status.md"), "Field");
    const [row = []] = status.filter(([field = ""]) => field.includes("success"));
    expect(row.join(" ")).toContain("Always true: the order was found.");
  });

  it("states the time limits at the bank's pages", async () => {
    const rows = tableOf(await read("/docs/sandbox.md"), "time");
    const [challenge = [], wallet = [], credit = []] = rows.map(([, time = ""]) =>
      (time.match(/\d+/g) ?? []).map((minutes) => Number(minutes) * MINUTE),
    );
    expect(challenge).toEqual([CHALLENGE_LIFETIME_MS, RETURN_GRACE_MS]);
    expect(wallet).toEqual([REDIRECT_LIFETIME_MS.wallet, RETURN_GRACE_MS]);
    expect(REDIRECT_LIFETIME_MS.papel).toBe(REDIRECT_LIFETIME_MS.wallet);
    expect(credit).toEqual([REDIRECT_LIFETIME_MS.shopping_credit, RETURN_GRACE_MS]);
  });

  it("verifies returns with its own code", async () => {
    const { readReturn } = await moduleOf(await read("/docs/hosted-page.md"));
    const hidden = "&order_id=ORD-1&session_id=ses_1&status=success";
    const session = await shop.api.session({ metadata: { cart: 7, note: `ığ${hidden}` } });
    const sent = await shop.api.pay(session, "5528790000000008", { fields: { is_3d: true } });
    const { location } = await comeBack(await decide(await goToBank(sent), "approve"));
    const { webhookSecret } = shop.merchant.merchant;
    const back = readReturn?.(location, webhookSecret);
    expect(back).toMatchObject({ order_id: sent.body["order_id"], status: "success" });
    const { metadata = "" } = back as Record<string, string>;
    expect(JSON.parse(metadata)).toEqual({ cart: 7, note: `ığ${hidden}` });
    expect(readReturn?.(location.replace("ORD-", "ORD-0"), webhookSecret)).toBeUndefined();
    expect(readReturn?.("/thanks?status=success", webhookSecret)).toBeUndefined();
    expect(readReturn?.(withHidden(location, hidden), webhookSecret)).toBeUndefined();
  });

  it("verifies webhooks with its own code", async () => {
    const { isFromVezne } = await moduleOf(await read("/docs/webhooks.md"));
    const secret = shop.merchant.merchant.webhookSecret;
    const now = new Date();
    const headers = {
      "webhook-id": "evt_1",
      "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
      "webhook-signature": `v1,AAAA ${new Webhook(secret).sign("evt_1", now, "{}")}`,
    };
    expect(isFromVezne?.(headers, "{}", secret)).toBe(true);
    expect(isFromVezne?.(headers, "{ }", secret)).toBe(false);
    expect(isFromVezne?.({ ...headers, "webhook-timestamp": "1" }, "{}", secret)).toBe(false);
    expect(isFromVezne?.({}, "{}", secret)).toBe(false);
  });

  it("is the target of links in answers: each type, and each Link of session creation", async () => {
    const refused = await shop.api.post("/api/v1/checkout/session", {});
    const [, help = ""] = /^<([^>]+)>; rel="help"$/.exec(refused.headers.get("link") ?? "") ?? [];
    const unpaid = await shop.api.post("/api/v1/payment/pay", {});
    const nowhere = await shop.api.get("/api/v1/nowhere");
    const document = await readApiDocument(shop.url);
    const documented = JSON.stringify(document.json).match(/[^"]+\/docs\/errors\/[a-z_]+/g) ?? [];
    const types = [help, unpaid.body["type"], nowhere.body["type"], ...documented].map(String);
    for (const type of new Set(types)) {
      expect(type).toMatch(PAGE_OF_ERROR);
      expect((await fetch(type)).status, type).toBe(200);
    }
    expect(document.json["externalDocs"]).toMatchObject({ url: `${shop.url}/docs` });
  });

  it("is available as Markdown, by page, as a list and as a whole", async () => {
    const list = await read("/llms.txt");
    const addresses = [...list.matchAll(/\]\((http[^)]+)\)/g)].map(([, address = ""]) => address);
    expect(addresses.length).toBeGreaterThan(70);
    const whole = await read("/llms-full.txt");
    for (const address of addresses) {
      const answer = await fetch(address);
      expect(answer.headers.get("content-type"), address).toBe("text/markdown; charset=utf-8");
      const text = await answer.text();
      expect(text, address).toMatch(/^# \S/);
      expect(text, address).not.toMatch(/\]\(\/|pay\.example|<!-- /);
      expect(whole.includes(text.trim()), address).toBe(true);
    }
  });

  it("is found by its search", async () => {
    const find = async (query: string): Promise<readonly string[]> => {
      const found = await read(`/docs/search.json?q=${encodeURIComponent(query)}`);
      return (JSON.parse(found) as { readonly path: string }[]).map(({ path }) => path);
    };
    expect(await find("session_expired")).toContain("/docs/errors/session_expired");
    expect((await find("PAY a session"))[0]).toBe("/docs/operations/pay");
    expect(await find("hizli baslangic")).toContain("/docs/hizli-baslangic");
    expect(await find("5528 7900 0000 0008")).toContain("/docs/sandbox#cards-that-are-approved");
    expect(await find("")).toEqual([]);
    expect(await find("no such words anywhere")).toEqual([]);
  });

  it("is served like other pages: cacheable while unchanged, GET and HEAD only", async () => {
    const first = await fetch(`${shop.url}/docs`);
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };
    expect((await fetch(`${shop.url}/docs`, { headers })).status).toBe(304);
    expect((await fetch(`${shop.url}/docs/`, { redirect: "manual" })).status).toBe(308);
    const refused = await fetch(`${shop.url}/docs/quickstart`, { method: "POST" });
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect((await fetch(`${shop.url}/docs/quickstart`, { method: "HEAD" })).status).toBe(200);
  });
});

type PayCodes = readonly [code: string, numeric: number];

/** The answer to a card without 3-D Secure. */
async function paid({ api }: TestService, card: string): Promise<PayCodes> {
  const flags = await api.pay(await api.session(), card);
  const codes = await api.pay(await api.session(), card, {
    headers: { "vezne-response-style": "codes" },
  });
  const { code = "" } = flags.body;
  return [String(code), Number(codes.body["status"])];
}

/** The final answer to a card that fails only at 3-D Secure; the number is that of its code. */
async function declinedAtBank(shop: TestService, card: string): Promise<PayCodes> {
  const { api } = shop;
  const without = await api.pay(await api.session(), card);
  expect(without.body["status"]).toBe("completed");
  const session = await api.session();
  const sent = await api.pay(session, card, { fields: { is_3d: true } });
  if (sent.body["status"] === "failed") return [String(sent.body["code"]), -1];
  await comeBack(await decide(await goToBank(sent), "approve"));
  const { body } = await api.status(session, sent.body["order_id"]);
  return [String(body["code"]), -1];
}

/** The code blocks of a language. */
function codeOf(markdown: string, language: string): readonly string[] {
  const blocks = markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms);
  return [...blocks].filter(([, name]) => name === language).map(([, , text = ""]) => text);
}

type JsonSchema = {
  readonly const?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
};

type Verbs = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

/** The page's JavaScript as a module. */
/** Reads the metadata's text up to the hidden part, and the rest as further parameters. */
function withHidden(address: string, hidden: string): string {
  const url = new URL(address);
  const metadata = url.searchParams.get("metadata") ?? "";
  const [start = "", rest = ""] = metadata.split(hidden);
  const order = url.searchParams.get("order_id") ?? "";
  url.searchParams.set("metadata", start);
  url.searchParams.set("order_id", `${hidden.slice("&order_id=".length)}${rest}&order_id=${order}`);
  return url.href;
}

async function moduleOf(markdown: string): Promise<Verbs> {
  const [text = ""] = codeOf(markdown, "js");
  return (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as Verbs;
}

/** The rows of the table with this column. */
function tableOf(markdown: string, column: string): readonly (readonly string[])[] {
  const lines = markdown.split("\n");
  const head = lines.findIndex((line) => line.startsWith("|") && line.includes(column));
  const rest = lines.slice(head + 2);
  return rest
    .slice(
      0,
      rest.findIndex((line) => !line.startsWith("|")),
    )
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

function plain(markdown: string): string {
  return /`([^`]*)`/.exec(markdown)?.[1] ?? "";
}
