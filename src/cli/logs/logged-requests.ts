import { sleep } from "../../system/sleep.ts";
import { later, SECOND, toIso } from "../../kernel/clock.ts";
import { leastEntryId } from "../../kernel/ids.ts";
import type {
  LoggedBody,
  LoggedRequest,
  LogOwner,
  RequestSearch,
} from "../../domain/report/request-log.ts";
import type { Installation } from "../../service/installation/installation.ts";
import { logText } from "./log-lines.ts";
import { statusOf } from "./log-status.ts";
import { namedOrOnly } from "../kit/merchant-of.ts";
import { CommandError, printLine } from "../kit/output.ts";
import { runOnInstallation } from "../kit/with-installation.ts";

export type RequestArguments = {
  readonly merchant?: string | undefined;
  readonly mode?: "test" | "live" | undefined;
  readonly status?: string | undefined;
  readonly path?: string | undefined;
  readonly request?: string | undefined;
  readonly code?: string | undefined;
  readonly method?: string | undefined;
  readonly key?: string | undefined;
  readonly limit?: string | undefined;
  readonly bodies?: boolean | undefined;
  readonly follow: boolean;
  readonly json: boolean;
};

const LIMIT = 20;
const LOOK_EVERY_MS = 500;
/**
 * The longest time by which an entry may be written later than the request time in its id: an entry
 * is written after the answer, and no request takes longer than this.
 */
const LATEST_MS = 35 * SECOND;
const AT_ONCE = 500;

/** Prints the newest requests, oldest first, and with `--follow` those that come later. */
export function showLoggedRequests(args: RequestArguments): Promise<void> {
  return runOnInstallation(async (deps) => {
    const owner = await ownerOf(deps, args);
    const search = searchOf(args);
    const print = printerOf(deps, { owner, args });
    const following = args.follow ? await begin(deps, { owner, search }) : undefined;
    for (const request of await list(deps, owner, search)) {
      following?.seen.add(request.entryId);
      await print(request);
    }
    if (following !== undefined) await follow(deps, { ...following, owner, search, print });
  });
}

type RequestLogReading = Pick<Installation, "requestLog" | "merchants">;

type Print = (request: LoggedRequest) => Promise<void>;
type RequestQuery = { readonly owner: LogOwner; readonly search: RequestSearch };
type LogPosition = { readonly from: string; readonly seen: Set<string> };

/** Notes the ids of the requests that are already logged, so that none is printed twice. */
async function begin(
  deps: RequestLogReading,
  { owner, search }: RequestQuery,
): Promise<LogPosition> {
  const from = await horizonOf(deps, owner);
  const page = await list(deps, owner, { ...search, before: from, limit: AT_ONCE });
  return { from, seen: new Set(page.map(({ entryId }) => entryId)) };
}

/** Returns the least entry id that may still be written, reckoned from the newest logged time. */
async function horizonOf(deps: RequestLogReading, owner: LogOwner): Promise<string> {
  const [newest] = await list(deps, owner, { limit: 1 });
  return newest === undefined ? "" : leastEntryId(later(newest.at, -LATEST_MS));
}

async function follow(
  deps: RequestLogReading,
  { owner, search, print, seen, ...begun }: RequestQuery & LogPosition & { readonly print: Print },
): Promise<void> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  process.once("SIGINT", stop).once("SIGTERM", stop);
  let { from } = begun;
  while (!stopping.signal.aborted) {
    const horizon = await horizonOf(deps, owner);
    const page = await list(deps, owner, { ...search, before: from, limit: AT_ONCE });
    for (const request of page.filter(({ entryId }) => !seen.has(entryId))) {
      seen.add(request.entryId);
      await print(request);
    }
    const isFull = page.length === AT_ONCE;
    from = isFull ? (page.at(-1)?.entryId ?? horizon) : horizon;
    for (const entryId of seen) if (entryId < horizon) seen.delete(entryId);
    if (!isFull) await sleep(LOOK_EVERY_MS, stopping.signal);
  }
}

/** Lists requests, oldest first. */
async function list(
  { requestLog }: RequestLogReading,
  owner: LogOwner,
  search: RequestSearch,
): Promise<readonly LoggedRequest[]> {
  const found = await requestLog.list(owner, search);
  if (found !== "too_slow") return found.requests.toReversed();
  throw new CommandError("the search took too long; look for a request id, or for less");
}

/** The merchant of `--merchant`, or the only merchant, with the mode. */
async function ownerOf(
  { merchants }: RequestLogReading,
  { merchant, mode = "test" }: RequestArguments,
): Promise<LogOwner> {
  const { merchantId } = await namedOrOnly({ merchants }, merchant);
  return { merchantId, mode };
}

function searchOf(args: RequestArguments): RequestSearch {
  const { limit = String(LIMIT), path, request, code, method, key } = args;
  const count = /^\d{1,4}$/.test(limit) ? Number(limit) : -1;
  if (count < 0 || count > 1_000) throw new CommandError("--limit must be 0 to 1000");
  return {
    status: statusOf(args.status),
    path,
    requestId: request,
    code,
    method: method?.toUpperCase(),
    keyLastFour: key,
    limit: count,
  };
}

type PrintOptions = { readonly owner: LogOwner; readonly args: RequestArguments };

function printerOf({ requestLog }: RequestLogReading, { owner, args }: PrintOptions): Print {
  return async (request) => {
    const call = args.bodies === true ? await requestLog.find(owner, request.entryId) : undefined;
    const line = args.json
      ? JSON.stringify({
          ...documentOf(owner, request),
          ...(call && { request_body: bodyOf(call.requestBody) }),
          ...(call && { response_body: bodyOf(call.responseBody) }),
        })
      : [lineOf(request), textOf(call?.requestBody), textOf(call?.responseBody)].join("");
    printLine(line);
  };
}

function documentOf({ merchantId, mode }: LogOwner, request: LoggedRequest) {
  return {
    entry_id: request.entryId,
    time: toIso(request.at),
    merchant_id: merchantId,
    mode,
    method: request.method,
    path: request.path,
    status: request.status,
    code: request.code ?? null,
    duration_ms: request.durationUs / 1_000,
    key_last_four: request.keyLastFour ?? null,
    request_id: request.requestId,
    network: request.network ?? null,
    order_id: request.orderId ?? null,
    unrecorded: request.unrecorded ?? null,
  };
}

function lineOf(request: LoggedRequest): string {
  const { at, method, path, status, durationUs, code, keyLastFour, requestId, orderId } = request;
  if (request.unrecorded !== undefined) {
    const msg = `${request.unrecorded} more calls were not recorded: too many came`;
    return logText({ time: toIso(at), msg });
  }
  return logText({
    time: toIso(at),
    method,
    path,
    status,
    ms: Math.round(durationUs / 1_000),
    ...(code === undefined ? {} : { code }),
    ...(keyLastFour === undefined ? {} : { key: keyLastFour }),
    ...(orderId === undefined ? {} : { order: orderId }),
    request_id: requestId,
  });
}

function bodyOf(body: LoggedBody | undefined) {
  if (body === undefined) return null;
  const document: unknown = body.text === "" ? null : JSON.parse(body.text);
  return { body: document, is_cut: body.isCut };
}

function textOf(body: LoggedBody | undefined): string {
  if (body === undefined || body.text === "") return "";
  const pretty = JSON.stringify(JSON.parse(body.text), null, 2);
  return `\n${pretty.replace(/^/gm, "    ")}${body.isCut ? "\n    …" : ""}`;
}
