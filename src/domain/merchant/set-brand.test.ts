import { describe, expect, it } from "vitest";
import { parseMerchantId } from "../../kernel/ids.ts";
import { PLAIN_BRAND, type Brand } from "./brand.ts";
import { setBrand, type SetBrandCommand } from "./set-brand.ts";

const merchantId = parseMerchantId("mer_00000001");
if (merchantId === undefined) throw new Error("not a merchant id");

/** A store of one merchant with this brand at first. */
function shopWith(first: Partial<Brand> = {}) {
  let brand: Brand = { ...PLAIN_BRAND, ...first };
  const load = () => Promise.resolve(brand);
  const brands = {
    load,
    find: load,
    findLogo: () => Promise.resolve(undefined),
    save: async (_: unknown, saved: Omit<Brand, "logo">) => void (brand = { ...brand, ...saved }),
  };
  const merchants = { find: () => Promise.resolve({} as never) };
  const change = (command: Omit<SetBrandCommand, "merchantId">) =>
    setBrand({ brands, merchants }, { merchantId: merchantId ?? ("" as never), ...command });
  return { change, load };
}

describe("a merchant's brand", () => {
  it("changes only in the given fields", async () => {
    const { change } = shopWith({ termsUrl: "https://shop.example/terms" });
    expect(await change({ displayName: "  Kuzey Kahve ", accent: "#A04" })).toEqual({
      ok: true,
      value: {
        displayName: "Kuzey Kahve",
        accent: { light: "#aa0044", dark: expect.stringMatching(/^#[0-9a-f]{6}$/) },
        termsUrl: "https://shop.example/terms",
        logo: undefined,
      },
    });
    expect(await change({ accent: null, termsUrl: null })).toMatchObject({
      ok: true,
      value: { displayName: "Kuzey Kahve", accent: undefined, termsUrl: undefined },
    });
  });

  it("refuses a colour with the nearest readable one of each scheme", async () => {
    const { change, load } = shopWith();
    expect(await change({ accent: "#ffd800", accentDark: "#0b5d4e" })).toEqual({
      ok: false,
      refusal: [
        { field: "accent", problem: "low_contrast", contrast: 1.23, nearest: "#816c00" },
        { field: "accentDark", problem: "low_contrast", contrast: 2.2, nearest: "#18937d" },
      ],
    });
    expect(await load()).toEqual(PLAIN_BRAND);
    expect(await change({ accent: "#816c00", accentDark: "#18937d" })).toMatchObject({ ok: true });
  });

  it("names every invalid field, and changes nothing", async () => {
    const { change, load } = shopWith();
    const wrong = await change({
      displayName: "Kuzey\u202eKahve",
      accent: "green",
      termsUrl: "javascript:alert(1)",
      logo: Uint8Array.from(Buffer.from("<svg/>")),
    });
    expect(wrong).toEqual({
      ok: false,
      refusal: [
        { field: "displayName", problem: "hidden_characters" },
        { field: "accent", problem: "not_a_colour" },
        { field: "termsUrl", problem: "not_a_web_address" },
        { field: "logo", problem: "not_an_image" },
      ],
    });
    expect(await load()).toEqual(PLAIN_BRAND);
  });

  it.each([
    "ftp://shop.example",
    "//shop.example",
    "/terms",
    "data:text/html,x",
    "https://me:secret@shop.example/",
    "https://shop.example/a b",
    "https://",
    "java\nscript:alert(1)",
    `https://shop.example/${"x".repeat(3_000)}`,
  ])("refuses terms at %s", async (termsUrl) => {
    expect(await shopWith().change({ termsUrl })).toEqual({
      ok: false,
      refusal: [{ field: "termsUrl", problem: "not_a_web_address" }],
    });
  });

  it("refuses a dark colour alone, an empty name and a very long one", async () => {
    expect(await shopWith().change({ accentDark: "#ffffff" })).toMatchObject({
      refusal: [{ field: "accentDark", problem: "without_accent" }],
    });
    for (const displayName of [" ", "x".repeat(81)]) {
      expect(await shopWith().change({ displayName })).toMatchObject({
        refusal: [{ field: "displayName", problem: "wrong_length" }],
      });
    }
  });
});
