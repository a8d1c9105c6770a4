import { describe, expect, it } from "vitest";
import { elementsOf, escapeXml, readXml, textOf, writeXml } from "./xml.ts";

describe("XML of banks", () => {
  it("is read with its entities, and only those of XML", () => {
    const read = readXml(
      "<?xml version='1.0'?><A><B>Z&#x130;RAAT &amp; &#9;1 &uuml;</B><C/></A>",
      "A",
    );
    expect(textOf(read, "B")).toBe("ZİRAAT & \t1 &uuml;");
    expect(textOf(read, "C")).toBe("");
    expect(textOf(read, "D")).toBeUndefined();
  });

  it("has one element, several or none of a name", () => {
    const many = readXml("<A><L><T><X>1</X></T><T><X>2</X></T></L></A>", "A");
    const one = readXml("<A><L><T><X>1</X></T></L></A>", "A");
    const list = (read: typeof many) =>
      elementsOf(elementsOf(read, "L")[0], "T").map((t) => textOf(t, "X"));
    expect(list(many)).toEqual(["1", "2"]);
    expect(list(one)).toEqual(["1"]);
    expect(list(readXml("<A/>", "A"))).toEqual([]);
  });

  it("says nothing where a field is repeated", () => {
    expect(textOf(readXml("<A><R>Approved</R><R>Declined</R></A>", "A"), "R")).toBeUndefined();
  });

  it.each([
    "",
    "ok",
    "{}",
    "<html><body>Service unavailable</body></html>",
    "<A><B>1</A>",
    "<A><B>1</B>",
    "<A>1</A><A>2</A>",
    "<!DOCTYPE A [<!ENTITY x 'y'>]><A>&x;</A>",
    "<A><![CDATA[Approved]]></A>",
    `${"<A>".repeat(40)}${"</A>".repeat(40)}`,
    "<A><__proto__>1</__proto__></A><B>",
  ])("is not read from %j", (text) => {
    expect(readXml(text, "A")).toBeUndefined();
  });

  it("is written so that text stays text", () => {
    const text = `<b>&"'\u0000\ud800ş`;
    const written = writeXml("A", [
      ["B", text],
      ["C", [["D", ""]]],
    ]);
    expect(textOf(readXml(written, "A"), "B")).toBe(`<b>&"'ş`);
    expect(textOf(readXml(written, "A"), "C", "D")).toBe("");
    expect(escapeXml("a<b")).toBe("a&lt;b");
  });
});
