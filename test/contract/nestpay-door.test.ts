// tier: core
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sqlBook } from "../../src/bank/sql-book.ts";
import { readForm } from "../../src/acquirer/kit/html-form.ts";
import { nestpay } from "../../src/acquirer/nestpay/adapter.ts";
import { DAY } from "../../src/kernel/clock.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import {
  type ProtocolUnderTest,
  type ProtocolWorld,
  startProtocolWorld,
} from "../support/protocol-world.ts";

const STORE = { client_id: "700655000200", user_name: "ISBANKAPI", password: "ISBANK07" };
const CARD = "<Number>5528790000000008</Number><Expires>12/30</Expires><Cvv2Val>000</Cvv2Val>";

const UNDER: ProtocolUnderTest = {
  protocol: nestpay,
  bank: "isbank",
  credentials: { ...STORE, store_key: "TRPS0200" },
  secret: "password",
  model: "3d",
  features: { withoutChallenge: true, preauth: true },
  paths: { api: "/", threeD: "/" },
};

let world: ProtocolWorld;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await startProtocolWorld(UNDER, sqlBook(database.open()));
});
afterAll(async () => {
  await world.close();
  await database.drop();
});

let orders = 0;
function nextOrder(): string {
  orders += 1;
  return `door-${orders}`;
}

type Sent = { readonly isForm?: boolean; readonly aheadMs?: number; readonly password?: string };

/** Sends a message as clients in the wild do: the bare XML, or the form field `DATA`. */
async function send(fields: string, sent: Sent = {}): Promise<string> {
  const xml =
    '<?xml version="1.0" encoding="ISO-8859-9"?><CC5Request><Name>ISBANKAPI</Name>' +
    `<Password>${sent.password ?? "ISBANK07"}</Password><ClientId>700655000200</ClientId>` +
    `${fields}</CC5Request>`;
  const isForm = sent.isForm === true;
  const response = await fetch(`${world.bankUrl}/doors/nestpay/fim/api`, {
    method: "POST",
    body: isForm ? new URLSearchParams({ DATA: xml }).toString() : xml,
    headers: {
      "content-type": isForm ? "application/x-www-form-urlencoded" : "text/xml; charset=utf-8",
      ...(sent.aheadMs === undefined ? {} : { "x-sandbox-ahead": String(sent.aheadMs) }),
    },
  });
  expect(response.status).toBe(200);
  return response.text();
}

function charge(order: string, type = "Auth", rest = CARD): string {
  return `<Type>${type}</Type><OrderId>${order}</OrderId><Total>100.25</Total><Currency>949</Currency>${rest}`;
}

const codeOf = (xml: string) => /<ERRORCODE>([^<]*)</.exec(xml)?.[1];
const responseOf = (xml: string) => /<Response>([^<]*)</.exec(xml)?.[1];

describe("the NestPay door", () => {
  it("takes bare XML and the form field DATA", async () => {
    expect(responseOf(await send(charge(nextOrder())))).toBe("Approved");
    expect(responseOf(await send(charge(nextOrder()), { isForm: true }))).toBe("Approved");
  });

  it("refuses wrong credentials with a text and no code", async () => {
    const answer = await send(charge(nextOrder()), { password: "x" });
    expect([responseOf(answer), codeOf(answer)]).toEqual(["Error", ""]);
  });

  it.each([
    ["CORE-1006", charge("x", "Auth", `${CARD}<Mode>Q</Mode>`)],
    ["CORE-1018", charge("x").replace("100.25", "9".repeat(16))],
    ["CORE-1022", charge("x", "Auth", `${CARD}<IPAddress>::1</IPAddress>`)],
    ["CORE-1023", charge("x", "Auth", `${CARD}<Taksit>uc</Taksit>`)],
    ["CORE-1024", charge("x").replace("100.25", "-1.00")],
    ["CORE-2001", charge("x", "Sale")],
    ["CORE-2002", "<Type>Void</Type>"],
    ["CORE-2003", "<OrderId>x</OrderId>"],
    ["CORE-2007", charge("x").replace("100.25", "100,25")],
    ["CORE-2008", "<Type>Void</Type><OrderId>none</OrderId>"],
    ["CORE-2009", charge("x").replace("100.25", "0.00")],
    ["CORE-2011", charge("x").replace("12/30", "1230")],
    ["CORE-2012", charge("x").replace("5528790000000008", "55287900")],
    ["CORE-2015", charge("x").replace("5528790000000008", "")],
    ["CORE-2105", charge("x").replace("949", "999")],
    ["CORE-2115", "<Type>PostAuth</Type><OrderId>none</OrderId>"],
    ["CORE-2117", "<Type>Credit</Type><OrderId>none</OrderId><Total>1.00</Total>"],
    ["CORE-2121", charge("x").replace("5528790000000008", "552879:NONE:4122:##700655000200")],
    ["CORE-2124", charge("x", "Auth", `${CARD}<Taksit>3</Taksit>`).replace("949", "840")],
    ["CORE-2208", charge("x").replace("000</Cvv", "</Cvv")],
    ["CORE-2301", charge("a b")],
  ])("refuses with %s (%#)", async (code, fields) => {
    expect(codeOf(await send(fields))).toBe(code);
    expect((await world.book.list()).map(({ requestId }) => requestId)).not.toContain("x");
  });

  it("refuses a second charge of an order, whether the first was approved or declined", async () => {
    const order = nextOrder();
    await send(charge(order));
    expect(codeOf(await send(charge(order)))).toBe("CORE-2507");
    const declined = nextOrder();
    const refused = charge(declined).replace("5528790000000008", "4111111111111129");
    expect(codeOf(await send(refused))).toBe("ISO8583-51");
    expect(codeOf(await send(charge(declined)))).toBe("CORE-2302");
  });

  it("keeps its day end on the clock of the sandbox that sends the request", async () => {
    const order = nextOrder();
    await send(charge(order));
    const credit = `<Type>Credit</Type><OrderId>${order}</OrderId><Total>1.00</Total>`;
    const aheadMs = DAY;
    expect(codeOf(await send(credit))).toBe("CORE-2508");
    expect(codeOf(await send(`<Type>Void</Type><OrderId>${order}</OrderId>`, { aheadMs }))).toBe(
      "CORE-2511",
    );
    expect(responseOf(await send(credit, { aheadMs }))).toBe("Approved");
    const over = credit.replace("1.00", "99.26");
    expect(codeOf(await send(over, { aheadMs }))).toBe("CORE-2503");
  });

  it("takes a capture once, up to the held amount and for 15 days", async () => {
    const order = nextOrder();
    await send(charge(order, "PreAuth"));
    const capture = `<Type>PostAuth</Type><OrderId>${order}</OrderId><Total>100.26</Total>`;
    expect(codeOf(await send(capture))).toBe("CORE-2505");
    const exact = capture.replace("100.26", "100.25");
    expect(codeOf(await send(exact, { aheadMs: 16 * DAY }))).toBe("CORE-2513");
    expect(responseOf(await send(exact))).toBe("Approved");
    expect(codeOf(await send(exact))).toBe("CORE-2506");
  });
});

/** A form for the gate, hashed with the published key of the store. */
function gateFields(changes: Readonly<Record<string, string>> = {}): Record<string, string> {
  const fields: Record<string, string> = {
    clientid: "700655000200",
    storetype: "3d",
    amount: "100.25",
    currency: "949",
    oid: nextOrder(),
    okUrl: "https://shop.example/ok",
    failUrl: "https://shop.example/fail",
    TranType: "Auth",
    taksit: "",
    rnd: "r",
    lang: "tr",
    hashAlgorithm: "ver3",
    pan: "5528790000000008",
    cv2: "000",
    Ecom_Payment_Card_ExpDate_Month: "12",
    Ecom_Payment_Card_ExpDate_Year: "30",
    ...changes,
  };
  const names = Object.keys(fields).toSorted((one, other) =>
    one.toLowerCase() < other.toLowerCase() ? -1 : 1,
  );
  const text = [...names.map((name) => fields[name]), "TRPS0200"].join("|");
  return { hash: createHash("sha512").update(text).digest("base64"), ...fields };
}

/** The form of the page with which the gate answers. */
async function openGate(fields: Record<string, string>) {
  const response = await fetch(`${world.bankUrl}/doors/nestpay/fim/est3Dgate`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  return readForm(await response.text()) ?? { action: "", fields: {} };
}

/** The fields of a return that are the same at each delivery. */
function withoutRandom(fields: Readonly<Record<string, string>> = {}) {
  const { rnd, HASH, ...same } = fields;
  expect([rnd, HASH]).not.toContain(undefined);
  return same;
}

describe("the 3-D gate of NestPay", () => {
  it("leads to the customer's page without the card", async () => {
    const form = await openGate(gateFields());
    expect(form.action).toMatch(/\/3ds\/[0-9a-z]{26}$/);
    expect(form.fields).toEqual({});
  });

  it.each([
    ["a wrong hash", gateFields(), { rnd: "other" }, { mdStatus: "7" }],
    ["ver1", gateFields({ hashAlgorithm: "ver1" }), {}, { mdStatus: "7" }],
    ["an unknown store type", gateFields({ storetype: "4d" }), {}, { ErrorCode: "3D-1007" }],
    ["a damaged card number", gateFields({ pan: "5528" }), {}, { ErrorCode: "HPP-1001" }],
    ["an amount with a comma", gateFields({ amount: "1,00" }), {}, { ErrorCode: "CORE-2007" }],
    ["a card without 3-D Secure", gateFields({ pan: "4151111111111112" }), {}, { mdStatus: "6" }],
  ])("returns %s at once to the fail URL", async (_title, fields, changes, expected) => {
    const form = await openGate({ ...fields, ...changes });
    expect(form.action).toBe("https://shop.example/fail");
    expect(form.fields).toMatchObject(expected);
    expect(form.fields).not.toHaveProperty("pan");
    expect(form.fields).not.toHaveProperty("cv2");
  });

  it("returns the same charge of 3d_pay after a reload of its last page", async () => {
    const fields = gateFields({ storetype: "3d_pay" });
    const { action } = await openGate(fields);
    const page = await (await fetch(action)).text();
    const otp = /class="code">(\d{6})</.exec(page)?.[1] ?? "";
    const decided = await fetch(action, {
      method: "POST",
      body: new URLSearchParams({ otp, decision: "approve" }),
      redirect: "manual",
    });
    const back = decided.headers.get("location") ?? "";
    const first = readForm(await (await fetch(back)).text());
    const second = readForm(await (await fetch(back)).text());
    expect(first?.action).toBe("https://shop.example/ok");
    expect(first?.fields).toMatchObject({ Response: "Approved", ProcReturnCode: "00" });
    expect(withoutRandom(second?.fields)).toEqual(withoutRandom(first?.fields));
    const booked = (await world.book.list()).filter(({ requestId }) => requestId === fields["oid"]);
    expect(booked).toHaveLength(1);
  });
});
