import { describe, expect, it } from "vitest";
import { asciiName, toAscii } from "./ascii.ts";
import { decodeBytes, encodeText, formBody } from "./charset.ts";

const TURKISH = "ÇĞİÖŞÜçğıöşü";

describe("character sets of banks", () => {
  it.each(["iso-8859-9", "windows-1254"] as const)("keep Turkish letters in %s", (charset) => {
    const bytes = encodeText(TURKISH, charset);
    expect(bytes.toString("hex")).toBe("c7d0ddd6dedce7f0fdf6fefc");
    expect(decodeBytes(bytes, charset)).toBe(TURKISH);
  });

  it("replace a character that the set does not have", () => {
    expect(encodeText("Ω€", "iso-8859-9").toString("latin1")).toBe("??");
    expect(encodeText("€", "windows-1254").toString("hex")).toBe("80");
    expect(encodeText("Ω", "iso-8859-9", (c) => `&#${c.codePointAt(0)};`).toString()).toBe(
      "&#937;",
    );
  });

  it("percent-encode forms from the bytes of the set", () => {
    expect(formBody([["ad", "Şen & Ay+1"]], "iso-8859-9")).toBe("ad=%DEen+%26+Ay%2B1");
    expect(new URLSearchParams(formBody([["ad", "Şen & Ay+1"]])).get("ad")).toBe("Şen & Ay+1");
  });

  it("transliterate Turkish letters to ASCII", () => {
    expect(toAscii(TURKISH)).toBe("CGIOSUcgiosu");
    expect(toAscii("Ayşe’nin – 5€ 漢")).toBe("Ayse'nin - 5   ");
    expect(asciiName("  Ömer   Şükrü ÇAĞLAYANGİL ", 12)).toBe("Omer Sukru C");
  });
});
