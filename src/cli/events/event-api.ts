import { isRecord, parseRecord, textMember } from "../../client/record.ts";
import type { EventDocument } from "../../domain/event/event.ts";
import { Unreachable } from "../kit/command-end.ts";
import type { MerchantApi } from "../kit/merchant-api.ts";
import { CommandError } from "../kit/output.ts";

export type EventPage = {
  readonly events: readonly EventDocument[];
  readonly has_more: boolean;
  readonly next: string | null;
};

/** The service, or a proxy before it, refused a call that may succeed later. */
export class PassingRefusal extends CommandError {}

/** The service was restored from a backup that lacks the event after which the stream began. */
export class LostPlace extends CommandError {
  /** The id of the last event that the backup has. */
  readonly after: string;

  constructor(message: string, after: string) {
    super(message);
    this.after = after;
  }
}

export async function listEvents(
  api: MerchantApi,
  query: Readonly<Record<string, string>>,
): Promise<EventPage> {
  const response = await ask(api, `/api/v1/events?${new URLSearchParams(query)}`, {});
  const page = parseRecord(await response.text()) ?? {};
  const { events, has_more, next = null } = page;
  if (!Array.isArray(events) || !(next === null || typeof next === "string")) throw notOurs(api);
  return { events: events.map((one) => readEvent(api, one)), has_more: has_more === true, next };
}

export type StreamOptions = {
  /** The event after which the stream begins; absent: the stream begins now. */
  readonly after: string | undefined;
  readonly types: string | undefined;
  readonly signal: AbortSignal;
  /** Called once the stream is open. */
  readonly onOpen: () => void;
};

/**
 * One frame of the stream: `place` is the id after which another stream continues. The first frame
 * has no event, and a heartbeat has neither.
 */
export type StreamFrame = {
  readonly place: string | undefined;
  readonly event: EventDocument | undefined;
};

/** The frames of one connection, until it ends. */
export async function* streamEvents(
  api: MerchantApi,
  { after, types, signal, onOpen }: StreamOptions,
): AsyncGenerator<StreamFrame> {
  const query = new URLSearchParams(types === undefined ? {} : { type: types });
  const headers = after === undefined ? {} : { "last-event-id": after };
  const response = await ask(api, `/api/v1/events/stream?${query}`, { headers, signal });
  onOpen();
  let rest = "";
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const frames = (rest + chunk).split("\n\n");
    rest = frames.pop() ?? "";
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      const event = data === undefined ? undefined : readEvent(api, parseRecord(data));
      yield { place: event?.id ?? /^id: (.*)$/m.exec(frame)?.[1], event };
    }
  }
}

async function ask(
  { url, apiKey }: MerchantApi,
  path: string,
  { headers = {}, signal }: { headers?: Record<string, string>; signal?: AbortSignal },
): Promise<Response> {
  const init = { headers: { authorization: `Bearer ${apiKey}`, ...headers } };
  const response = await fetch(url + path, signal === undefined ? init : { ...init, signal }).catch(
    (error: unknown) => {
      if (signal?.aborted === true) throw error;
      throw new Unreachable(
        `the service does not answer at ${url}. Start it with npm start, or set VEZNE_URL.`,
      );
    },
  );
  if (response.ok) return response;
  const problem = parseRecord(await response.text());
  const detail = problem === undefined ? undefined : textMember(problem, "detail");
  const message = detail ?? `the service answered ${response.status}`;
  const after = problem === undefined ? undefined : textMember(problem, "after");
  if (response.status === GONE && after !== undefined) throw new LostPlace(message, after);
  throw PASSING.has(response.status) ? new PassingRefusal(message) : new CommandError(message);
}

const GONE = 410;
/** The statuses of limits, of restarts, and of proxies without a service behind them. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

function readEvent(api: MerchantApi, value: unknown): EventDocument {
  if (isRecord(value)) {
    const { id, type, timestamp, data } = value;
    const isText = typeof id === "string" && typeof type === "string";
    if (isText && typeof timestamp === "string" && isRecord(data)) {
      return { id, type, timestamp, data };
    }
  }
  throw notOurs(api);
}

function notOurs({ url }: MerchantApi): CommandError {
  return new CommandError(`the server at ${url} is not Vezne, or is of another release`);
}
