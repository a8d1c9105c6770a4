import { isIP, type Socket } from "node:net";
import type { FastifyRequest } from "fastify";
import { networkMatcher } from "./networks.ts";

/** Returns the client's IPv4 or IPv6 address, or `unknown` if the socket has none. */
export type AddressReader = (request: FastifyRequest) => string;

/**
 * The address of the client: the socket's, unless a trusted proxy sent the request. Each proxy
 * appends the address of its own client to `X-Forwarded-For`, so the client is the right-most
 * address that belongs to no trusted proxy. The client may have invented everything to the left of
 * it.
 */
export function createAddressReader(
  trustedProxies: readonly string[],
  untrusted?: Pick<UntrustedForwards, "note">,
): AddressReader {
  const isTrusted = networkMatcher(trustedProxies);
  return (request) => {
    let address = socketAddress(request);
    const forwarded = request.headers["x-forwarded-for"];
    if (forwarded === undefined) return address;
    if (!isTrusted(address)) untrusted?.note(request, address);
    const heard = [forwarded].flat().join(",").split(",");
    for (const text of heard.toReversed()) {
      const next = isTrusted(address) ? plainAddress(text) : undefined;
      if (next === undefined) break;
      address = next;
    }
    return address;
  };
}

/**
 * Counts requests that tell a client's address and come from an address that is not trusted: a
 * proxy that the operator forgot to name, or a stranger who reaches the port directly.
 */
export class UntrustedForwards {
  readonly #report: (address: string) => void;
  readonly #noted = new WeakSet<FastifyRequest>();
  #count = 0;

  /** `report` is called once, with the first untrusted address. */
  constructor(report: (address: string) => void) {
    this.#report = report;
  }

  get count(): number {
    return this.#count;
  }

  note(request: FastifyRequest, address: string): void {
    if (this.#noted.has(request)) return;
    this.#noted.add(request);
    this.#count += 1;
    if (this.#count === 1) this.#report(address);
  }
}

/** The addresses of open connections, so that each is parsed once and not for every request. */
const addresses = new WeakMap<Socket, string>();

function socketAddress({ raw: { socket } }: FastifyRequest): string {
  return socketAddressOf(socket) ?? "unknown";
}

/** The address of the other end; undefined once the connection is closed. */
export function socketAddressOf(socket: Socket): string | undefined {
  const known = addresses.get(socket);
  if (known !== undefined) return known;
  const address = plainAddress(socket.remoteAddress ?? "");
  if (address !== undefined) addresses.set(socket, address);
  return address;
}

const BRACKETED = /^\[([^\]]*)\](?::\d{1,5})?$/;
const WITH_PORT = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/;
const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/** An address without port, brackets or zone; an IPv4-mapped IPv6 address as IPv4. */
function plainAddress(text: string): string | undefined {
  const bare = text.trim();
  const inner = BRACKETED.exec(bare)?.[1] ?? WITH_PORT.exec(bare)?.[1] ?? bare;
  const [address = ""] = inner.split("%", 1);
  const plain = MAPPED.exec(address)?.[1] ?? address;
  return isIP(plain) === 0 ? undefined : plain;
}

/**
 * The network by which limits count: an IPv4 address, or the /64 of an IPv6 address, because a
 * single customer has a whole /64.
 */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/** The 16-bit groups of a part of an IPv6 address; an IPv4 address at its end gives two. */
function groupsOf(part: string): readonly string[] {
  return part === ""
    ? []
    : part.split(":").flatMap((group) => (group.includes(".") ? ["0", "0"] : [group]));
}
