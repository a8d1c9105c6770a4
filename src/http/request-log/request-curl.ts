import type { LoggedCall } from "../../domain/report/request-log.ts";

/** The shell variables that replace the caller's own values. */
const VARIABLES: Readonly<Record<string, string>> = {
  merchant_api_key: "VEZNE_API_KEY",
  session_id: "SESSION_ID",
  card_token: "CARD_TOKEN",
};

/** Values for hidden fields that need a valid format; the card is a test card. */
const STAND_INS: Readonly<Record<string, string>> = {
  card_number: "4111111111111111",
  expire_month: "12",
  expire_year: "2030",
  cvc: "123",
  card_holder_name: "Test Card",
  email: "customer@example.com",
  phone: "+905000000000",
};

/**
 * Private-use characters that mark our variables; they are removed from logged text first, so that
 * logged text can't become a variable.
 */
const [BEGIN, END] = ["\ue000", "\ue001"];
const MARKS = /[\ue000\ue001]/g;
const HIDDEN = /^\[(\d+ characters?|number|digits|email)\]$/;

/** The call as a curl command, with the caller's own key and without hidden values. */
export function curlOf(publicUrl: string, call: LoggedCall): string {
  const { method, keyLastFour, requestBody } = call;
  const body = requestBody && restore(JSON.parse(requestBody.text.replace(MARKS, "")), "");
  const path = restorePath(call.path.replace(MARKS, ""));
  const text = body === undefined ? undefined : JSON.stringify(body, null, 2);
  const needsKey = keyLastFour !== undefined && text?.includes(marked("VEZNE_API_KEY")) !== true;
  const lines = [
    `curl -sS -X ${method} "${expanded(publicUrl + path.replace(QUOTING, percent))}"`,
    ...(needsKey ? ['-H "Authorization: Bearer $VEZNE_API_KEY"'] : []),
    ...(text === undefined ? [] : ['-H "Content-Type: application/json"', "-d @- <<JSON"]),
  ];
  const command = lines.join(" \\\n  ");
  return text === undefined ? command : `${command}\n${expanded(text)}\nJSON`;
}

/** Characters that end a quoted text or a shell's word, or that a shell interprets in quotes. */
const QUOTING = /["\\`!\s]/g;

function percent(character: string): string {
  return `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`;
}

function marked(variable: string): string {
  return BEGIN + variable + END;
}

/** Escapes text for a shell that expands it, and turns our marks into variables. */
function expanded(text: string): string {
  return text
    .replace(/[\\$`]/g, String.raw`\$&`)
    .replaceAll(BEGIN, "${")
    .replaceAll(END, "}");
}

function restore(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => restore(item, name));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]: [string, unknown]) => [key, restore(inner, key)]),
    );
  }
  return typeof value === "string" ? restoreText(value, name) : value;
}

function restoreText(text: string, name: string): unknown {
  const isHidden = HIDDEN.test(text) || text.endsWith("…");
  if (!isHidden) return text === "[object]" ? {} : text.startsWith("[list of ") ? [] : text;
  const variable = VARIABLES[name];
  return variable === undefined ? (STAND_INS[name] ?? "…") : marked(variable);
}

function restorePath(path: string): string {
  const tokens = path.replace(/\/tok_[\w+/=-]{4}…/, `/${marked("CARD_TOKEN")}`);
  const [before = "", query] = tokens.split("?", 2);
  if (query === undefined) return before;
  const fields = query.split("&").map((field) => {
    const [name = "", value = ""] = field.split("=", 2);
    return `${name}=${String(restoreText(value, name))}`;
  });
  return `${before}?${fields.join("&")}`;
}
