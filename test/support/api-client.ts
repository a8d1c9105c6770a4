/** An answer of the service as a client sees it. */
export type ApiAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: ApiBody;
};

export type ApiBody = Readonly<Record<string, unknown>>;

export type ApiClient = {
  send(method: string, path: string, options?: SendOptions): Promise<ApiAnswer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  get(path: string, headers?: Record<string, string>): Promise<ApiAnswer>;
  /** Creates a session of 1 250,00 TL for this client's merchant; returns its id. */
  session(fields?: ApiBody): Promise<string>;
  /** Pays by card, without 3-D Secure unless asked. */
  pay(session: string, card: string, options?: PayOptions): Promise<ApiAnswer>;
  status(session: string, order: unknown): Promise<ApiAnswer>;
};

export type SendOptions = { readonly body?: string; readonly headers?: Record<string, string> };
export type PayOptions = {
  readonly fields?: ApiBody;
  readonly headers?: Record<string, string>;
};

const SESSION = {
  amount: 125_000,
  success_url: "https://shop.example/thanks?cart=7",
  fail_url: "https://shop.example/sorry",
};

/** Sends one request, and does not follow redirects. */
export type Exchange = (
  method: string,
  path: string,
  options: SendOptions,
) => Promise<Omit<ApiAnswer, "body">>;

/** A plain HTTP client of the interface, with the bodies that most tests need. */
export function createApiClient(
  url: string,
  apiKey: string,
  exchange: Exchange = fetchFrom(url),
): ApiClient {
  const send: ApiClient["send"] = async (method, path, options = {}) => {
    const answer = await exchange(method, path, options);
    return { ...answer, body: parse(answer.text) };
  };
  const post: ApiClient["post"] = (path, body, headers = {}) =>
    send("POST", path, {
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });
  return {
    send,
    post,
    get: (path, headers = {}) => send("GET", path, { headers }),
    async session(fields = {}) {
      const request = { merchant_api_key: apiKey, ...SESSION, ...fields };
      const made = await post("/api/v1/checkout/session", request);
      if (made.status !== 200) throw new Error(`no session: ${made.text}`);
      return String(made.body["session_id"]);
    },
    pay: (session, card, { fields = {}, headers = {} } = {}) =>
      post("/api/v1/payment/pay", { ...cardFields(session, card), ...fields }, headers),
    status: (session, order) =>
      send("GET", `/api/v1/payment/status/${String(order)}?session_id=${session}`),
  };
}

function fetchFrom(url: string): Exchange {
  return async (method, path, { body, headers = {} }) => {
    const response = await fetch(url + path, {
      method,
      headers,
      redirect: "manual",
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}

/** The pay body of a card that is valid for years. */
export function cardFields(session: string, card: string): ApiBody {
  return {
    session_id: session,
    payment_type: "creditcard",
    card_holder_name: "Ada Şahin",
    card_number: card,
    expire_month: "12",
    expire_year: "2030",
    cvc: card.startsWith("37") ? "1234" : "123",
  };
}

function parse(text: string): ApiBody {
  try {
    return JSON.parse(text) as ApiBody;
  } catch {
    return {};
  }
}
