import { submit, readPage, returnFields, type Decision } from "./bank-customer.ts";

/** A page for a browser without scripts; redirects are returned and not followed. */
export type Visit = {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** The target of a redirect, as an absolute URL. */
  readonly location: string;
};

export type Visitor = {
  get(path: string, headers?: Record<string, string>): Promise<Visit>;
  post(path: string, fields: Readonly<Record<string, string>>): Promise<Visit>;
  /** Opens the form of a session and submits it with this card. */
  payByCard(session: string, card: string, fields?: Record<string, string>): Promise<Visit>;
  /** Opens the form of a session and pays without a card. */
  payElsewhere(session: string, method: string, fields?: Record<string, string>): Promise<Visit>;
  /** Continues from our hand-off page, decides at the bank, and returns. */
  goThroughBank(handOff: Visit, decision: Decision): Promise<Visit>;
};

export function createVisitor(url: string): Visitor {
  const open = async (path: string, init: RequestInit = {}): Promise<Visit> => {
    const response = await fetch(new URL(path, url), { redirect: "manual", ...init });
    const location = response.headers.get("location");
    return {
      status: response.status,
      headers: response.headers,
      html: await response.text(),
      location: location === null ? "" : new URL(location, url).href,
    };
  };
  const get: Visitor["get"] = (path, headers = {}) => open(path, { headers });
  const post: Visitor["post"] = (path, fields) =>
    open(path, { method: "POST", body: new URLSearchParams(fields) });
  return {
    get,
    post,
    async payByCard(session, card, fields = {}) {
      const form = await get(`/checkout?session=${session}`);
      return post("/checkout/pay", { ...hiddenFields(form.html), ...cardForm(card), ...fields });
    },
    async payElsewhere(session, method, fields = {}) {
      const form = await get(`/checkout?session=${session}`);
      return post("/checkout/pay", { ...hiddenFields(form.html, method), ...fields });
    },
    async goThroughBank(handOff, decision) {
      const ours = handOff.location === "" ? handOff : await get(handOff.location);
      const body = new URLSearchParams(hiddenFields(ours.html));
      const page = await readPage(await fetch(actionOf(ours.html), { method: "POST", body }));
      const fields = returnFields(await submit(page, decision));
      return post(`/checkout/return/${fields["request_id"]}`, fields);
    },
  };
}

/** The fields of the card form for a card that is valid for years. */
export function cardForm(card: string): Record<string, string> {
  return {
    card_number: card,
    expiry: "12 / 30",
    cvc: card.startsWith("37") ? "1234" : "123",
    card_holder_name: "Ayşe Yılmaz",
  };
}

const HIDDEN = /<input type="hidden" name="([^"]*)" value="([^"]*)"/g;

/** The hidden fields of the page's first form, or of its form for a payment method. */
export function hiddenFields(html: string, method?: string): Record<string, string> {
  const forms = html.match(/<form.*?<\/form>/gs) ?? [];
  const form =
    method === undefined
      ? forms[0]
      : forms.find((one) => one.includes(`name="method" value="${method}"`));
  const fields: Record<string, string> = {};
  for (const [, name = "", value = ""] of (form ?? "").matchAll(HIDDEN)) {
    fields[name] = decode(value);
  }
  return fields;
}

export function actionOf(html: string): string {
  return decode(/<form[^>]* action="([^"]*)"/.exec(html)?.[1] ?? "");
}

/** The visible text of the page, without markup and scripts. */
export function textOf(html: string): string {
  const body = html
    .replace(/^.*<body[^>]*>/s, "")
    .replace(/<(script|noscript).*?<\/\1>/gs, "")
    .replaceAll("<wbr/>", "")
    .replace(/<button[^>]* hidden.*?<\/button>/gs, "");
  return decode(body.replace(/<[^>]*>/g, " "))
    .replace(/\s+/g, " ")
    .trim();
}

export function hrefsOf(html: string): readonly string[] {
  return [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href]) => decode(href ?? ""));
}

/** A text of a page, or the value of an attribute, with its entities decoded. */
export function decode(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
