import sax from "sax";
import { WorkbookError } from "./workbook-error.ts";

export type Attributes = Readonly<Record<string, string>>;

/** Handlers of the elements of a part, by names without prefix. */
export type PartHandlers = {
  readonly open: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
};

const PIECE = 64 * 1_024;

/**
 * Reads the XML of one part, element by element. A document type is refused, so that no entity of
 * the file's own is ever known.
 * @throws WorkbookError
 */
export function readPart(bytes: Buffer, { open, close, text }: PartHandlers): void {
  const parser = Object.assign(sax.parser(true), {
    onerror: () => {
      throw new WorkbookError("is damaged: a part of it is no XML");
    },
    ondoctype: () => {
      throw new WorkbookError("has a document type, which no spreadsheet writes");
    },
    onopentag: ({ name, attributes }: sax.Tag) => open(localName(name), attributes),
    onclosetag: (name: string) => close?.(localName(name)),
    ontext: (part: string) => text?.(part),
    oncdata: (part: string) => text?.(part),
  });
  const content = decoded(bytes);
  for (let at = 0; at < content.length; at += PIECE) parser.write(content.slice(at, at + PIECE));
  parser.close();
}

function decoded(bytes: Buffer): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(isWide ? "utf-16le" : "utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new WorkbookError("is damaged: a part of it is no text");
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** An attribute by its name without prefix. */
export function attributeOf(attributes: Attributes, wanted: string): string | undefined {
  const key = Object.keys(attributes).find((name) => localName(name) === wanted);
  return key === undefined ? undefined : attributes[key];
}
