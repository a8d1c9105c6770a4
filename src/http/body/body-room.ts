import { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Problem } from "../problem/problem.ts";
import { RequestProblem } from "../problem/request-problem.ts";

/** The most bytes that the unfinished request bodies of one server may hold together. */
const ROOM_BYTES = 64 * 1_024 * 1_024;
/** The most bytes that one of them may hold; a whole body in chunks of 100 bytes holds less. */
const ONE_BYTES = 1_024 * 1_024;
/** Bytes of the objects that hold one received chunk, beside its content. */
const CHUNK_BYTES = 256;

/**
 * A number of bytes that the unfinished bodies share. A body may hold as much as it leaves free:
 * so the less room many large bodies leave, the smaller those are that are refused, and a short
 * body always finds room.
 */
export class BodyRoom {
  readonly #bytes: number;
  #taken = 0;

  constructor(bytes = ROOM_BYTES) {
    this.#bytes = bytes;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Lets a body that holds `held` bytes hold `more`; false if these are too many. */
  grow(held: number, more: number): boolean {
    const taken = this.#taken + more;
    if (held + more > this.#bytes - taken) return false;
    this.#taken = taken;
    return true;
  }

  leave(held: number): void {
    this.#taken -= held;
  }
}

/**
 * Refuses request bodies before the process runs out of memory: a client could otherwise leave any
 * number of bodies unfinished until their time is over. A body that arrives as one chunk of the
 * announced length is never refused, and costs one comparison.
 */
export function boundBodies(app: FastifyInstance, room = new BodyRoom()): void {
  const bodies = new WeakMap<IncomingMessage, UnfinishedBody>();
  function noteChunk(this: IncomingMessage, chunk: Buffer): void {
    if (chunk.length === Number(this.headers["content-length"])) return;
    let body = bodies.get(this);
    if (body === undefined) bodies.set(this, (body = new UnfinishedBody(this, room)));
    if (!body.take(chunk.length)) this.pause();
  }
  app.addHook("onRequest", (request, _reply, done) => {
    const { raw, routeOptions } = request;
    // Files are read in turns, and only from users who may send them.
    if (routeOptions.config.fileBytes === undefined) {
      // Chunks also count before the body is read: each byte may arrive in a chunk of its own.
      if (raw.headers["transfer-encoding"] !== undefined) countChunks(raw, room);
      // Unlike `on`, this does not make the body flow.
      else if (raw.headers["content-length"] !== undefined) raw.prependListener("data", noteChunk);
    }
    done();
  });
}

function countChunks(raw: IncomingMessage, room: BodyRoom): void {
  const body = new UnfinishedBody(raw, room);
  raw.push = (chunk: Buffer | null, encoding) =>
    // The end is passed on even if chunks were left out, so that the connection can be used again.
    chunk === null || body.take(chunk.length)
      ? IncomingMessage.prototype.push.call(raw, chunk, encoding)
      : true;
}

/** The part of a body that has arrived, until the rest has, too, or the connection is closed. */
class UnfinishedBody {
  readonly #raw: IncomingMessage;
  readonly #room: BodyRoom;
  #held = 0;
  #isRefused = false;

  constructor(raw: IncomingMessage, room: BodyRoom) {
    this.#raw = raw;
    this.#room = room;
    const { socket } = raw;
    const leave = (): void => {
      room.leave(this.#held);
      this.#held = 0;
      socket.off("close", leave);
    };
    raw.once("end", leave);
    // A request that was answered early may never end.
    socket.once("close", leave);
  }

  /** Counts a chunk of `bytes`; false if the body is refused. */
  take(bytes: number): boolean {
    if (this.#isRefused) return false;
    const more = bytes + CHUNK_BYTES;
    if (this.#held + more > ONE_BYTES) this.#refuse(MANY_CHUNKS);
    else if (!this.#room.grow(this.#held, more)) this.#refuse(NO_ROOM);
    else this.#held += more;
    return !this.#isRefused;
  }

  /** Fails the reading of the body, at once or when it begins. */
  #refuse(problem: Problem): void {
    this.#isRefused = true;
    const raw = this.#raw;
    const fail = (): void => {
      if (raw.listenerCount("error") > 0) raw.emit("error", new RequestProblem(problem));
    };
    if (raw.listenerCount("error") > 0) process.nextTick(fail);
    else raw.once("resume", fail);
  }
}

const NO_ROOM: Problem = {
  code: "service_busy",
  detail:
    "The service receives so many large bodies at the moment that it has no room for this one. " +
    "Try again in 1 s.",
  retryAfterS: 1,
};

const MANY_CHUNKS: Problem = {
  code: "body_too_large",
  detail: "The body must not be sent in so many small chunks.",
};
