import { parseJson } from "../../kernel/json.ts";
import { parseOrderId, parseSessionId } from "../../kernel/ids.ts";
import type { LogEntry, ReadEntry } from "./log-entry.ts";
import { maskStart } from "../../system/redaction/mask-secrets.ts";
import { redact } from "../../system/redaction/redact.ts";
import { SHOWN_IN_ANSWERS } from "../../system/redaction/shown-names.ts";

const CODE_KEPT = 64;

/** Redacts an entry's answer, and reads the session, order and code that it names. */
export function readEntry(entry: LogEntry): ReadEntry {
  const { answer, isAnswerLeftOut, code, sessionId, orderId } = entry;
  const value = answer === undefined ? undefined : parseJson(answer);
  if (value === undefined) {
    const isThere = isAnswerLeftOut || (answer ?? "") !== "";
    const responseBody = isThere ? { text: "", isCut: true } : undefined;
    return { entry, code, sessionId, orderId, isOrderKnown: false, responseBody };
  }
  const answered = parseOrderId(textOf(value, "order_id"));
  return {
    entry,
    code: code ?? codeOf(value),
    sessionId: sessionId ?? parseSessionId(textOf(value, "session_id")),
    orderId: answered ?? orderId,
    isOrderKnown: answered !== undefined,
    responseBody: redact(value, SHOWN_IN_ANSWERS),
  };
}

/** The code of a decline in either response style: a text, or a negative number. */
function codeOf(answer: unknown): string | undefined {
  const code = textOf(answer, "code");
  if (code !== "") return maskStart(code, CODE_KEPT);
  const status = memberOf(answer, "status");
  return typeof status === "number" && status < 0 ? String(status) : undefined;
}

function textOf(value: unknown, name: string): string {
  const found = memberOf(value, name);
  return typeof found === "string" ? found : "";
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
