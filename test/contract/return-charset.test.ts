// tier: core
import { createHash } from "node:crypto";
import fastify, { type InjectOptions } from "fastify";
import { expect, it } from "vitest";
import { type Charset, encodeText, formBody } from "../../src/acquirer/kit/charset.ts";
import { verifyReturn } from "../../src/acquirer/nestpay/signature.ts";
import { sentFields, takeForms } from "../../src/page/form-body.ts";
import { Secret } from "../../src/kernel/secret.ts";

const KEY = "TEST1234";

/** The fields as the page of the bank's return reads them from a sent form. */
async function sent(request: InjectOptions): Promise<Record<string, string>> {
  const app = fastify();
  takeForms(app);
  app.route({ method: ["GET", "POST"], url: "/", handler: async (one) => sentFields(one) });
  const answer = await app.inject(request);
  await app.close();
  return answer.json();
}

const posted = (payload: string | Buffer) =>
  sent({
    method: "POST",
    url: "/",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload,
  });
const got = (query: string) => sent({ method: "GET", url: `/?${query}` });

const CHARSETS: readonly Charset[] = ["utf-8", "iso-8859-9", "windows-1254"];

it.each(CHARSETS.flatMap((charset) => [[posted, charset] as const, [got, charset] as const]))(
  "a return that is %o and signed in %s keeps its letters",
  async (send, charset) => {
    const values = { ErrMsg: "İşlem onaylandı: %5 + çağrı", firmaadi: "Şule Ğ & Öz", oid: "1" };
    const plain = encodeText(`${Object.values(values).join("|")}|${KEY}`, charset);
    const hash = createHash("sha512").update(plain).digest("base64");
    const fields = await send(formBody(Object.entries({ ...values, HASH: hash }), charset));
    expect(fields).toEqual({ ...values, HASH: hash });
    expect(verifyReturn(fields, new Secret(KEY))).toMatchObject({ errmsg: values.ErrMsg });
  },
);

it("a form keeps repeated names, bare percent signs and bytes without escapes", async () => {
  expect(await posted("a=1&a=2&b=100%&c=%zz&d=x+y&e&=f")).toEqual({
    a: "1",
    b: "100%",
    c: "%zz",
    d: "x y",
    e: "",
    "": "f",
  });
  expect(await posted(Buffer.from("a=Şule"))).toEqual({ a: "Şule" });
  expect(await posted(encodeText("a=Şule", "iso-8859-9"))).toEqual({ a: "Şule" });
});
