import { describe, expect, it } from "vitest";
import { instant } from "../../kernel/clock.ts";
import { newAttemptId, newMerchantId } from "../../kernel/ids.ts";
import { Secret } from "../../kernel/secret.ts";
import type { AcquirerState } from "../../domain/payment/acquirer-outcomes.ts";
import { askBank, isHtml } from "./ask-bank.ts";
import type { LineAnswer } from "./bank-line.ts";
import { bankText } from "./bank-text.ts";
import type { BankTransport } from "./bank-transport.ts";
import { type CardForm, relayCardForm } from "./card-form.ts";
import { type Charset, encodeText } from "./charset.ts";
import { isSameText } from "./constant-time.ts";
import { paddedReference, referenceOf } from "./reference.ts";
import { packState, unpackState } from "./state.ts";

const bytes = { bytes: (count: number) => Uint8Array.from({ length: count }, (_, i) => i * 7) };
const PAN = "4546711234567894";

/** A bank that answers every request in the same way. */
function bankThat(answer: LineAnswer): BankTransport {
  return { clock: { now: () => instant(0) }, post: () => Promise.resolve(answer) };
}

function page(body: string, { status = 200, headers = {} } = {}): LineAnswer {
  return { kind: "answered", status, headers, body: Buffer.from(body) };
}

describe("references", () => {
  it("are 20 characters of the attempt without its merchant", () => {
    const attempt = newAttemptId(newMerchantId(bytes), {
      now: instant(1_800_000_000_000),
      random: bytes,
    });
    expect(referenceOf(attempt)).toMatch(/^0[0-9a-z]{19}$/);
    expect(attempt.endsWith(referenceOf(attempt).slice(1))).toBe(true);
    expect(paddedReference(referenceOf(attempt), 24)).toMatch(/^0{5}[0-9a-z]{19}$/);
  });
});

describe("states", () => {
  it("come back as they were packed", () => {
    const state = packState({ md: "a:b", xid: undefined });
    expect(state).toBe('{"v":1,"md":"a:b"}');
    expect(unpackState(state)).toEqual({ md: "a:b" });
    expect(unpackState(undefined)).toEqual({});
  });

  it.each(["", "null", "[]", '{"v":2}', '{"v":1,"md":1}', "{"])("are not read from %j", (text) => {
    expect(unpackState(text as AcquirerState)).toBeUndefined();
  });

  it("are refused above 16 KiB", () => {
    expect(() => packState({ a: "x".repeat(16_384) })).toThrow("16384 characters");
  });
});

describe("texts of banks", () => {
  it("lose card numbers and control characters", () => {
    expect(bankText(`Kart 4546 7112 3456 7894\n\tred ${"x".repeat(300)}`)).toMatch(
      /^Kart \[card\] red x+$/,
    );
    expect(bankText(undefined)).toBe("");
  });

  it("are read with the entities of HTML, which hide neither a card number nor a line", () => {
    expect(bankText("Onayland&#305; m&uuml;&#x15F;teri &Ouml;deme &lt;b&gt; &foo;")).toBe(
      "Onaylandı müşteri Ödeme <b> &foo;",
    );
    expect(bankText("&#52;546711234567894&#10;x")).toBe("[card] x");
  });

  it("are compared by their whole text", () => {
    expect([isSameText("abc", "abc"), isSameText("abc", "ab"), isSameText("", "a")]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("an answer of a bank", () => {
  const ask = (answer: LineAnswer) =>
    askBank(bankThat(answer), {
      url: "https://bank.test/api",
      contentType: "text/xml",
      body: "",
      charset: "utf-8",
      timeoutMs: 1,
    });

  it.each([
    [page("<html><body>Bakım</body></html>"), "html_answer"],
    [page("\n<!DOCTYPE html><p>"), "html_answer"],
    [page(" "), "empty_answer"],
    [page("<A/>", { status: 500 }), "http_500"],
    [page("<A/>", { status: 403 }), "http_403"],
    [{ kind: "no_answer", cause: "und_err_socket" }, "und_err_socket"],
  ] as const)("that is none has an unknown outcome (%#)", async (answer, cause) => {
    expect(await ask(answer)).toEqual({ kind: "unknown", cause });
  });

  it("is read in the character set that it names", async () => {
    const body = Buffer.from('<?xml version="1.0" encoding="ISO-8859-9"?><A>\xde</A>', "latin1");
    const answered = await ask({ kind: "answered", status: 200, headers: {}, body });
    expect(answered).toMatchObject({ text: '<?xml version="1.0" encoding="ISO-8859-9"?><A>Ş</A>' });
  });

  it("differs from a request that was never sent", async () => {
    expect(await ask({ kind: "never_sent", cause: "econnrefused" })).toEqual({
      kind: "unreachable",
      cause: "econnrefused",
    });
    expect(isHtml("<CC5Response/>")).toBe(false);
  });
});

describe("a card form that the server posts", () => {
  const form: CardForm = {
    url: "https://bank.test/fim/est3Dgate",
    fields: [["pan", PAN]],
    charset: "utf-8",
    card: { number: new Secret(PAN) },
    returnUrls: ["https://pay.test/return/tok"],
    timeoutMs: 1,
  };
  const relay = (answer: LineAnswer) => relayCardForm(bankThat(answer), form);

  it("returns the bank's page with a base for its links", async () => {
    const html = '<html><head><title>x</title></head><form action="/acs"></form></html>';
    expect(await relay(page(html))).toEqual({
      kind: "show",
      show: {
        kind: "html",
        document: html.replace("<head>", '<head><base href="https://bank.test/fim/est3Dgate">'),
      },
    });
  });

  it("refuses a page with the card number, in any grouping", async () => {
    for (const written of [PAN, "4546 7112 3456 7894", "4546-7112-3456-7894"]) {
      const answer = await relay(
        page(`<form action="/acs"><input name=a value="${written}"></form>`),
      );
      expect(answer).toEqual({ kind: "unknown", cause: "card_in_page" });
    }
  });

  it("recognises a return that the gate sends at once", async () => {
    const html = `<body onload="document.f.submit()"><FORM name=f method='post'
      action="https://pay.test/return/tok?x=1&amp;y=2"><input type="hidden" name="mdStatus" value="7"/>
      <INPUT value='A&amp;B' name='oid'><input type=submit name=go value=1></FORM>`;
    expect(await relay(page(html))).toEqual({
      kind: "returned",
      fields: { mdStatus: "7", oid: "A&B" },
    });
    const location = "https://pay.test/return/tok?oid=1";
    expect(await relay(page("", { status: 302, headers: { location } }))).toEqual({
      kind: "returned",
      fields: { oid: "1" },
    });
  });

  it("reads a page in the character set that its header, its meta or its bytes name", async () => {
    const html = '<form action="https://pay.test/return/tok"><input name="a" value="Ş\u0131">';
    const meta = (charset: string) => `<meta http-equiv=x content="text/html; charset=${charset}">`;
    const header = { "content-type": "text/html; charset=ISO-8859-9" };
    const read = async (text: string, charset: Charset, headers = {}) => {
      const body = encodeText(text, charset);
      const relayed = await relay({ kind: "answered", status: 200, headers, body });
      return relayed.kind === "returned" ? relayed.fields["a"] : relayed.kind;
    };
    expect(await read(html, "iso-8859-9", header)).toBe("Şı");
    expect(await read(meta("iso-8859-9") + html, "iso-8859-9")).toBe("Şı");
    expect(await read(html, "iso-8859-9")).toBe("Şı");
    expect(await read(meta("utf-8") + html, "utf-8")).toBe("Şı");
    expect(await read(html, "utf-8")).toBe("Şı");
  });

  it.each([
    page("Not Found", { status: 404 }),
    page("maintenance"),
    page("", { status: 302, headers: { location: "http://[" } }),
    page('<form action="https://pay.test/return/tok"><input name=a><input name=a>'),
    { kind: "no_answer", cause: "und_err_socket" },
  ] as readonly LineAnswer[])("has an unknown outcome without such a page (%#)", async (answer) => {
    expect(await relay(answer)).toMatchObject({ kind: "unknown" });
  });
});
