import { describe, expect, it } from "vitest";
import { LOGO_BYTES_MAX, readLogo } from "./logo.ts";

const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"));
const u16 = (value: number): string => String.fromCharCode(value >> 8, value & 255);
const u16le = (value: number): string => String.fromCharCode(value & 255, value >> 8);
const u24le = (value: number): string =>
  String.fromCharCode(value & 255, (value >> 8) & 255, value >> 16);

const png = (width: number, height: number): Uint8Array =>
  bytes(
    `\u0089PNG\r\n\u001a\n\0\0\0\rIHDR\0\0${u16(width)}\0\0${u16(height)}\b\u0006\0\0\0${"x".repeat(20)}`,
  );
const jpeg = (width: number, height: number): Uint8Array =>
  bytes(
    `\u00ff\u00d8\u00ff\u00e0${u16(16)}JFIF\0${"x".repeat(9)}` +
      `\u00ff\u00c4${u16(4)}xx\u00ff\u00c2${u16(17)}\b${u16(height)}${u16(width)}xxxxxx`,
  );
const webp = (chunk: string): Uint8Array => bytes(`RIFFxxxxWEBP${chunk}`.padEnd(64, "x"));

describe("a logo", () => {
  it.each([
    ["PNG", png(200, 60), "image/png"],
    ["JPEG", jpeg(200, 60), "image/jpeg"],
    ["lossy WebP", webp(`VP8 xxxxxxx\u009d\u0001*${u16le(200)}${u16le(60)}`), "image/webp"],
    [
      "WebP with a scaling request",
      webp(`VP8 xxxxxxx\u009d\u0001*${u16le(200 | 0x4000)}${u16le(60)}`),
      "image/webp",
    ],
    ["extended WebP", webp(`VP8Xxxxxxxxx${u24le(199)}${u24le(59)}`), "image/webp"],
    [
      "lossless WebP",
      webp(`VP8Lxxxx/${u16le(199 | ((59 & 3) << 14))}${u16le(59 >> 2)}`),
      "image/webp",
    ],
  ])("is accepted as %s", (_, file, type) => {
    expect(readLogo(file)).toMatchObject({ ok: true, value: { type, width: 200, height: 60 } });
  });

  it.each([
    ["SVG", bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ["GIF", bytes(`GIF89a${"x".repeat(40)}`)],
    [
      "HTML behind a PNG's first letters",
      bytes("\u0089PNG\r\n\u001a\n<html><script>alert(1)</script>"),
    ],
    ["nothing", new Uint8Array()],
    ["a JPEG that ends before its size", bytes(`\u00ff\u00d8\u00ff\u00e0${u16(16)}JFIF`)],
    [
      "a JPEG whose segments lead nowhere",
      bytes(`\u00ff\u00d8\u00ff\u00e0${u16(0)}${"\0".repeat(40)}`),
    ],
  ])("is refused from %s", (_, file) => {
    expect(readLogo(file)).toEqual({ ok: false, refusal: "not_an_image" });
  });

  it("is limited in dimensions and in bytes", () => {
    expect(readLogo(png(4_000, 60))).toEqual({ ok: false, refusal: "wrong_size" });
    expect(readLogo(png(200, 8))).toEqual({ ok: false, refusal: "wrong_size" });
    const heavy = new Uint8Array(LOGO_BYTES_MAX + 1);
    heavy.set(png(200, 60));
    expect(readLogo(heavy)).toEqual({ ok: false, refusal: "too_large" });
  });
});
