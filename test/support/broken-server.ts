import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { EXPIRED, SELF_SIGNED } from "./certificates.ts";
import { listenLocally } from "./local-server.ts";

/** The ways in which a server breaks a connection; none of them sends a whole HTTP answer. */
const BEHAVIOURS = {
  closesAtOnce: (socket) => void socket.end(),
  resetsAtOnce: (socket) => void socket.resetAndDestroy(),
  /** The first bytes of a TLS client are its hello message. */
  resetsAfterHello: (socket) => void socket.once("data", () => socket.resetAndDestroy()),
  sendsGarbage: (socket) =>
    void socket.once("data", () => socket.end("\u0000\u0001 this is no HTTP")),
  resetsInHeaders: answering("HTTP/1.1 200 OK\r\nContent-Len"),
  resetsInBody: answering("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"),
  endsInHeaders: (socket) => void socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\nX-A: ")),
  /** Accepts the request, and never answers. */
  staysSilent: () => undefined,
} as const satisfies Record<string, (socket: Socket) => void>;

export type BrokenServer = {
  readonly port: number;
  /** Sets the behaviour from the next connection on. */
  behave(behaviour: PlainBehaviour): void;
  close(): Promise<void>;
};

export type PlainBehaviour = keyof typeof BEHAVIOURS;
export type Behaviour = PlainBehaviour | "selfSigned" | "expired";

/** A server on a port of its own that breaks its connections, with real sockets. */
export async function startBrokenServer(behaviour: Behaviour): Promise<BrokenServer> {
  let plain: PlainBehaviour = "closesAtOnce";
  const server =
    behaviour === "selfSigned" || behaviour === "expired"
      ? createTlsServer(CERTIFICATES[behaviour]).on("tlsClientError", () => {})
      : createServer((socket) => BEHAVIOURS[plain](socket));
  if (behaviour !== "selfSigned" && behaviour !== "expired") plain = behaviour;
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
  });
  const port = await listenLocally(server);
  return {
    port,
    behave(next) {
      plain = next;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

const CERTIFICATES = { selfSigned: SELF_SIGNED, expired: EXPIRED } as const;

function answering(start: string) {
  return (socket: Socket): void => {
    socket.once("data", () => socket.write(start, () => socket.resetAndDestroy()));
  };
}
