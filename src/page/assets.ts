import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from "fastify";
import { pageRoutes, type RefuseMethod } from "./page-routes.ts";
import { chooseEncoding, compress, QUICK, type Encoding } from "./compression.ts";

/** The path of a built file and its hash for the `integrity` attribute. */
export type AssetLink = { readonly file: string; readonly integrity: string };

/** The built browser code of `dist/web`, in memory; file names contain a hash of the content. */
export type Assets = {
  /** @throws Error for an entry that was not built */
  script(entry: string): AssetLink;
  style(entry: string): AssetLink;
  readonly files: ReadonlyMap<string, AssetFile>;
};

export type AssetFile = {
  readonly type: string;
  readonly etag: string;
  readonly content: Readonly<Record<Encoding, Buffer>>;
};

type Kind = "script" | "style";
/** Keyed by the entry's name and kind: `checkout script`. */
type Manifest = ReadonlyMap<string, AssetLink>;

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};
const YEAR_S = 31_536_000;

/** Reads the built files in `directory`, which the build has compressed. */
export async function loadAssets(directory: string): Promise<Assets> {
  const manifest = await readManifest(join(directory, "manifest.json"));
  const files = new Map<string, AssetFile>();
  for (const { file } of manifest.values()) {
    const path = join(directory, file);
    const [identity, br, gzip] = await Promise.all([
      readFile(path),
      readFile(`${path}.br`),
      readFile(`${path}.gz`),
    ]);
    files.set(basename(file), assetOf(file, { identity, br, gzip }));
  }
  const linkOf = (entry: string, kind: Kind): AssetLink => {
    const link = manifest.get(`${entry} ${kind}`);
    if (link === undefined) throw new Error(`web/${entry} has no built ${kind}; run the build`);
    return link;
  };
  return {
    script: (entry) => linkOf(entry, "script"),
    style: (entry) => linkOf(entry, "style"),
    files,
  };
}

async function readManifest(path: string): Promise<Manifest> {
  const manifest: unknown = JSON.parse(await readFile(path, "utf8"));
  const links = new Map<string, AssetLink>();
  for (const [entry, kinds] of entriesOf(manifest)) {
    for (const [kind, link] of entriesOf(kinds)) {
      const { file, integrity } = Object.fromEntries(entriesOf(link));
      if (typeof file !== "string" || typeof integrity !== "string") continue;
      links.set(`${entry} ${kind}`, { file, integrity });
    }
  }
  return links;
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

/** Prepares a file for sending that the build has not compressed. */
export async function describeAsset(file: string, identity: Buffer): Promise<AssetFile> {
  const [br, gzip] = await Promise.all([
    compress(identity, "br", QUICK),
    compress(identity, "gzip", QUICK),
  ]);
  return assetOf(file, { br, gzip, identity });
}

function assetOf(file: string, content: AssetFile["content"]): AssetFile {
  return {
    type: TYPES[extname(file)] ?? "application/octet-stream",
    etag: createHash("sha256").update(content.identity).digest("base64url").slice(0, 22),
    content,
  };
}

/** Serves the built files; the content of a name never changes, so browsers cache it forever. */
export function assetRoutes(assets: Assets, refuse: RefuseMethod): FastifyPluginAsync {
  return async (app: FastifyInstance) => {
    const files = (): void => {
      app.get<{ Params: { file: string } }>("/assets/:file", (request, reply) => {
        const file = assets.files.get(request.params.file);
        if (file === undefined) return reply.callNotFound();
        return sendAsset(file, reply);
      });
    };
    pageRoutes(app, files, refuse);
  };
}

/**
 * Sends a file that caches keep for a year and only our pages may load; `headers` override both
 * rules.
 */
export function sendAsset(
  file: AssetFile,
  reply: FastifyReply,
  headers: Readonly<Record<string, string>> = {},
): FastifyReply {
  const { request } = reply;
  const encoding = chooseEncoding(request.headers["accept-encoding"]);
  const etag = `"${file.etag}-${encoding}"`;
  reply.headers({
    "Cache-Control": `public, max-age=${YEAR_S}, immutable`,
    "Content-Type": file.type,
    "Cross-Origin-Resource-Policy": "same-origin",
    ETag: etag,
    Vary: "Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
    ...headers,
  });
  const known = request.headers["if-none-match"]?.split(",").map((tag) => tag.trim());
  if (known?.includes(etag) === true) return reply.code(304).send();
  if (encoding !== "identity") reply.header("Content-Encoding", encoding);
  return reply.send(file.content[encoding]);
}
