import { isRecord, parseJson } from "../../kernel/json.ts";
import type { Expectation, PageExpectation } from "./expectation.ts";

/** Reads a file that `vezne page-watch --save` wrote; returns undefined for any other text. */
export function readExpectation(text: string): Expectation | undefined {
  const document = recordOf(parseJson(text));
  const pages = recordOf(document["pages"]);
  const [hosted, frame] = [readPage(pages["hosted"]), readPage(pages["frame"])];
  const files = textsByName(document["files"]);
  const { release } = document;
  if (hosted === undefined || frame === undefined || files === undefined) return undefined;
  return typeof release === "string" ? { release, pages: { hosted, frame }, files } : undefined;
}

function readPage(value: unknown): PageExpectation | undefined {
  const page = recordOf(value);
  const headers = textsByName(page["headers"]);
  const [scripts, styles] = [textsOf(page["scripts"]), textsOf(page["styles"])];
  if (headers === undefined || scripts === undefined || styles === undefined) return undefined;
  const [links, framedBy] = [textsOf(page["links"]), textsOf(page["framedBy"])];
  return {
    headers,
    scripts,
    styles,
    ...(links === undefined ? {} : { links }),
    ...(framedBy === undefined ? {} : { framedBy }),
  };
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function textsOf(value: unknown): readonly string[] | undefined {
  const list: readonly unknown[] | undefined = Array.isArray(value) ? value : undefined;
  return list?.every((one) => typeof one === "string") === true ? list : undefined;
}

function textsByName(value: unknown): Readonly<Record<string, string>> | undefined {
  if (!isRecord(value)) return undefined;
  const texts = Object.entries(value).filter((entry): entry is [string, string] => {
    return typeof entry[1] === "string";
  });
  return texts.length === Object.keys(value).length ? Object.fromEntries(texts) : undefined;
}
