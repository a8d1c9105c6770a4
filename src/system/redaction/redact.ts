import type { LoggedBody } from "../../domain/report/request-log.ts";
import { maskStart } from "./mask-secrets.ts";

/** The approximate number of characters that are kept of a body. */
const KEPT = 4_096;
const TEXT_KEPT = 512;
const DEEPEST = 8;
/**
 * The form of a member's name that is shown. It has at most two digits, because a client may send a
 * card number in the place of a name.
 */
const NAME = /^(?!(?:\D*\d){3})[A-Za-z][\w-]{0,39}$/;
/** The smallest number with as many digits as a card number. */
const CARD_LONG = 1e11;
const ADDRESS = /^(https?:\/\/[^?#]*)[?#]/;

/**
 * The member of a body whose field names are shown while their values are hidden: merchants need
 * the names when a session is refused. `metadata` is not treated so, because merchants choose its
 * field names, which may be personal data.
 */
const WALKED = "customer";

/** Up to eight digits, the length of a BIN, which is no secret. */
const BIN = /^\d{1,8}$/;

type RedactionState = { left: number; isCut: boolean; readonly shown: ReadonlySet<string> };

/**
 * Redacts a body: names stay, and values stay only if the name is listed and stands where the
 * interface expects it. Any other value is replaced by its kind and length. The work is bounded by
 * the kept length, for a body of any size. The reasons are in docs/decisions/request-log.md.
 */
export function redact(body: unknown, shown: ReadonlySet<string>): LoggedBody {
  const mask: RedactionState = { left: KEPT, isCut: false, shown };
  const kept = keep(mask, body, { isShown: true, depth: 0 });
  return { text: JSON.stringify(kept), isCut: mask.isCut };
}

type Place = {
  readonly isShown: boolean;
  readonly depth: number;
  /** True if the names of its members are shown although their values are not. */
  readonly isWalked?: boolean;
};

function keep(mask: RedactionState, value: unknown, place: Place): unknown {
  if (typeof value === "object" && value !== null && (place.isShown || place.isWalked)) {
    return place.depth >= DEEPEST ? cut(mask) : keepAll(mask, value, place);
  }
  const kept = place.isShown ? shownValue(mask, value) : hiddenValue(value);
  mask.left -= typeof kept === "string" ? kept.length + 3 : 8;
  return kept;
}

function keepAll(mask: RedactionState, value: object, { isShown, depth }: Place): unknown {
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) {
      if (mask.left <= 0) return [...items, cut(mask)];
      items.push(keep(mask, item, { isShown, depth: depth + 1 }));
    }
    return items;
  }
  const kept: Record<string, unknown> = {};
  for (const name in value) {
    if (mask.left <= 0) {
      cut(mask);
      break;
    }
    const inner: unknown = Reflect.get(value, name);
    const place = {
      isShown: isShown && isNameShown(mask, name, inner),
      depth: depth + 1,
      isWalked: name === WALKED,
    };
    const label = nameOf(mask, name);
    mask.left -= label.length + 4;
    kept[label] = keep(mask, inner, place);
  }
  return kept;
}

function isNameShown({ shown }: RedactionState, name: string, value: unknown): boolean {
  return name === "bin_number" ? typeof value === "string" && BIN.test(value) : shown.has(name);
}

function nameOf({ shown }: RedactionState, name: string): string {
  return shown.has(name) || NAME.test(name) ? name : `[name of ${name.length} characters]`;
}

function cut(mask: RedactionState): string {
  mask.isCut = true;
  return "…";
}

function shownValue(mask: RedactionState, value: unknown): unknown {
  if (typeof value === "number") return Math.abs(value) < CARD_LONG ? value : hiddenValue(value);
  if (typeof value !== "string") return hiddenValue(value);
  const whole = ADDRESS.exec(value)?.[1] ?? value;
  const start = maskStart(whole, TEXT_KEPT);
  if (whole.length <= TEXT_KEPT) return start;
  mask.isCut = true;
  return `${start}…`;
}

/** The kind and length of a value, by which a missing digit or a wrong type can be recognised. */
function hiddenValue(value: unknown): unknown {
  if (typeof value === "string") return hiddenText(value);
  if (typeof value === "number") return "[number]";
  if (Array.isArray(value)) return `[list of ${value.length}]`;
  if (typeof value === "object" && value !== null) return "[object]";
  return typeof value === "boolean" || value === null ? value : "[nothing]";
}

export function hiddenText({ length }: string): string {
  return length === 1 ? "[1 character]" : `[${length} characters]`;
}
