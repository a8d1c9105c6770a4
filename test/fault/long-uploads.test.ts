import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readUpload } from "../../src/http/body/upload.ts";
import type { Role } from "../../src/domain/merchant/user.ts";
import { panelUsers, panelVisitor } from "../support/panel-visitor.ts";
import { received } from "../support/received-form.ts";
import { rawRequest, sendRaw } from "../support/raw-http.ts";
import { startTestService, type TestService } from "../support/service.ts";

const MEBIBYTE = 1_024 * 1_024;
const MULTIPART = "multipart/form-data; boundary=x";
const FORM = "application/x-www-form-urlencoded";

describe("fields of a form with files", () => {
  const formOf = (length: number): Buffer =>
    Buffer.from(
      `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${"a".repeat(length)}\r\n--x--\r\n`,
    );

  it("are parsed up to 256 KiB in total, so that parsing is fast", () => {
    const longest = 256 * 1_024;
    expect(Object.keys(readUpload(received(formOf(longest), MULTIPART), 0).fields)).toEqual(["a"]);
    expect(readUpload(received(formOf(longest + 1), MULTIPART), 0).fields).toEqual({});
  });
});

describe("a long form for the panel", () => {
  let shop: TestService;
  const cookies = new Map<Role, string>();
  beforeAll(async () => {
    shop = await startTestService();
    const users = panelUsers(shop);
    for (const role of ["owner", "support"] as const) {
      const visitor = panelVisitor(shop);
      const { merchantId } = shop.merchant.merchant;
      await visitor.signIn(await users.create(role, role === "owner" ? undefined : merchantId));
      cookies.set(role, visitor.cookie);
    }
  });
  afterAll(() => shop.close());

  /** The status of the answer when only the header fields, or the whole form, are sent. */
  const statusOf = async (role: Role, headers: Record<string, string>, body?: string) => {
    const path = `/panel/${shop.merchant.merchant.merchantId}/test/transfers/import`;
    const own = { Origin: shop.url, Cookie: cookies.get(role) ?? "" };
    const request = rawRequest(`POST ${path}`, {
      headers: { ...own, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    return (await sendRaw(shop.url, request)).status;
  };

  it("is refused before its body arrives, for a user without permission", async () => {
    const long = { "Content-Type": MULTIPART, "Content-Length": String(4 * MEBIBYTE) };
    expect(await statusOf("support", long)).toBe(403);
    expect(await statusOf("owner", { ...long, Origin: "https://shop.example" })).toBe(403);
  });

  it("is refused before its body arrives where it is long and has no file", async () => {
    const long = { "Content-Type": FORM, "Content-Length": String(MEBIBYTE) };
    expect(await statusOf("owner", long)).toBe(413);
  });

  it("is refused at 256 KiB where its length is not announced", async () => {
    const chunked = { "Content-Type": FORM, "Transfer-Encoding": "chunked" };
    const path = `POST /panel/${shop.merchant.merchant.merchantId}/test/transfers/import`;
    const own = { Origin: shop.url, Cookie: cookies.get("owner") ?? "" };
    const size = 256 * 1_024 + 1;
    const [head = ""] = rawRequest(path, { headers: { ...own, ...chunked } });
    const chunk = `${size.toString(16)}\r\n${"a".repeat(size)}`;
    expect((await sendRaw(shop.url, [head, chunk])).status).toBe(413);
  });

  it("is read where it is short or has a file", async () => {
    expect(await statusOf("owner", { "Content-Type": FORM }, "form_token=wrong")).toBe(403);
    const part = 'Content-Disposition: form-data; name="form_token"\r\n\r\nwrong\r\n';
    const file = `Content-Disposition: form-data; name="file"; filename="f"\r\n\r\n`;
    const body = `--x\r\n${part}--x\r\n${file}${"a".repeat(MEBIBYTE)}\r\n--x--\r\n`;
    expect(await statusOf("owner", { "Content-Type": MULTIPART }, body)).toBe(403);
  });
});
