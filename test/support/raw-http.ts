import { connect, type Socket } from "node:net";
import { once } from "node:events";

/** The answer of a server over a raw connection. */
export type RawAnswer = {
  /** 0 if it closed the connection without an answer. */
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
};

export type RawOptions = {
  /** The client's own address, such as 127.0.0.9; otherwise the kernel chooses. */
  readonly from?: string;
  /** Closes the client's half of the connection after everything is sent. */
  readonly half?: boolean;
};

/** Sends bytes unchanged, so that a test can break every rule of HTTP; reads until the end. */
export async function sendRaw(
  url: string,
  pieces: string | readonly (string | Buffer)[],
  options: RawOptions = {},
): Promise<RawAnswer> {
  const socket = await open(url, options);
  for (const piece of [pieces].flat()) socket.write(piece);
  if (options.half === true) socket.end();
  return readAnswer(socket);
}

/**
 * A whole request with the header fields that HTTP/1.1 requires; the connection is closed after it.
 */
export function rawRequest(
  line: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string | Buffer } = {},
): readonly (string | Buffer)[] {
  const fields = {
    Host: "vezne.test",
    Connection: "close",
    ...(body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const head = `${line} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
  return body === undefined ? [head] : [head, body];
}

async function open(url: string, { from }: RawOptions): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({
    host: hostname,
    port: Number(port),
    ...(from === undefined ? {} : { localAddress: from }),
  });
  await once(socket, "connect");
  // The server may close before everything is sent; its answer until then counts.
  socket.on("error", () => undefined);
  return socket;
}

async function readAnswer(socket: Socket): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => void chunks.push(chunk));
  await new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const bytes = Buffer.concat(chunks);
  const end = bytes.indexOf("\r\n\r\n");
  const [line = "", ...fields] = bytes
    .subarray(0, Math.max(end, 0))
    .toString("latin1")
    .split("\r\n");
  const headers = new Headers();
  for (const field of fields) {
    const colon = field.indexOf(":");
    headers.append(field.slice(0, colon), field.slice(colon + 1).trim());
  }
  const text = bytes.subarray(end + 4).toString();
  return { status: Number(line.split(" ")[1] ?? 0), headers, text, body: parse(text) };
}

function parse(text: string): RawAnswer["body"] {
  try {
    return JSON.parse(text) as RawAnswer["body"];
  } catch {
    return {};
  }
}
