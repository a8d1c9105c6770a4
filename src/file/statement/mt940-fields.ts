/** A field with its continuation lines. */
export type Field = {
  readonly tag: string;
  readonly text: string;
  /** The number of its first line in the file. */
  readonly line: number;
  /** The length of the line before it, if that line belongs to a field of the statement. */
  readonly lengthBefore: number;
};

/** The fields of a statement or of a page of one, and what their order tells. */
export type FieldGroup = {
  readonly fields: readonly Field[];
  /** Lines that begin like an entry and are none; their text belongs to the field before them. */
  readonly oddLines: readonly Pick<Field, "line" | "text">[];
  /** True if an entry or a closing balance follows the closing balance. */
  readonly isOutOfOrder: boolean;
  /** The length of the longest line of text that goes on in another line; 0 if none does. */
  readonly wrapWidth: number;
  /** The length of the longest line of text. */
  readonly textWidth: number;
  /** The length of the line before its end mark; 0 without one. */
  readonly lengthBeforeEnd: number;
};

/**
 * `head`: before the entries. `entries`: behind the opening balance or an entry, with texts of
 * payers. `closed`: behind the closing balance.
 */
type State = "none" | "head" | "entries" | "closed";

/** The end of a statement. A plain dash is not enough: a wrapped text may begin a line with one. */
const END = /^-(?:\}|(?:XXX)?\s*$)/;
const ENVELOPE = /^(\{[^{}]*\})*\{4:$/;
const TAGGED = /^:(\d\d[A-Z]?):(.*)$/;

const isOpeningBalance = (tag: string): boolean => tag === "60F" || tag === "60M";
const isClosingBalance = (tag: string): boolean => tag === "62F" || tag === "62M";
const isText = (tag: string | undefined): boolean => tag === "86" || tag === "61";
/** The fields with which a statement or a page begins. */
const BEGINS = /^(?:1\d|2\d[A-Z]?|60[FM])$/;
const ENTRY = /^(?:\d{6}|[\d /.-]{0,20}R?[CD][A-Z]?-?\d*[.,]\d)/;
const CLOSING_BALANCE = /^[CD]\d{6}[A-Z]{3}-?[\d.,]+/;

/**
 * Splits MT940 text into statements, with or without SWIFT's envelope. A line that begins like a
 * field is one only where the order of fields allows it: banks wrap the text of a payer at a fixed
 * width, so the payer decides how a line of it begins. Everywhere else it is text of the field
 * before it.
 */
export function groupFields(text: string): readonly FieldGroup[] {
  const grouping = new Grouping();
  text.split(/\r\n|\r|\n/).forEach((line, index) => grouping.add(line, index + 1));
  return grouping.groups();
}

type OpenGroup = {
  fields: { tag: string; text: string; line: number; lengthBefore: number }[];
  oddLines: { line: number; text: string }[];
  isOutOfOrder: boolean;
  wrapWidth: number;
  textWidth: number;
  lengthBeforeEnd: number;
};

const emptyGroup = (): OpenGroup => ({
  fields: [],
  oddLines: [],
  isOutOfOrder: false,
  wrapWidth: 0,
  textWidth: 0,
  lengthBeforeEnd: 0,
});

class Grouping {
  readonly #groups: OpenGroup[] = [];
  #state: State = "none";
  /** True behind an end mark. */
  #isEnded = false;
  #lengthBefore = 0;

  groups(): readonly FieldGroup[] {
    return this.#groups;
  }

  add(written: string, line: number): void {
    const body = written.replace(ENVELOPE, "");
    const [, tag, text = ""] = TAGGED.exec(body) ?? [];
    const state = tag === undefined ? undefined : this.#stateBehind(tag, text);
    if (tag !== undefined && state !== undefined) this.#begin({ tag, text, line }, state);
    else if (body === "") return;
    else if (END.test(body)) this.#end();
    else this.#continue(body, line);
    this.#measure(body);
  }

  /** The state behind a field, or undefined if no such field may stand here. */
  #stateBehind(tag: string, text: string): State | undefined {
    const state = this.#state;
    const mayBegin = state !== "entries" || (this.#isEnded && tag === "20");
    if (tag === "61") return state === "entries" && !ENTRY.test(text) ? undefined : "entries";
    if (isClosingBalance(tag)) {
      return state === "entries" && !CLOSING_BALANCE.test(text) ? undefined : "closed";
    }
    if (isOpeningBalance(tag)) return mayBegin ? "entries" : undefined;
    if (tag === "86") return state === "none" ? undefined : state;
    if (state === "closed" && !BEGINS.test(tag)) return /^6[45]$/.test(tag) ? state : undefined;
    return mayBegin ? "head" : undefined;
  }

  #begin(field: Pick<Field, "tag" | "text" | "line">, state: State): void {
    if (this.#groups.length === 0 || this.#isAnew(field.tag, state)) {
      this.#groups.push(emptyGroup());
      this.#lengthBefore = 0;
    }
    const group = this.#groups.at(-1);
    const isMovement = field.tag === "61" || isClosingBalance(field.tag);
    if (group !== undefined && this.#state === "closed" && isMovement) group.isOutOfOrder = true;
    group?.fields.push({ ...field, lengthBefore: this.#lengthBefore });
    this.#state = state;
    this.#isEnded = false;
  }

  /** True for a field that begins another statement, or another page of one. */
  #isAnew(tag: string, state: State): boolean {
    if (this.#state === "closed") return state === "head" || isOpeningBalance(tag);
    return tag === "20";
  }

  #end(): void {
    const group = this.#groups.at(-1);
    if (group !== undefined) group.lengthBeforeEnd = this.#lengthBefore;
    this.#isEnded = true;
  }

  #continue(body: string, line: number): void {
    const group = this.#groups.at(-1);
    const last = group?.fields.at(-1);
    if (group === undefined || last === undefined || (this.#state === "closed" && this.#isEnded))
      return;
    if (body.startsWith(":61:")) group.oddLines.push({ line, text: body });
    last.text += `\n${body}`;
    if (isText(last.tag)) group.wrapWidth = Math.max(group.wrapWidth, this.#lengthBefore);
    this.#isEnded = false;
  }

  #measure({ length }: string): void {
    const group = this.#groups.at(-1);
    if (group === undefined) return;
    this.#lengthBefore = length;
    const last = group.fields.at(-1);
    const isDetail = last?.tag === "86" || last?.text.includes("\n") === true;
    if (isText(last?.tag) && isDetail) group.textWidth = Math.max(group.textWidth, length);
  }
}
