import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWidgetReleases } from "../store/page/widget-release-store.ts";
import { startTestService, type TestService } from "../../test/support/service.ts";

describe("the widget's script", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  it("has at most 2.0 KB, and is cached for five minutes", async () => {
    const answer = await fetch(`${service.url}/widget.js`);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "cache-control": "public, max-age=300, stale-while-revalidate=86400",
      "content-type": "text/javascript; charset=utf-8",
      "cross-origin-resource-policy": "cross-origin",
      "timing-allow-origin": "*",
    });
    const script = Buffer.from(await answer.arrayBuffer());
    expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(2_048);
    const known = { "if-none-match": answer.headers.get("etag") ?? "" };
    expect((await fetch(`${service.url}/widget.js`, { headers: known })).status).toBe(304);
  });

  it("has an immutable version, and a guide for its errors", async () => {
    const manifest: unknown = await (await fetch(`${service.url}/widget/manifest.json`)).json();
    const { src, latest } = manifest as { src: string; latest: string };
    const [pinned, newest] = await Promise.all([fetch(src), fetch(latest)]);
    expect(pinned.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(await pinned.text()).toBe(await newest.text());
    const guide = await (await fetch(`${service.url}/docs/widget.md`)).text();
    expect(guide).toContain(`<script src="${service.url}/widget.js"></script>`);
  });

  it("is served in the versions of earlier releases, and in no others", async () => {
    const older = "window.Vezne={init(){}};";
    const version = createHash("sha384").update(older).digest("hex").slice(0, 16);
    const address = `${service.url}/widget/${version}.js`;
    expect((await fetch(address)).status).toBe(404);
    const pool = service.database.open({ max: 1 });
    await createWidgetReleases(pool, service.clock).keep(version, Buffer.from(older));
    await createWidgetReleases(pool, service.clock).keep(version, Buffer.from("never"));
    await pool.end();
    const answer = await fetch(address);
    expect(await answer.text()).toBe(older);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "text/javascript; charset=utf-8",
    });
    const nothing = await fetch(`${service.url}/widget/0123456789abcdef.js`);
    expect(nothing.headers.get("content-type")).toContain("application/problem+json");
    expect(await nothing.json()).toMatchObject({ status: 404, code: "not_found" });
    for (const path of ["/widget.js", "/assets/x.js", "/brand/logo/x/y"]) {
      const posted = await fetch(service.url + path, { method: "POST" });
      expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
      expect(await posted.json()).toMatchObject({ code: "method_not_allowed" });
    }
    for (const wrong of ["widget", "..%2Fmanifest", version.toUpperCase(), `${version}0`]) {
      expect((await fetch(`${service.url}/widget/${wrong}.js`)).status).toBe(404);
    }
  });

  it("frames the form for the session's origins, and the hosted page for none", async () => {
    const { merchant, testApiKey } = await service.createMerchant("Sahaf", {
      allowedOrigins: ["https://more.example", "not an origin; script-src *"],
    });
    const session = await service.api.session({ merchant_api_key: testApiKey });
    expect(merchant.merchantId).toContain("mer_");
    const open = async (path: string, origin: string): Promise<Response> => {
      const query = `session=${session}&origin=${encodeURIComponent(origin)}`;
      return fetch(`${service.url}${path}?${query}&frame=${"a".repeat(32)}`);
    };
    const framed = "frame-ancestors 'self' https://shop.example https://more.example;";
    for (const origin of ["https://shop.example", "https://more.example"]) {
      const answer = await open("/checkout/frame", origin);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-security-policy")).toContain(framed);
      expect(answer.headers.get("x-frame-options")).toBeNull();
    }
    for (const [path, origin, status] of [
      ["/checkout/frame", "https://other.example", 403],
      ["/checkout/frame", "null", 403],
      ["/checkout/frame", "https://shop.example/", 403],
      ["/checkout", "https://shop.example", 200],
    ] as const) {
      const answer = await open(path, origin);
      expect(answer.status).toBe(status);
      expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(answer.headers.get("x-frame-options")).toBe("DENY");
    }
  });

  describe("forms of a session", () => {
    const origin = "https://evil.example";
    const frame = `&origin=${encodeURIComponent(origin)}&frame=${"a".repeat(32)}`;
    const submit = (path: string, fields: Record<string, string>): Promise<Response> =>
      fetch(service.url + path, { method: "POST", body: new URLSearchParams(fields) });
    const isFramed = ({ headers }: Response): boolean =>
      headers.get("x-frame-options") !== "DENY" ||
      headers.get("content-security-policy")?.includes("frame-ancestors 'none'") !== true;

    it("are framed for no origin that their session does not allow", async () => {
      const session = await service.api.session();
      const { testApiKey } = await service.createMerchant("Own shop", { allowedOrigins: [origin] });
      const own = await service.api.session({ merchant_api_key: testApiKey });
      for (const page of ["pay", "installments", "abandon", "leave"]) {
        for (const named of ["session=x", "session=", "", `session=${session}`]) {
          const path = `/checkout/${page}?${named}${frame}`;
          expect([path, isFramed(await submit(path, { session, method: "card" }))]).toEqual([
            path,
            false,
          ]);
        }
        // The other session allows the origin, so the refusal may be framed; it has no form.
        const path = `/checkout/${page}?session=${own}${frame}`;
        const refused = await submit(path, { session, method: "card" });
        expect([page, refused.status]).toEqual([page, 400]);
        const html = await refused.text();
        expect(html).not.toContain(session);
        expect(html).not.toContain("<form");
      }
    });

    it("are taken by the address of the same session, and without one", async () => {
      const session = await service.api.session();
      for (const query of [`?session=${session}`, ""]) {
        const shown = await submit(`/checkout/pay${query}`, { session, method: "card" });
        expect(shown.status).toBe(422);
        expect(await shown.text()).toContain(session);
      }
      const twice = `/checkout/pay?session=${session}&session=x`;
      expect((await submit(twice, { session, method: "card" })).status).toBe(422);
    });

    it("show an unknown session in a frame of any origin, so that the widget learns of it", async () => {
      const answer = await fetch(`${service.url}/checkout/frame?session=ses_x${frame}`);
      expect(answer.status).toBe(404);
      expect(answer.headers.get("content-security-policy")).toContain(origin);
    });
  });
});
