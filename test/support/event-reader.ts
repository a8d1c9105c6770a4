import type { ApiBody } from "./api-client.ts";
import type { TestService } from "./service.ts";

/** An event as the interface lists and streams it. */
export type ReadEvent = {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: ApiBody;
};

export type EventPage = {
  readonly events: readonly ReadEvent[];
  readonly has_more: boolean;
  readonly next: string | null;
};

/** A merchant that reads its events. */
export async function readEvents(
  { url }: Pick<TestService, "url">,
  apiKey: string,
  query: Readonly<Record<string, string>> = {},
): Promise<EventPage> {
  const response = await fetch(`${url}/api/v1/events?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`no events: ${text}`);
  return JSON.parse(text) as EventPage;
}

export type OpenStream = {
  readonly status: number;
  /** Waits for the first id, which is that of the place at which the stream begins. */
  begin(): Promise<string>;
  /** Waits for the next event; `undefined` once the stream has ended. */
  next(): Promise<ReadEvent | undefined>;
  /** Everything that was read so far, unparsed. */
  text(): string;
  close(): void;
};

/** A merchant that follows its events. */
export async function followEvents(
  { url }: Pick<TestService, "url">,
  apiKey: string,
  { query = {}, headers = {} }: { query?: Record<string, string>; headers?: HeadersInit } = {},
): Promise<OpenStream> {
  const abort = new AbortController();
  const response = await fetch(`${url}/api/v1/events/stream?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${apiKey}`, ...headers },
    signal: abort.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let seen = "";
  let rest = "";
  /** Waits for the next frame. */
  const frame = async (): Promise<string | undefined> => {
    for (;;) {
      const end = rest.indexOf("\n\n");
      if (end >= 0) {
        const text = rest.slice(0, end);
        rest = rest.slice(end + 2);
        return text;
      }
      const chunk = await reader?.read();
      if (chunk === undefined || chunk.done) return undefined;
      seen += chunk.value;
      rest += chunk.value;
    }
  };
  return {
    status: response.status,
    begin: async () => /^id: (.*)$/m.exec((await frame()) ?? "")?.[1] ?? "",
    async next() {
      for (;;) {
        const text = await frame();
        if (text === undefined) return undefined;
        const data = /^data: (.*)$/m.exec(text)?.[1];
        if (data !== undefined) return JSON.parse(data) as ReadEvent;
      }
    },
    text: () => seen,
    close: () => abort.abort(),
  };
}
