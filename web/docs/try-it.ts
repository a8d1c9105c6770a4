import { ownKey, withOwnKey } from "./own-key.ts";
import { keep, read } from "./storage.ts";

const IDS = "vezne-docs-ids";
/** The fields of answers that a later call needs. */
const ID_FIELDS = ["session_id", "order_id", "refund_id", "card_token", "endpoint_id"];
const NO_KEY = "Enter your test key at the top of the page first.";
const LIVE_KEY = "The body has a live key. This form sends test keys only.";

/** Sends the call of the page to the sandbox and shows the answer. */
export function offerTrial(): void {
  const form = document.querySelector<HTMLFormElement>(".try form");
  if (form === null) return;
  form.classList.remove("waits-for-script");
  fillIds(form);
  const attempt = (send: () => Promise<void>): void => {
    send().catch((error: unknown) => tell(form, error instanceof Error ? error.message : ""));
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(() => sendCall(form));
  });
  form
    .querySelector("[data-new-session]")
    ?.addEventListener("click", () => attempt(() => createSession(form)));
}

async function sendCall(form: HTMLFormElement): Promise<void> {
  const { method = "GET", takesKey } = form.dataset;
  const body = form.querySelector<HTMLTextAreaElement>("[name=body]")?.value;
  const key = ownKey();
  if (
    key === undefined &&
    (takesKey !== undefined || body?.includes("vz_test_YOUR_KEY") === true)
  ) {
    document.querySelector<HTMLElement>("#own-key")?.focus();
    throw new Error(NO_KEY);
  }
  if (body?.includes("vz_live_") === true) throw new Error(LIVE_KEY);
  tell(form, "…");
  const answer = await call(addressOf(form), {
    method,
    ...(takesKey === undefined ? {} : { key: key ?? "" }),
    ...(body === undefined ? {} : { body: withOwnKey(body) }),
  });
  tell(form, `HTTP ${answer.status}`);
  const shown = form.querySelector<HTMLElement>(".try-answer");
  const code = shown?.querySelector("code");
  if (shown === null || code === null || code === undefined) return;
  shown.hidden = false;
  code.textContent = answer.text;
}

/** A new session, whose id takes the place of the one in the form. */
async function createSession(form: HTMLFormElement): Promise<void> {
  const key = ownKey();
  if (key === undefined) {
    document.querySelector<HTMLElement>("#own-key")?.focus();
    throw new Error(NO_KEY);
  }
  const urls = {
    success_url: "https://shop.example/thanks",
    fail_url: "https://shop.example/sorry",
  };
  const body = JSON.stringify({ merchant_api_key: key, amount: 125_000, ...urls });
  const { status } = await call(form.dataset["sessions"] ?? "", { method: "POST", body });
  fillIds(form);
  tell(form, `HTTP ${status}`);
}

type Sent = { readonly method: string; readonly key?: string; readonly body?: string };

type Answer = { readonly status: number; readonly text: string };

async function call(address: string, { method, key, body }: Sent): Promise<Answer> {
  const answer = await fetch(address, {
    method,
    // The session of the panel is no part of a merchant's call.
    credentials: "omit",
    headers: {
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  const json = parsed(text);
  if (json === undefined) return { status: answer.status, text };
  keepIds(json);
  return { status: answer.status, text: JSON.stringify(json, null, 2) };
}

/** The path with the values of the form; empty parameters of the query are left out. */
function addressOf(form: HTMLFormElement): string {
  const inputs = [...form.querySelectorAll<HTMLInputElement>("[data-place]")];
  const path = inputs
    .filter(({ dataset }) => dataset["place"] === "path")
    .reduce(
      (text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value.trim())),
      form.dataset["path"] ?? "",
    );
  const given = inputs.filter(
    ({ dataset, value }) => dataset["place"] === "query" && value.trim() !== "",
  );
  const query = new URLSearchParams(given.map(({ name, value }) => [name, value.trim()]));
  return given.length === 0 ? path : `${path}?${query.toString()}`;
}

function keepIds(json: unknown): void {
  const found = Object.entries(object(json)).filter(([name]) => ID_FIELDS.includes(name));
  if (found.length === 0) return;
  const known = object(parsed(read("sessionStorage", IDS) ?? ""));
  keep("sessionStorage", IDS, JSON.stringify({ ...known, ...Object.fromEntries(found) }));
}

/** Puts the ids of earlier answers into the form. */
function fillIds(form: HTMLFormElement): void {
  const ids = object(parsed(read("sessionStorage", IDS) ?? ""));
  for (const [name, id] of Object.entries(ids)) {
    if (typeof id !== "string") continue;
    const input = form.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`);
    if (input !== null) input.value = id;
  }
  const body = form.querySelector<HTMLTextAreaElement>("[name=body]");
  const fields = object(parsed(body?.value ?? ""));
  if (body === null || Object.keys(fields).length === 0) return;
  const known = Object.entries(ids).filter(([name]) => name in fields);
  body.value = JSON.stringify({ ...fields, ...Object.fromEntries(known) }, null, 2);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function object(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function tell(form: HTMLFormElement, text: string): void {
  const news = form.querySelector(".try-news");
  if (news !== null) news.textContent = text;
}
