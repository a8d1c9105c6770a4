import { showsDay } from "./day-format.ts";
import { attributeOf, readPart } from "./read-parts.ts";
import type { Archive } from "./unzip.ts";
import { WorkbookError } from "./workbook-error.ts";

export type SheetPlace = {
  readonly name: string;
  readonly isHidden: boolean;
  /** The path of the sheet's part. */
  readonly path: string;
};

export type Book = {
  readonly sheets: readonly SheetPlace[];
  readonly base: 1900 | 1904;
  readonly sharedTexts: readonly string[];
  /** The formats of cells that show a day, by their index. */
  readonly dayStyles: ReadonlySet<number>;
};

const FOLDER = "xl/";

/**
 * Reads what the sheets of a workbook share.
 * @throws WorkbookError
 */
export function readBook(archive: Archive): Book {
  const main = archive.read(`${FOLDER}workbook.xml`);
  if (main === undefined) throw new WorkbookError("is no workbook of Excel (.xlsx)");
  const targets = readTargets(archive);
  const sheets: SheetPlace[] = [];
  let base: Book["base"] = 1900;
  readPart(main, {
    open(name, attributes) {
      if (name === "workbookPr" && /^(?:1|true)$/.test(attributes["date1904"] ?? "")) base = 1904;
      if (name !== "sheet") return;
      const path = targets.get(attributeOf(attributes, "id") ?? "");
      const isHidden = /hidden/i.test(attributes["state"] ?? "");
      if (path !== undefined) sheets.push({ name: attributes["name"] ?? "", isHidden, path });
    },
  });
  return { sheets, base, sharedTexts: readSharedTexts(archive), dayStyles: readDayStyles(archive) };
}

function readTargets(archive: Archive): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  const part = archive.read(`${FOLDER}_rels/workbook.xml.rels`);
  if (part === undefined) return targets;
  readPart(part, {
    open(name, { Id: id = "", Target: target = "" }) {
      if (name !== "Relationship") return;
      targets.set(id, target.startsWith("/") ? target.slice(1) : `${FOLDER}${target}`);
    },
  });
  return targets;
}

/** Texts are kept once in a part of their own; the phonetic hints beside them are left out. */
function readSharedTexts(archive: Archive): readonly string[] {
  const part = archive.read(`${FOLDER}sharedStrings.xml`);
  if (part === undefined) return [];
  const texts: string[] = [];
  let current: string[] = [];
  let isText = false;
  let hints = 0;
  readPart(part, {
    open(name) {
      if (name === "si") current = [];
      else if (name === "rPh") hints += 1;
      isText = name === "t" && hints === 0;
    },
    close(name) {
      isText = false;
      if (name === "rPh") hints -= 1;
      else if (name === "si") texts.push(current.join(""));
    },
    text(piece) {
      if (isText) current.push(piece);
    },
  });
  return texts;
}

function readDayStyles(archive: Archive): ReadonlySet<number> {
  const styles = new Set<number>();
  const part = archive.read(`${FOLDER}styles.xml`);
  if (part === undefined) return styles;
  const codes = new Map<number, string>();
  let isOfCells = false;
  let index = 0;
  readPart(part, {
    open(name, attributes) {
      const id = Number(attributes["numFmtId"] ?? 0);
      if (name === "numFmt") codes.set(id, attributes["formatCode"] ?? "");
      else if (name === "cellXfs") isOfCells = true;
      else if (name === "xf" && isOfCells) {
        if (showsDay(id, codes.get(id))) styles.add(index);
        index += 1;
      }
    },
    close(name) {
      if (name === "cellXfs") isOfCells = false;
    },
  });
  return styles;
}
