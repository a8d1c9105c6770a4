import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { chooseEncoding, compress, KEPT, type Encoding } from "../../page/compression.ts";

/** A text that never changes while the process runs; it is made and compressed at its first use. */
export type CachedText = {
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
};

export function cachedText(type: string, make: () => string): CachedText {
  let whole: { readonly content: Buffer; readonly tag: string } | undefined;
  const encoded = new Map<Encoding, Buffer>();
  const made = (): { readonly content: Buffer; readonly tag: string } => {
    if (whole !== undefined) return whole;
    const content = Buffer.from(make());
    const tag = createHash("sha256").update(content).digest("base64url").slice(0, 22);
    whole = { content, tag };
    return whole;
  };
  return {
    async send(request, reply) {
      const { content, tag } = made();
      const encoding = chooseEncoding(request.headers["accept-encoding"]);
      const etag = `"${tag}-${encoding}"`;
      reply.headers({
        "Cache-Control": "no-cache",
        "Content-Type": type,
        ETag: etag,
        Vary: "Accept-Encoding",
      });
      const known = request.headers["if-none-match"]?.split(",").map((one) => one.trim());
      if (known?.includes(etag) === true) return reply.code(304).send();
      if (encoding !== "identity") reply.header("Content-Encoding", encoding);
      const body = encoded.get(encoding) ?? (await compress(content, encoding, KEPT));
      encoded.set(encoding, body);
      return reply.send(body);
    },
  };
}
