import { describe, expect, it } from "vitest";
import { classOfAddress, createAddressClass } from "./address-class.ts";

const PUBLIC = [
  "1.1.1.1",
  "8.8.8.8",
  "93.184.216.34",
  "172.15.255.255",
  "172.32.0.0",
  "100.63.255.255",
]
  .concat(["100.128.0.0", "169.253.255.255", "192.167.255.255", "192.169.0.0", "198.20.0.0"])
  .concat([
    "223.255.255.255",
    "2606:4700::1111",
    "2a00:1450:4017::200e",
    "2003::1",
    "::ffff:8.8.8.8",
  ])
  .concat(["::ffff:808:808", "2600::"]);

const LOOPBACK = [
  "127.0.0.1",
  "127.0.0.0",
  "127.255.255.255",
  "127.1.2.3",
  "::1",
  "0:0:0:0:0:0:0:1",
].concat(["::ffff:127.0.0.1", "::ffff:7f00:1", "0:0:0:0:0:ffff:127.0.0.1"]);

const FORBIDDEN: Readonly<Record<string, readonly string[]>> = {
  "this network": ["0.0.0.0", "0.1.2.3", "::", "::ffff:0.0.0.0"],
  "private use": ["10.0.0.0", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
  "private use, mapped": ["::ffff:10.0.0.1", "::ffff:192.168.0.1", "::ffff:ac10:1"],
  "carriers' translation": ["100.64.0.0", "100.127.255.255", "::ffff:100.64.0.1"],
  "a cloud's host": ["168.63.129.16", "::ffff:168.63.129.16"],
  "link local": ["169.254.0.1", "169.254.169.254", "::ffff:a9fe:a9fe", "fe80::1", "febf::1"],
  "with a zone": ["fe80::1%eth0", "::1%lo"],
  "protocol assignments": ["192.0.0.1", "192.0.0.170", "2001::1", "2001:1::1", "2001:1ff::1"],
  documentation: ["192.0.2.1", "198.51.100.7", "203.0.113.9", "2001:db8::1", "3fff::1"],
  benchmarks: ["198.18.0.1", "198.19.255.255"],
  relays: ["192.88.99.1", "192.52.193.1", "192.31.196.1", "192.175.48.1", "2620:4f:8000::1"],
  multicast: ["224.0.0.1", "239.255.255.255", "ff02::1", "ff0e::1"],
  reserved: ["240.0.0.1", "255.255.255.255", "4000::1", "5f00::1", "::7f00:1", "100::1"],
  "unique local": ["fc00::1", "fd12:3456::1", "fdff::1"],
  "site local": ["fec0::1"],
  "IPv4 in IPv6": [
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2002:a00:1::1",
    "2001:0:a::1",
  ],
  "compatible and translated": ["::127.0.0.1", "::10.0.0.1", "::ffff:0:127.0.0.1"],
  "no address": [
    "",
    "localhost",
    "127.1",
    "2130706433",
    "0x7f.0.0.1",
    "0177.0.0.1",
    "1.2.3",
    "[::1]",
  ],
};

describe("the class of an address", () => {
  it.each(PUBLIC)("is public for %s", (address) => {
    expect(classOfAddress(address)).toBe("public");
  });

  it.each(LOOPBACK)("is loopback for %s", (address) => {
    expect(classOfAddress(address)).toBe("loopback");
  });

  const forbidden = Object.entries(FORBIDDEN).flatMap(([kind, addresses]) =>
    addresses.map((address) => [kind, address] as const),
  );
  it.each(forbidden)("is forbidden for %s: %s", (_kind, address) => {
    expect(classOfAddress(address)).toBe("forbidden");
  });
});

describe("the machine's own public addresses", () => {
  const own = { mac: "", internal: false, netmask: "", cidr: null };
  const classOf = createAddressClass(() => ({
    eth0: [
      { ...own, family: "IPv4", address: "93.184.216.34" },
      { ...own, family: "IPv6", address: "2606:4700::1", scopeid: 0 },
    ],
  }));

  it.each(["93.184.216.34", "::ffff:93.184.216.34", "2606:4700::1", "2606:4700:0:0:0:0:0:1"])(
    "are this machine, and not the internet: %s",
    (address) => {
      expect(classOf(address)).toBe("loopback");
    },
  );

  it("are no other machine's", () => {
    expect([classOf("93.184.216.35"), classOf("2606:4700::2")]).toEqual(["public", "public"]);
  });
});
