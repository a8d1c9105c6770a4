import type { FastifyRequest } from "fastify";
import { describe, expect, it } from "vitest";
import { createAddressReader, networkOf, UntrustedForwards } from "./client-address.ts";

const PROXIES = ["10.0.0.1", "192.168.0.0/16", "2001:db8:aaaa::/48"];

describe("the client's address", () => {
  it.each([
    ["no trusted proxy", [], "203.0.113.7", "1.1.1.1", "203.0.113.7"],
    ["a socket that is no proxy's", PROXIES, "203.0.113.7", "1.1.1.1", "203.0.113.7"],
    ["a proxy without a forwarding field", PROXIES, "10.0.0.1", undefined, "10.0.0.1"],
    ["one proxy", PROXIES, "10.0.0.1", "198.51.100.4", "198.51.100.4"],
    ["a chain of proxies", PROXIES, "10.0.0.1", "198.51.100.4, 192.168.3.4", "198.51.100.4"],
    [
      "an address that the client made up",
      PROXIES,
      "10.0.0.1",
      "1.1.1.1, 198.51.100.4",
      "198.51.100.4",
    ],
    ["a made-up proxy", PROXIES, "10.0.0.1", "1.1.1.1, 192.168.1.1, 8.8.8.8", "8.8.8.8"],
    ["only proxies", PROXIES, "10.0.0.1", "192.168.1.1, 192.168.1.2", "192.168.1.1"],
    ["an invalid value at the right end", PROXIES, "10.0.0.1", "198.51.100.4, unknown", "10.0.0.1"],
    [
      "an invalid value before a proxy",
      PROXIES,
      "10.0.0.1",
      "a' or 1=1, 192.168.1.1",
      "192.168.1.1",
    ],
    ["an empty field", PROXIES, "10.0.0.1", "", "10.0.0.1"],
    ["a port", PROXIES, "10.0.0.1", "198.51.100.4:55100", "198.51.100.4"],
    ["IPv6", PROXIES, "10.0.0.1", "2001:db8::1", "2001:db8::1"],
    ["IPv6 with a port", PROXIES, "10.0.0.1", "[2001:db8::1]:443", "2001:db8::1"],
    ["IPv6 with a zone", PROXIES, "10.0.0.1", "fe80::1%eth0", "fe80::1"],
    ["a proxy by IPv6", PROXIES, "2001:db8:aaaa:1::9", "198.51.100.4", "198.51.100.4"],
    ["a wrapped proxy", PROXIES, "::ffff:10.0.0.1", "198.51.100.4", "198.51.100.4"],
    ["a wrapped client", PROXIES, "10.0.0.1", "::ffff:198.51.100.4", "198.51.100.4"],
    ["a wrapped socket", [], "::ffff:203.0.113.7", undefined, "203.0.113.7"],
    ["a closed socket", [], undefined, "1.1.1.1", "unknown"],
  ])("is found with %s", (_name, proxies, socket, forwarded, client) => {
    expect(createAddressReader(proxies)(requestOf(socket, forwarded))).toBe(client);
  });

  it("is counted once a request where it is told by a sender that is not trusted", () => {
    const reported: string[] = [];
    const untrusted = new UntrustedForwards((address) => void reported.push(address));
    const read = createAddressReader(PROXIES, untrusted);
    const forgotten = requestOf("10.9.9.9", "198.51.100.4");
    for (const request of [
      forgotten,
      forgotten,
      requestOf("203.0.113.7", "1.1.1.1"),
      requestOf("10.0.0.1", "198.51.100.4"),
      requestOf("203.0.113.7", undefined),
    ]) {
      read(request);
    }
    expect([untrusted.count, reported]).toEqual([2, ["10.9.9.9"]]);
  });

  it("ignores Forwarded, X-Real-IP and any other field", () => {
    const request = requestOf("10.0.0.1", undefined, {
      forwarded: "for=1.1.1.1",
      "x-real-ip": "1.1.1.1",
      "x-client-ip": "1.1.1.1",
      "true-client-ip": "1.1.1.1",
    });
    expect(createAddressReader(PROXIES)(request)).toBe("10.0.0.1");
  });
});

describe("the network for limits", () => {
  it.each([
    ["198.51.100.4", "198.51.100.4"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002:ffff::", "2001:db8:1:2::/64"],
    ["2001:DB8:1::1", "2001:db8:1:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["1::", "1:0:0:0::/64"],
    ["64:ff9b::198.51.100.4", "64:ff9b:0:0::/64"],
    ["unknown", "unknown"],
  ])("of %s is %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

function requestOf(
  socket: string | undefined,
  forwarded: string | undefined,
  headers: Record<string, string> = {},
): FastifyRequest {
  const all = forwarded === undefined ? headers : { ...headers, "x-forwarded-for": forwarded };
  return { headers: all, raw: { socket: { remoteAddress: socket } } } as unknown as FastifyRequest;
}
