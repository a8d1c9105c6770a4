import { quoted } from "../../database/mapping/quoted.ts";

/** The personal fields of an event's data; they may be erased, so seals do not contain them. */
export const PERSONAL_KEYS = ["customer_id", "metadata", "card_last_four", "card_token"] as const;

const keys = quoted(PERSONAL_KEYS);

/**
 * An event's data without personal fields. The data of a refund's event contains the payment, from
 * which they are removed too. The `case` halves the cost, because most events contain no payment.
 */
function impersonal(data: string): string {
  const own = `array[${keys}]`;
  return `(case when ${data} ? 'payment'
    then (${data} - 'payment' - ${own}) ||
      jsonb_build_object('payment', (${data} -> 'payment') - ${own})
    else ${data} - ${own} end)`;
}

const milliseconds = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`;

/**
 * The content of a posting's leaf: one field on each line, so that different rows never have the
 * same content.
 */
export function postingContent(row: string): string {
  const fields = ["merchant_id", "attempt_id", "line"].map((name) => `${row}.${name}`);
  const rest = ["mode", "debit", "credit", "amount", "currency"].map((name) => `${row}.${name}`);
  return lines("posting", [
    ...fields,
    `coalesce(${row}.order_id, '')`,
    ...rest,
    `coalesce(${row}.value_date::text, '')`,
    milliseconds(`${row}.created_at`),
  ]);
}

/** The content of an event's leaf; JSON as PostgreSQL writes it has no line breaks. */
export function eventContent(row: string): string {
  const fields = ["merchant_id", "event_id", "type", "mode", "session_id"];
  return lines("event", [
    ...fields.map((name) => `${row}.${name}`),
    `coalesce(${row}.order_id, '')`,
    milliseconds(`${row}.created_at`),
    `${impersonal(`${row}.data`)}::text`,
  ]);
}

/** The content of an audit entry's leaf. */
export function auditContent(row: string): string {
  const given = ["entry_id", "actor", "action", "object_kind", "object_id"];
  const optional = ["merchant_id", "mode", "user_id", "request_id", "address"];
  return lines("audit", [
    ...given.map((name) => `${row}.${name}`),
    ...optional.map((name) => `coalesce(${row}.${name}, '')`),
    `coalesce(${row}.before::text, '')`,
    `coalesce(${row}.after::text, '')`,
    milliseconds(`${row}.at`),
  ]);
}

/** The key of an audit entry in a seal. */
export function auditKey(row: string): string {
  return `'audit/' || ${row}.entry_id`;
}

/** In place of a merchant id: the chain of audit entries that concern no single merchant. */
export const NO_MERCHANT = "installation";

/** The hash of a leaf (RFC 6962); `content` is an SQL expression. */
export function leafHashOf(content: string): string {
  return `sha256('\\x00'::bytea || convert_to(${content}, 'UTF8'))`;
}

function lines(kind: string, fields: readonly string[]): string {
  return `concat_ws(E'\\n', '${kind}', ${fields.join(", ")})`;
}

export function postingKey(row: string): string {
  return `${row}.attempt_id || '/' || ${row}.line`;
}
