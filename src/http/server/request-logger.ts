import type { FastifyBaseLogger } from "fastify";

type LogWriter = (facts: unknown, sentence?: string, ...rest: unknown[]) => void;

/**
 * The logger of one request, whose lines have the request's id. Most requests write no line of
 * their own, so the child logger, which costs as much as a log line, is made for the first one.
 */
export class RequestLogger {
  readonly #makeChild: () => FastifyBaseLogger;
  #made: FastifyBaseLogger | undefined;

  constructor(makeChild: () => FastifyBaseLogger) {
    this.#makeChild = makeChild;
  }

  get #child(): FastifyBaseLogger {
    this.#made ??= this.#makeChild();
    return this.#made;
  }

  get level(): string {
    return this.#child.level;
  }

  fatal(...line: Parameters<LogWriter>): void {
    this.#child.fatal(...line);
  }

  error(...line: Parameters<LogWriter>): void {
    this.#child.error(...line);
  }

  warn(...line: Parameters<LogWriter>): void {
    this.#child.warn(...line);
  }

  info(...line: Parameters<LogWriter>): void {
    this.#child.info(...line);
  }

  debug(...line: Parameters<LogWriter>): void {
    this.#child.debug(...line);
  }

  trace(...line: Parameters<LogWriter>): void {
    this.#child.trace(...line);
  }

  silent(): void {}

  child(...given: Parameters<FastifyBaseLogger["child"]>): FastifyBaseLogger {
    return this.#child.child(...given);
  }
}
