import type {
  CodesSummary,
  ExportQuery,
  FlagsSummary,
  SummaryQuery,
  TransactionPage,
  TransactionQuery,
} from "../../clients/typescript/interface.d.ts";
import { VezneServerError } from "./errors.ts";
import { pathOf } from "./path.ts";
import {
  askFor,
  open,
  type CallOptions,
  type Connection,
  type ResponseStyle,
} from "./transport.ts";

export type Summary<Style extends ResponseStyle = "flags"> = {
  readonly flags: FlagsSummary;
  readonly codes: CodesSummary;
}[Style];

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
