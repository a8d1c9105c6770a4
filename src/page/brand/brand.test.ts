// tier: push
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../../../test/support/command-line.ts";
import { createVisitor, textOf, type Visitor } from "../../../test/support/page-visitor.ts";
import { drawLogo } from "../../../test/support/picture.ts";
import { startTestService, type TestService } from "../../../test/support/service.ts";
import { SECOND } from "../../kernel/clock.ts";

const APPROVED = "5528790000000008";
const TERMS = "https://kuzey.example/satis-kosullari?dil=tr&v=2";
const STYLE = /href="(\/brand\/style\/[^"]+)" integrity="([^"]+)"/;
const LOGO = /<img class="logo" src="([^"]+)" alt(?:="([^"]*)")? width="160" height="48"\/>/;

let shop: TestService;
let visitor: Visitor;
let folder: string;
beforeAll(async () => {
  shop = await startTestService();
  visitor = createVisitor(shop.url);
  folder = mkdtempSync(join(tmpdir(), "vezne-brand-"));
});
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `vezne merchants brand` and moves the clock until the cached brand has expired. */
async function brand(verb: "set" | "show", ...options: readonly string[]) {
  const { merchantId } = shop.merchant.merchant;
  const args = ["merchants", "brand", verb, "--merchant", merchantId, ...options, "--json"];
  const { code, stdout, stderr } = await runCommand(shop.database, args);
  shop.clock.move(SECOND);
  expect(stderr).toBe("");
  return { code, document: JSON.parse(stdout) as unknown };
}

const logoFile = (bytes: Uint8Array): string => {
  const file = join(folder, "logo");
  writeFileSync(file, bytes);
  return file;
};

/** Each command starts a process, which takes long on a busy machine. */
describe("a merchant's brand", () => {
  it("is plain by default: the common style and no logo", async () => {
    const page = await visitor.get(`/checkout?session=${await shop.api.session()}`);
    expect(page.html).toMatch(/href="\/assets\/sandbox[^"]+\.css"/);
    expect(page.html).not.toMatch(LOGO);
    expect(page.html).not.toContain("satış koşulları");
  });

  it("is set by one command, and appears on every payment page", async () => {
    const look = ["--name", "Kuzey Kahve", "--accent", "#8a1c4a", "--terms", TERMS];
    const set = await brand("set", ...look, "--logo", logoFile(drawLogo()));
    expect(set).toMatchObject({
      code: 0,
      document: {
        display_name: "Kuzey Kahve",
        accent: "#8a1c4a",
        accent_dark: expect.stringMatching(/^#[0-9a-f]{6}$/),
        terms_url: TERMS,
        logo: { type: "image/png", width: 160, height: 48 },
      },
    });
    const session = await shop.api.session();
    const form = await visitor.get(`/checkout?session=${session}`);
    const [, logo = "", alt = ""] = LOGO.exec(form.html) ?? [];
    expect(alt).toBe("");
    const handOff = await visitor.payByCard(session, APPROVED);
    const atBank = await visitor.get(handOff.location);
    await visitor.goThroughBank(handOff, "approve");
    const receipt = await visitor.get(`/checkout?session=${session}`);
    const framed = await visitor.get(
      `/checkout/frame?session=${await shop.api.session()}&frame=${"0".repeat(16)}` +
        `&origin=${encodeURIComponent("https://shop.example")}`,
    );
    for (const { html } of [form, atBank, receipt, framed]) {
      expect(textOf(html)).toContain("Kuzey Kahve");
      expect(html).toContain("Kuzey Kahve</title>");
      expect(html).not.toContain("Kitapçı");
      expect(html).toContain(`src="${logo}"`);
      expect(html).toMatch(STYLE);
      expect(html).toContain(`href="${TERMS.replace("&", "&amp;")}" target="_blank" rel="noopener`);
    }
    expect(receipt.html).toContain('alt="Kuzey Kahve"');
  });

  it("loads its colours without a further request or an inline style", async () => {
    const page = await visitor.get(`/checkout?session=${await shop.api.session()}`);
    expect(page.html.match(/<link rel="stylesheet"/g)).toHaveLength(1);
    expect(page.html).not.toMatch(/<style|style="/);
    expect(page.headers.get("content-security-policy")).toContain("style-src 'self';");
    const [, address = "", integrity = ""] = STYLE.exec(page.html) ?? [];
    const style = await fetch(new URL(address, shop.url));
    const css = await style.text();
    expect(`sha384-${createHash("sha384").update(css).digest("base64")}`).toBe(integrity);
    expect(style.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(css).toContain("--accent:#8a1c4a;--on-accent:#ffffff");
    const known = { headers: { "If-None-Match": style.headers.get("etag") ?? "" } };
    expect((await fetch(new URL(address, shop.url), known)).status).toBe(304);
    // Colours that the settings refuse, and names that `link` never made.
    for (const wrong of [
      address.replace("8a1c4a", "ffd800"),
      address.replace("8a1c4a", "8A1C4A"),
      address.replace(/[^/]+\.css/, "other.css"),
      address.replace(/[^/]+\.css/, "..%2Fmanifest.json"),
    ]) {
      expect((await fetch(new URL(wrong, shop.url))).status, wrong).toBe(404);
    }
  });

  it("serves the logo's exact bytes as a picture only", async () => {
    const page = await visitor.get(`/checkout?session=${await shop.api.session()}`);
    const [, address = ""] = LOGO.exec(page.html) ?? [];
    const logo = await fetch(new URL(address, shop.url));
    expect(Buffer.from(await logo.arrayBuffer()).equals(drawLogo())).toBe(true);
    expect(Object.fromEntries(logo.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
    });
    const { testApiKey } = await shop.createMerchant("Başka");
    expect(testApiKey).not.toBe("");
    const { merchantId } = shop.merchant.merchant;
    for (const wrong of [
      address.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
      address.replace(merchantId, "mer_00000000"),
      address.replace(merchantId, "x"),
      `/brand/logo/${merchantId}/x`,
    ]) {
      expect((await fetch(new URL(wrong, shop.url))).status, wrong).toBe(404);
    }
  });

  it("is refused as a whole, with the nearest readable colour", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    const look = ["--name", "Güney Kahve", "--accent", "#ffd800", "--logo", logoFile(svg)];
    const refused = await brand("set", ...look);
    expect(refused).toMatchObject({
      code: 1,
      document: {
        changed: false,
        problems: [
          {
            field: "accent",
            problem: "low_contrast",
            nearest: "#816c00",
            message:
              "--accent has a contrast of 1.23:1, and needs 4.5:1; the nearest that has it is #816c00",
          },
          { field: "logo", problem: "not_an_image" },
        ],
      },
    });
    expect((await brand("show")).document).toMatchObject({ display_name: "Kuzey Kahve" });
  });

  it("is removed option by option", async () => {
    const { document } = await brand("set", "--remove", "logo,terms,accent");
    const gone = { accent: null, accent_dark: null, terms_url: null, logo: null };
    expect(document).toMatchObject({ display_name: "Kuzey Kahve", ...gone });
    const page = await visitor.get(`/checkout?session=${await shop.api.session()}`);
    expect(page.html).not.toMatch(LOGO);
    expect(page.html).not.toMatch(STYLE);
    expect(textOf(page.html)).toContain("Kuzey Kahve");
  });
});
