import { lexer, type MarkedToken, type Token, type Tokens } from "marked";
import type { ComponentChildren, VNode } from "preact";
import type { Language } from "../kernel/language.ts";
import { tabName } from "./code-tabs.ts";
import { slugOf } from "./markdown.ts";
import { CardNumber, Code, Tabs } from "./render-code.tsx";

export type Heading = { readonly id: string; readonly title: string };

export type RenderedPage = {
  readonly body: readonly VNode[];
  /** The headings of the second level, for the contents. */
  readonly headings: readonly Heading[];
};

export type RenderOptions = {
  /** The beginning of our own paths. */
  readonly root: string;
  readonly language: Language;
};

/** The state of a rendering: `ids` are the used ids. */
type Rendering = RenderOptions & { readonly ids: Set<string> };

/** Renders Markdown; HTML in it is shown as text. */
export function renderMarkdown(markdown: string, options: RenderOptions): RenderedPage {
  const tokens = known(lexer(markdown));
  const rendering = { ...options, ids: new Set<string>() };
  const headings = tokens
    .filter((token) => token.type === "heading")
    .filter(({ depth }) => depth === 2)
    .map(({ text }) => ({ id: slugOf(plainText(text)), title: plainText(text) }));
  return { body: inRows(tokens).map((row, place) => blocks(rendering, row, place)), headings };
}

/** Groups the tabs that follow each other; every other token is a row of its own. */
function inRows(tokens: readonly MarkedToken[]): readonly (readonly MarkedToken[])[] {
  const rows: MarkedToken[][] = [];
  for (const token of tokens) {
    const last = rows.at(-1);
    const isAfterTab = last?.[0] !== undefined && isTab(last[0]);
    if (isAfterTab && (isTab(token) || token.type === "space")) last.push(token);
    else rows.push([token]);
  }
  return rows;
}

function isTab(token: MarkedToken): token is Tokens.Code {
  return token.type === "code" && tabName(token.lang ?? "") !== undefined;
}

function blocks(rendering: Rendering, row: readonly MarkedToken[], place: number): VNode {
  const tabs = row.filter(isTab);
  if (tabs.length > 0) return <Tabs tokens={tabs} language={rendering.language} place={place} />;
  return <>{row.map((token) => block(rendering, token))}</>;
}

/** Narrows the tokens to those of Markdown; only extensions, which we do not use, add others. */
function known(tokens: readonly Token[] = []): readonly MarkedToken[] {
  return tokens.filter(isKnown);
}

const TYPES: ReadonlySet<string> = new Set([
  "code",
  "codespan",
  "em",
  "escape",
  "heading",
  "html",
  "link",
  "list",
  "paragraph",
  "space",
  "strong",
  "table",
  "text",
]);

function isKnown(token: Token): token is MarkedToken {
  if (TYPES.has(token.type)) return true;
  throw new Error(`the documentation cannot render ${token.type}: ${token.raw}`);
}

/** Text without the marks of code and links. */
export function plainText(markdown: string): string {
  return markdown.replace(/\[([^[\]]*)\]\([^()]*\)/g, "$1").replaceAll("`", "");
}

function block(rendering: Rendering, token: MarkedToken): VNode {
  switch (token.type) {
    case "heading":
      return heading(rendering, token);
    case "paragraph":
      return <p>{inline(rendering, token.tokens)}</p>;
    case "code":
      return <Code token={token} language={rendering.language} />;
    case "list":
      return list(rendering, token);
    case "table":
      return table(rendering, token);
    case "space":
      return <></>;
    default:
      return <p>{token.raw}</p>;
  }
}

function heading(rendering: Rendering, { depth, text, tokens }: Tokens.Heading): VNode {
  const content = inline(rendering, tokens);
  const id = claim(rendering, slugOf(plainText(text)));
  if (depth === 1) return <h1>{content}</h1>;
  return depth === 2 ? <h2 id={id}>{content}</h2> : <h3 id={id}>{content}</h3>;
}

/** Returns the id on its first use, or undefined if the page already has it. */
function claim({ ids }: Rendering, id: string): string | undefined {
  if (id === "" || ids.has(id)) return undefined;
  ids.add(id);
  return id;
}

function list(rendering: Rendering, { ordered, items }: Tokens.List): VNode {
  const children = items.map(({ tokens }) => (
    <li>
      {known(tokens).map((token) =>
        token.type === "text" || token.type === "paragraph"
          ? inline(rendering, token.tokens)
          : block(rendering, token),
      )}
    </li>
  ));
  return ordered ? <ol>{children}</ol> : <ul>{children}</ul>;
}

/**
 * A table; on phones each row is a block whose cells have the heads of their columns above them.
 * The roles repeat those of the elements, which browsers drop when a style lays them out as blocks.
 */
function table(rendering: Rendering, { header, rows }: Tokens.Table): VNode {
  const languages = header.map(({ text }) => languageOfColumn(text));
  const labels = header.map(({ text }) => (text === "" ? undefined : plainText(text)));
  return (
    <div class="table" tabIndex={0}>
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            {header.map(({ text, tokens }) =>
              text === "" ? (
                <td role="cell" />
              ) : (
                <th scope="col" role="columnheader">
                  {inline(rendering, tokens)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((cells) => (
            <tr role="row" id={claim(rendering, rowId(cells[0]?.tokens))}>
              {cells.map(({ tokens }, column) => (
                <td role="cell" lang={languages[column]} data-label={labels[column]}>
                  {cellContent(rendering, tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const CARD_NUMBER = /^\d{4}(?: \d{1,6}){2,4}$/;

function cellContent(rendering: Rendering, tokens: readonly Token[]): ComponentChildren {
  const [first] = known(tokens);
  const isNumber = first?.type === "codespan" && CARD_NUMBER.test(first.text);
  if (!isNumber) return inline(rendering, tokens);
  return <CardNumber digits={first.text} language={rendering.language} />;
}

/** The language of a column whose head names one that is not the page's. */
function languageOfColumn(head: string): Language | undefined {
  if (/\bTurkish$/.test(head)) return "tr";
  return head.startsWith("İngilizce ") ? "en" : undefined;
}

/** The anchor of a table row is the code at its beginning: `/docs/widget#load_timeout`. */
function rowId(tokens: readonly Token[] | undefined): string {
  const [first] = known(tokens);
  const [, name = ""] = first?.type === "codespan" ? (/^(\w+)/.exec(first.text) ?? []) : [];
  return name.toLowerCase();
}

function inline(rendering: Rendering, tokens: readonly Token[] | undefined): ComponentChildren {
  return known(tokens).map((token): ComponentChildren => {
    switch (token.type) {
      case "codespan":
        return <code>{token.text}</code>;
      case "strong":
        return <strong>{inline(rendering, token.tokens)}</strong>;
      case "em":
        return <em>{inline(rendering, token.tokens)}</em>;
      case "link":
        return link(rendering, token);
      case "escape":
        return token.text;
      case "text":
        return token.tokens === undefined ? unescaped(token.raw) : inline(rendering, token.tokens);
      default:
        return token.raw;
    }
  });
}

function link(rendering: Rendering, { href, tokens }: Tokens.Link): VNode {
  const address = href.startsWith("/") ? rendering.root + href : href;
  return <a href={address}>{inline(rendering, tokens)}</a>;
}

/** Removes the backslash before a bar in a table cell, which the lexer leaves in the text. */
function unescaped(text: string): string {
  return text.replaceAll("\\|", "|");
}
