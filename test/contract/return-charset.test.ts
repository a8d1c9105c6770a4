import { createHash } from "node:crypto";
import fastify from "fastify";
import { expect, it } from "vitest";
import { type Charset, encodeText, formBody } from "../../src/edge/acquirer/kit/charset.ts";
import { verifyReturn } from "../../src/edge/acquirer/nestpay/signature.ts";
import { textFields } from "../../src/edge/page/fields.ts";
import { takeForms } from "../../src/edge/page/form-body.ts";
import { Secret } from "../../src/kernel/secret.ts";

const KEY = "TEST1234";

/** The fields as the page of the bank's return reads them from a posted form. */
async function posted(body: string | Buffer): Promise<Record<string, string>> {
  const app = fastify();
  takeForms(app);
  app.post("/", (request) => textFields(request.body));
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const answer = await app.inject({ method: "POST", url: "/", headers, payload: body });
  await app.close();
  return answer.json();
}

it.each<Charset>(["utf-8", "iso-8859-9", "windows-1254"])(
  "a return that is posted and signed in %s keeps its letters",
  async (charset) => {
    const values = { ErrMsg: "İşlem onaylandı: %5 + çağrı", firmaadi: "Şule Ğ & Öz", oid: "1" };
    const plain = encodeText(`${Object.values(values).join("|")}|${KEY}`, charset);
    const hash = createHash("sha512").update(plain).digest("base64");
    const fields = await posted(formBody(Object.entries({ ...values, HASH: hash }), charset));
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
