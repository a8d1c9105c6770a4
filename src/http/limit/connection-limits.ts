import type { Server, Socket } from "node:net";
import type { Config } from "../../config/config.ts";
import { networkOf, socketAddressOf } from "./client-address.ts";
import { networkMatcher } from "./networks.ts";

export type ConnectionLimits = {
  /** The most connections at the same time of all together. */
  readonly most: number;
  /** The most of one network, as limits count them. */
  readonly mostOfOne: number;
  /** Networks whose connections are those of many customers. */
  readonly unlimited: readonly string[];
};

/** The connections that may wait to be accepted; the kernel may take fewer. */
export const BACKLOG = 4_096;

const THIS_MACHINE = ["127.0.0.0/8", "::1/128"];
const EVERYWHERE = ["0.0.0.0/0", "::/0"];

/** As many as the samples of `deploy/proxy` permit; a whole office may be behind one address. */
export function connectionLimits({
  trustedProxies,
  forwarding,
}: Pick<Config, "trustedProxies" | "forwarding">): ConnectionLimits {
  // Without forwarding, whatever ends TLS has one address for all customers.
  const others = forwarding === "none" ? EVERYWHERE : trustedProxies;
  return { most: 8_192, mostOfOne: 256, unlimited: [...THIS_MACHINE, ...others] };
}

/** Closes connections above the limits at once and without an answer. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const { most, mostOfOne, unlimited } = limits;
  const isUnlimited = networkMatcher(unlimited);
  const open = new Map<string, number>();
  server.maxConnections = most;
  server.on("connection", (socket: Socket) => {
    const address = socketAddressOf(socket);
    if (address === undefined || isUnlimited(address)) return;
    const network = networkOf(address);
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once("close", () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
    if (count > mostOfOne) socket.destroy();
  });
}
