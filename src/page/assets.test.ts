import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assetRoutes, loadAssets, type Assets } from "./assets.ts";
import { chooseEncoding } from "./compression.ts";

const SCRIPT = "console.log('ş');".repeat(50);
const integrity = `sha384-${createHash("sha384").update(SCRIPT).digest("base64")}`;

describe("built files", () => {
  let directory: string;
  let assets: Assets;
  let app: FastifyInstance;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "vezne-assets-"));
    const manifest = { till: { script: { file: "till-1a2b.js", integrity } } };
    await writeFile(join(directory, "manifest.json"), JSON.stringify(manifest));
    await writeFile(join(directory, "till-1a2b.js"), SCRIPT);
    await writeFile(join(directory, "till-1a2b.js.br"), brotliCompressSync(SCRIPT));
    await writeFile(join(directory, "till-1a2b.js.gz"), gzipSync(SCRIPT));
    assets = await loadAssets(directory);
    app = Fastify();
    await app.register(assetRoutes(assets, async (reply) => reply.code(405).send()));
  });
  afterAll(async () => {
    await app.close();
    await rm(directory, { recursive: true });
  });

  const get = (headers: Record<string, string> = {}) =>
    app.inject({ url: "/assets/till-1a2b.js", headers });

  it("are linked with the hash of the build", () => {
    expect(assets.script("till")).toEqual({ file: "till-1a2b.js", integrity });
    expect(() => assets.style("till")).toThrow("web/till has no built style");
  });

  it("are sent in the browser's preferred encoding and cached forever", async () => {
    const br = await get({ "accept-encoding": "gzip, deflate, br" });
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(SCRIPT);
    const gzip = await get({ "accept-encoding": "gzip" });
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(SCRIPT);
    const plain = await get();
    expect(plain.body).toBe(SCRIPT);
    expect(plain.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      vary: "Accept-Encoding",
    });
    expect(new Set([br, gzip, plain].map(({ headers }) => headers.etag)).size).toBe(3);
  });

  it("are not sent again to a browser that has cached them", async () => {
    const { headers } = await get();
    const again = await get({ "if-none-match": `"other", ${headers.etag}` });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  });

  it("are those of the manifest only", async () => {
    for (const url of ["/assets/manifest.json", "/assets/..%2Fmanifest.json", "/assets/"]) {
      expect((await app.inject({ url })).statusCode).toBe(404);
    }
  });
});

describe("the encoding of an answer", () => {
  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip;q=1.0, br;q=0", "gzip"],
    ["GZIP", "gzip"],
    ["identity", "identity"],
    [undefined, "identity"],
  ])("for %j is %s", (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding);
  });
});
