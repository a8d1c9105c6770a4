import type { PaymentStatus, PaymentType } from "./pay-answer.ts";
import { VezneServerError } from "./errors.ts";
import { pathOf } from "./path.ts";
import type { Currency } from "./sessions.ts";
import {
  askFor,
  open,
  type CallOptions,
  type Connection,
  type ResponseStyle,
} from "./transport.ts";

/** Days as YYYY-MM-DD in the merchant's time zone; the last day is included. */
export type Days = {
  readonly start_date?: string | undefined;
  readonly end_date?: string | undefined;
};

/** The filter of lists and exports (spec 4.10). */
export type TransactionFilter = Days & {
  readonly status?: PaymentStatus | undefined;
  readonly payment_type?: PaymentType | "wire_transfer" | "shoppingcredit" | undefined;
  /** Minor units, like `max_amount`. */
  readonly min_amount?: number | undefined;
  readonly max_amount?: number | undefined;
};

export type TransactionQuery = TransactionFilter & {
  /** Begins at 1. */
  readonly page?: number | undefined;
  /** At most 100; 20 by default. */
  readonly per_page?: number | undefined;
};

/** Test payments reach test connections or the simulated bank, and never a live terminal. */
export type Mode = "test" | "live";

/** The record of a payment (spec 2.7), in lists, exports and webhooks. */
export type Transaction = {
  readonly order_id: string;
  readonly amount: number;
  readonly currency: Currency;
  readonly status: PaymentStatus;
  readonly payment_type: PaymentType;
  readonly card_last_four: string | null;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly installment_count: number;
  readonly charged_amount: number;
  readonly refunded_amount: number;
  readonly customer_id: string | null;
  readonly acquirer: string;
  readonly mode: Mode;
  /** The session's reference, if it has one. */
  readonly reference?: string | undefined;
  /** Of a payment whose amount was held: the end of the hold, ISO 8601 in UTC. */
  readonly capture_before?: string | undefined;
};

export type TransactionPage = {
  readonly success: true;
  readonly total: number;
  readonly page: number;
  readonly per_page: number;
  /** Newest first. */
  readonly transactions: readonly Transaction[];
};

export type SummaryQuery = Days & {
  /** The currency of the summed amounts; TRY by default. */
  readonly currency?: Currency | undefined;
};

export type CodesSummary = {
  readonly total_transactions: number;
  readonly total_amount: number;
  readonly successful: number;
  readonly failed: number;
  readonly refunded: number;
  /** In percent. */
  readonly approval_rate: number;
};

export type FlagsSummary = CodesSummary & {
  readonly success: true;
  readonly period: { readonly start: string; readonly end: string };
  readonly breakdown_by_type: {
    readonly [Type in PaymentType]?: { readonly count: number; readonly amount: number };
  };
};

export type Summary<Style extends ResponseStyle = "flags"> = {
  readonly flags: FlagsSummary;
  readonly codes: CodesSummary;
}[Style];

export type ExportQuery = TransactionFilter & { readonly format: "csv" | "json" };

export type Export = {
  readonly contentType: string;
  /** The file name from the service's answer. */
  readonly fileName: string;
  /** Streams at the reader's speed; an error means that the export is incomplete. */
  readonly body: ReadableStream<Uint8Array>;
};

export type Reports<Style extends ResponseStyle> = {
  readonly transactions: {
    list(query?: TransactionQuery, options?: CallOptions): Promise<TransactionPage>;
    /** Yields the pages from `page` to the last one. */
    pages(query?: TransactionQuery, options?: CallOptions): AsyncGenerator<TransactionPage, void>;
  };
  summary(query?: SummaryQuery, options?: CallOptions): Promise<Summary<Style>>;
  export(query: ExportQuery, options?: CallOptions): Promise<Export>;
};

const LIST = "/api/v1/payment/transactions";

export function reportCalls<Style extends ResponseStyle>(connection: Connection): Reports<Style> {
  const get = { method: "GET", asMerchant: true } as const;
  const list = (query: TransactionQuery = {}, options?: CallOptions): Promise<TransactionPage> => {
    const expects = ["total", "transactions"] as const;
    return askFor(connection, { ...get, path: pathOf([LIST], query), expects }, options);
  };
  return {
    transactions: { list, pages: (query, options) => pagesOf(list, query, options) },
    summary: (query = {}, options) => {
      const path = pathOf(["/api/v1/payment/summary"], query);
      const expects = ["total_transactions"] as const;
      return askFor(connection, { ...get, path, isStyled: true, expects }, options);
    },
    export: async (query, options) => {
      const call = { ...get, path: pathOf([`${LIST}/export`], query) };
      const { body, headers, status } = await open(connection, call, options);
      const contentType = headers.get("content-type") ?? "";
      const fileName = /filename="([^"]*)"/.exec(headers.get("content-disposition") ?? "")?.[1];
      if (body === null || fileName === undefined) {
        const detail = "The answer is not an export of this service; is baseUrl right?";
        throw new VezneServerError({ code: "unreadable_answer", detail, status });
      }
      return { contentType, fileName, body };
    },
  };
}

async function* pagesOf(
  list: (query: TransactionQuery, options?: CallOptions) => Promise<TransactionPage>,
  query: TransactionQuery = {},
  options?: CallOptions,
): AsyncGenerator<TransactionPage, void> {
  for (let page = query.page ?? 1; ; page += 1) {
    const found = await list({ ...query, page }, options);
    yield found;
    if (found.page * found.per_page >= found.total || found.transactions.length === 0) return;
  }
}
