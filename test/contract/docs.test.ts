import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GUIDES } from "../../src/documentation/guide-list.ts";
import { slugOf } from "../../src/documentation/markdown.ts";
import { plainText } from "../../src/documentation/render-markdown.tsx";
import { PROBLEM_CODES } from "../../src/http/problem/problem-codes.ts";
import { createVisitor, type Visit, type Visitor } from "../support/page-visitor.ts";
import { readApiDocument } from "../support/api-document.ts";
import { startTestService, type TestService } from "../support/service.ts";

/** The targets of a page: links, styles, scripts and forms. */
const REFERENCES = / (?:href|src|action)="([^"]*)"/g;

describe("the documentation", () => {
  let shop: TestService;
  let visitor: Visitor;
  /** Every page that is linked from the first, by its URL without a fragment. */
  let pages: ReadonlyMap<string, Visit>;
  beforeAll(async () => {
    shop = await startTestService();
    visitor = createVisitor(shop.url);
    pages = await crawl(visitor, "/docs");
  });
  afterAll(() => shop.close());

  it("has no dead link or fragment", () => {
    const dead = [...pages].filter(([, { status }]) => status !== 200).map(([path]) => path);
    expect(dead).toEqual([]);
    const lost = [...pages].flatMap(([path, { html }]) =>
      referencesOf(html)
        .filter((reference) => reference.includes("#"))
        .filter((reference) => !hasPart(pages, path, reference))
        .map((reference) => `${path} → ${reference}`),
    );
    expect(lost).toEqual([]);
    expect(pages.size).toBeGreaterThan(150);
  });

  it("leads to the panel, and to the demo shop where there is one", async () => {
    const doorsIn = (html: string): readonly string[] =>
      referencesOf(/<nav class="docs-doors".*?<\/nav>/s.exec(html)?.[0] ?? "").filter(
        (address) => !address.startsWith("/docs"),
      );
    for (const [path, { html, headers }] of pages) {
      const language = /<html lang="(..)"/.exec(html)?.[1] ?? "";
      if (isPage(headers))
        expect(doorsIn(html), path).toEqual(["/panel", `/demo?lang=${language}`]);
    }
    const bare = await startTestService({ environment: { VEZNE_DEMO_SHOP: "off" } });
    const { html } = await createVisitor(bare.url).get("/docs");
    await bare.close();
    expect(doorsIn(html)).toEqual(["/panel"]);
  });

  it("has the anchors to which the widget's errors link", () => {
    const { html = "" } = pages.get("/docs/widget") ?? {};
    for (const part of ["sessionid", "container", "onsuccess", "onfail", "load_timeout"]) {
      expect(html).toContain(` id="${part}"`);
    }
  });

  it("has no long guide, and every heading of a split page at its old address", async () => {
    for (const { path } of GUIDES) {
      const { html = "" } = pages.get(path) ?? {};
      const [text = ""] = /<main.*<\/main>/s.exec(html) ?? [];
      const prose = text.replace(/<pre.*?<\/pre>/gs, " ").replace(/<[^>]*>/g, " ");
      expect(prose.split(/\s+/).length, path).toBeLessThan(1_600);
      const markdown = await (await fetch(`${shop.url}${path}.md`)).text();
      const code = markdown.replace(/^```.*?^```/gms, "");
      for (const [, heading = ""] of code.matchAll(/^###? (.*)$/gm)) {
        expect(html, `${path}: ${heading}`).toContain(` id="${slugOf(plainText(heading))}"`);
      }
    }
    expect(pages.has("/docs/specification/4-endpoints")).toBe(true);
    expect(pages.has("/docs/operations/pay/examples")).toBe(true);
  });

  it("has every guide in both languages, each leading to the other", () => {
    const alone = GUIDES.filter(({ twin }) => twin === undefined).map(({ path }) => path);
    expect(alone).toEqual(["/docs/specification", "/docs/contract"]);
    for (const { path, language, twin = "" } of GUIDES) {
      const { html = "" } = pages.get(path) ?? {};
      expect(html, path).toContain(`<html lang="${language}"`);
      const [, switched] = /class="docs-language" href="([^"]*)"/.exec(html) ?? [];
      if (twin !== "") expect(switched, path).toBe(twin);
      if (language === "tr") expect(html, path).not.toMatch(/>(?:Copy|Search|Contents)</);
    }
  });

  it("loads nothing from other sites, and runs no inline script", () => {
    for (const [path, { html, headers }] of pages) {
      if (!isPage(headers)) continue;
      const loaded = [...html.matchAll(/<(?:link|script|img)[^>]* (?:href|src)="([^"]*)"/g)];
      const foreign = loaded.map(([, address = ""]) => address).filter((one) => !isOurs(one));
      expect(foreign, path).toEqual([]);
      expect(html, path).not.toMatch(/ style="| on\w+="|<style|<script(?! defer src=)/);
      expect(headers.get("content-security-policy"), path).toContain("default-src 'none'");
      expect(headers.get("content-security-policy"), path).not.toContain("unsafe");
    }
  });

  it("has a page for every operation, with both spellings of its path and all its errors", async () => {
    const document = await readApiDocument(shop.url);
    const written = [...pages].filter(([path]) => path.startsWith("/docs/operations/"));
    for (const { json, method, path } of document.operations) {
      const found = written.filter(([, { html }]) =>
        spellingsOf(html).includes(`${method} ${path}`),
      );
      expect(found.length, `${method} ${path}`).toBe(1);
      const codes = JSON.stringify(json["responses"]).matchAll(/\/docs\/errors\/([a-z_]+)/g);
      for (const [, code] of codes) expect(found[0]?.[1].html).toContain(`/docs/errors/${code}"`);
    }
  });

  it("has a page for every problem code, and a 404 page for every other address", async () => {
    for (const code of PROBLEM_CODES) {
      const { status, html } = pages.get(`/docs/errors/${code}`) ?? { status: 0, html: "" };
      expect(status, code).toBe(200);
      for (const part of ["Cause", "What to do", "Example"]) expect(html, code).toContain(part);
      expect(html, code).toContain(`/docs/errors/${code}&quot;`);
    }
    for (const path of ["/docs/errors/no_such_code", "/docs/nothing", "/docs/errors/__proto__"]) {
      const { status, html, headers } = await visitor.get(path);
      expect([status, isPage(headers)], path).toEqual([404, true]);
      expect(html).toContain("No such page");
    }
  });
});

/** The other parts of the service, to which the header leads. */
const OTHER_PARTS = /^http:\/\/x\/(?:panel|demo)\b/;

/** Follows every link within the documentation. */
async function crawl(visitor: Visitor, first: string): Promise<ReadonlyMap<string, Visit>> {
  const pages = new Map<string, Visit>();
  const queue = [first];
  for (const path of queue) {
    if (pages.has(path)) continue;
    const visit = await visitor.get(path);
    pages.set(path, visit);
    if (!isPage(visit.headers)) continue;
    for (const reference of referencesOf(visit.html)) {
      const [address = ""] = new URL(reference, `http://x${path}`).href.split("#");
      if (OTHER_PARTS.test(address)) continue;
      if (address.startsWith("http://x/")) queue.push(address.replace("http://x", ""));
    }
  }
  return pages;
}

function referencesOf(html: string): readonly string[] {
  return [...html.matchAll(REFERENCES)].map(([, address = ""]) => address.replaceAll("&amp;", "&"));
}

/** The methods and paths at the top of an operation's page. */
function spellingsOf(html: string): readonly string[] {
  return (/<code class="http">([^<]*)</.exec(html)?.[1] ?? "").split("\n");
}

function isPage(headers: Headers): boolean {
  return headers.get("content-type")?.startsWith("text/html") === true;
}

function isOurs(address: string): boolean {
  return /^[/#]|^data:image\/svg\+xml/.test(address);
}

function hasPart(pages: ReadonlyMap<string, Visit>, path: string, reference: string): boolean {
  const { pathname, hash, host } = new URL(reference, `http://x${path}`);
  return host !== "x" || pages.get(pathname)?.html.includes(` id="${hash.slice(1)}"`) === true;
}
