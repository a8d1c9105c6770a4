import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { mkdtemp, readFile, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHostNames } from "./host-names.ts";
import { createLookup, type LookupSettings } from "./name-lookup.ts";

/** The result of a lookup: its addresses, or the code of its failure. */
type Found = readonly string[] | string;

describe("the lookup of a host", () => {
  let file: string;
  let silent: Socket;
  let answering: Socket;
  beforeAll(async () => {
    file = join(await mkdtemp(join(tmpdir(), "vezne-hosts-")), "hosts");
    await writeFile(file, "127.0.0.1 localhost\n10.1.2.3\tKasa kasa.example # till\n::1 kasa\n");
    silent = createSocket("udp4");
    answering = createSocket("udp4");
    // Answers each query with "no such name".
    answering.on("message", (question, { address, port }) => {
      const answer = Buffer.from(question);
      answer.writeUInt16BE(0x8183, 2);
      answering.send(answer, port, address);
    });
    for (const server of [silent, answering]) {
      server.bind(0, "127.0.0.1");
      await once(server, "listening");
    }
  });
  afterAll(() => {
    silent.close();
    answering.close();
  });

  const lookup = (name: string, server: Socket, lookupMs = 10_000): Promise<Found> => {
    const settings: LookupSettings = {
      hosts: createHostNames(file),
      lookupMs,
      servers: [`127.0.0.1:${server.address().port}`],
    };
    return new Promise((resolve) => {
      createLookup(settings)(name, (error, addresses = []) => {
        if (error === null) resolve(addresses.map(({ address }) => address));
        else resolve("code" in error ? String(error.code) : error.message);
      });
    });
  };

  it("finds names of the machine's hosts file, in any case, without a DNS query", async () => {
    expect(await lookup("KASA", silent)).toEqual(["10.1.2.3", "::1"]);
    expect(await lookup("kasa.example.", silent)).toEqual(["10.1.2.3"]);
  });

  it("notices changes of the hosts file", async () => {
    const hosts = createHostNames(file);
    expect(await hosts.find("yeni")).toBeUndefined();
    await writeFile(file, `${await readFile(file, "utf8")}192.0.2.1 yeni\n`);
    await utimes(file, new Date(), new Date(Date.UTC(2026, 10, 21)));
    expect(await hosts.find("yeni")).toEqual([{ address: "192.0.2.1", family: 4 }]);
    expect(await createHostNames(join(file, "none")).find("yeni")).toBeUndefined();
  });

  it("resolves this machine without the hosts file and without a server", async () => {
    expect(await lookup("localhost", silent)).toEqual(["127.0.0.1"]);
    expect(await lookup("shop.localhost", silent)).toEqual(["127.0.0.1", "::1"]);
  });

  it("distinguishes an unknown name from a silent server", async () => {
    expect(await lookup("shop.example", answering)).toBe("ENOTFOUND");
    expect(await lookup("a..example", answering)).toBe("EBADNAME");
    expect(await lookup("shop.example", silent, 50)).toBe("ETIMEOUT");
  });

  it("blocks no other work while a server is silent", async () => {
    const ended: string[] = [];
    const note = (what: string) => () => void ended.push(what);
    const lookups = Array.from({ length: 32 }, () =>
      lookup("shop.example", silent, 500).then(note("lookup")),
    );
    // `dns.lookup` would wait in the threads that read files.
    await Promise.all([readFile(file), readFile(file)]).then(note("file"));
    await lookup("other.example", answering).then(note("other"));
    await Promise.all(lookups);
    expect(ended.slice(0, 2)).toEqual(["file", "other"]);
  });
});
