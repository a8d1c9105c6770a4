import { ok, refused, type Result } from "../../kernel/result.ts";

export const LOGO_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;
export type LogoType = (typeof LOGO_TYPES)[number];

/** A picture whose bytes were checked: they match its type, and its dimensions fit the pages. */
export type Logo = {
  readonly type: LogoType;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
};

export type LogoProblem = "not_an_image" | "too_large" | "wrong_size";

/**
 * The picture is loaded beside the payment page and then cached, so it does not delay the form. A
 * customer with a slow connection (1 Mbit/s) has the largest one after two seconds.
 */
export const LOGO_BYTES_MAX = 256 * 1_024;
/** The largest width and height in pixels; a small file can decompress to a very large picture. */
export const LOGO_SIDE_MAX = 2_048;
export const LOGO_SIDE_MIN = 16;

/**
 * Accepts PNG, JPEG and WebP. SVG is refused, because it may hold scripts and foreign addresses; so
 * is every type that browsers would have to guess.
 */
export function readLogo(bytes: Uint8Array): Result<Logo, LogoProblem> {
  if (bytes.length > LOGO_BYTES_MAX) return refused("too_large");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = readPng(view) ?? readWebp(view) ?? readJpeg(view);
  if (found === undefined) return refused("not_an_image");
  const { width, height } = found;
  const isTooSmall = Math.min(width, height) < LOGO_SIDE_MIN;
  const isTooLarge = Math.max(width, height) > LOGO_SIDE_MAX;
  if (isTooSmall || isTooLarge) return refused("wrong_size");
  return ok({ ...found, bytes });
}

type LogoHeader = Omit<Logo, "bytes">;

/** PNG, third edition: a signature, then IHDR with width and height. */
function readPng(view: DataView): LogoHeader | undefined {
  if (view.byteLength < 33 || !isText(view, 1, "PNG\r\n\u001a\n")) return undefined;
  if (view.getUint8(0) !== 0x89 || !isText(view, 12, "IHDR")) return undefined;
  return { type: "image/png", width: view.getUint32(16), height: view.getUint32(20) };
}

/** RFC 9649: a RIFF file whose first chunk is lossy, lossless or extended. */
function readWebp(view: DataView): LogoHeader | undefined {
  if (view.byteLength < 30 || !isText(view, 0, "RIFF") || !isText(view, 8, "WEBP")) {
    return undefined;
  }
  const type = "image/webp";
  if (isText(view, 12, "VP8 ")) {
    const side = (at: number): number => view.getUint16(at, true) & 0x3fff;
    return { type, width: side(26), height: side(28) };
  }
  if (isText(view, 12, "VP8L")) {
    const bits = view.getUint32(21, true);
    return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (!isText(view, 12, "VP8X")) return undefined;
  const side = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16) + 1;
  return { type, width: side(24), height: side(27) };
}

/** ITU-T T.81: segments with their lengths, up to the frame header, which holds the size. */
function readJpeg(view: DataView): LogoHeader | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 <= view.byteLength) {
    const marker = view.getUint16(at);
    if (marker < 0xffc0 || marker === 0xffd9 || marker === 0xffda) return undefined;
    if (isFrameHeader(marker)) {
      return { type: "image/jpeg", width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/**
 * True for the markers SOF0 to SOF15; DHT, JPG and DAC lie in the same range and are no frame
 * headers.
 */
function isFrameHeader(marker: number): boolean {
  if (marker < 0xffc0 || marker > 0xffcf) return false;
  return marker !== 0xffc4 && marker !== 0xffc8 && marker !== 0xffcc;
}

function isText(view: DataView, at: number, text: string): boolean {
  if (at + text.length > view.byteLength) return false;
  for (let index = 0; index < text.length; index += 1) {
    if (view.getUint8(at + index) !== text.charCodeAt(index)) return false;
  }
  return true;
}
