import { describe, expect, it } from "vitest";
import { instant } from "../../kernel/clock.ts";
import { Secret, secretsOf } from "../../kernel/secret.ts";
import { checkConnection } from "./check-connection.ts";
import { checkRule } from "./rule.ts";
import type { ProtocolForm } from "./protocol-form.ts";
import { connectionIdOf, connectionOf } from "../../../test/support/connections.ts";

const TEXT = { tr: "", en: "" };
const PROTOCOL: ProtocolForm = {
  name: "double",
  title: "Double",
  banks: [
    { name: "isbank", title: "İş Bankası", eftCode: "0064", live: { api: "https://a" }, test: {} },
  ],
  credentials: [
    {
      name: "client_id",
      title: TEXT,
      help: TEXT,
      isSecret: false,
      isRequired: true,
      pattern: /\d{6,9}/,
    },
    {
      name: "user_name",
      title: TEXT,
      help: TEXT,
      isSecret: false,
      isRequired: true,
      pattern: /.{1,20}/,
    },
    {
      name: "password",
      title: TEXT,
      help: TEXT,
      isSecret: true,
      isRequired: true,
      pattern: /.{1,40}/,
    },
    { name: "dealer", title: TEXT, help: TEXT, isSecret: false, isRequired: false, pattern: /\d+/ },
  ],
  models: ["3d", "3d_pay"],
  checklist: [],
};

type Draft = Parameters<typeof checkConnection>[0];

function draftOf(changes: Partial<Draft> = {}): Draft {
  return {
    isRehearsal: false,
    mode: "live",
    bank: "isbank",
    hosts: "",
    title: "İş Bankası",
    model: "",
    acceptedMdStatus: [],
    mailOrder: false,
    holdDays: "",
    installmentCounts: [],
    programs: [],
    currencies: [],
    amountMin: undefined,
    amountMax: undefined,
    weight: "",
    activeFrom: undefined,
    activeUntil: undefined,
    credentials: {
      client_id: new Secret("700655"),
      user_name: new Secret("ISAPI"),
      password: new Secret("s3cret"),
      dealer: new Secret(""),
    },
    ...changes,
  };
}

const PASSWORD = new Secret("s3cret");
const withCredentials = (values: Readonly<Record<string, string>>) => ({
  credentials: secretsOf(values),
});

describe("the check of a connection", () => {
  it("fills in what is left out, and names the terminal without the user", () => {
    const checked = checkConnection(
      draftOf({ installmentCounts: ["6", "2", "6"], programs: ["maximum"] }),
      PROTOCOL,
    );
    expect(checked).toMatchObject({
      ok: true,
      value: {
        model: "3d",
        acceptedMdStatus: ["1"],
        currencies: ["TRY"],
        installmentCounts: [2, 6],
        programs: ["Maximum"],
        hosts: "bank",
        bankCode: "0064",
        terminal: "700655",
        weight: 100,
        shownCredentials: { client_id: "700655", user_name: "ISAPI" },
      },
    });
  });

  it.each([
    ["bank", "unknown_value", { bank: "nobank" }],
    ["title", "required", { title: "  " }],
    ["title", "too_long", { title: "x".repeat(61) }],
    ["model", "unknown_value", { model: "4d" }],
    ["hosts", "unknown_value", { hosts: "elsewhere" }],
    ["hosts", "unknown_value", { hosts: "simulated_bank" }],
    ["hosts", "unknown_value", { hosts: "bank", isRehearsal: true }],
    ["bank", "unknown_value", { mode: "test", hosts: "bank" }],
    ["currencies", "unknown_value", { currencies: ["TRY", "XXX"] }],
    ["accepted_md_status", "unknown_value", { acceptedMdStatus: ["1", "0"] }],
    ["accepted_md_status", "full_authentication_missing", { acceptedMdStatus: ["2"] }],
    ["mail_order", "unknown_value", { mailOrder: true }],
    ["installment_counts", "unknown_value", { installmentCounts: ["1"], programs: ["Bonus"] }],
    ["programs", "needs_programs", { installmentCounts: ["3"] }],
    ["weight", "unknown_value", { weight: "1001" }],
    ["currencies", "one_currency_only", { currencies: ["TRY", "USD"], amountMax: 5n }],
    ["amount_max", "not_above_minimum", { amountMin: 5n, amountMax: 5n }],
    ["active_until", "not_after_start", { activeFrom: instant(5), activeUntil: instant(5) }],
    [
      "credentials.client_id",
      "does_not_match",
      withCredentials({ client_id: "12x", user_name: "a", password: "b" }),
    ],
    ["credentials.password", "required", withCredentials({ client_id: "123456", user_name: "a" })],
    [
      "credentials.passwrod",
      "unknown_field",
      { credentials: { ...draftOf().credentials, passwrod: PASSWORD } },
    ],
  ] as const)("refuses %s: %s", (field, problem, changes) => {
    const checked = checkConnection(draftOf(changes), PROTOCOL);
    expect(checked).toMatchObject({ ok: false, refusal: [{ field, problem }] });
  });

  it("never quotes a credential", () => {
    const draft = draftOf(withCredentials({ client_id: "s3cret", user_name: "", password: "" }));
    expect(JSON.stringify(checkConnection(draft, PROTOCOL))).not.toContain("s3cret");
  });
});

describe("the check of a routing rule", () => {
  const retired = connectionOf(3, { title: "Terminal 2", state: "retired" });
  const known = [connectionOf(1), retired, connectionOf(2)];
  const draft = {
    name: "visa at night",
    action: "prefer",
    connections: ["Terminal 2"],
    terms: "",
    programs: ["BONUS"],
    binPrefixes: ["4543"],
    brands: ["visa"],
    currencies: ["TRY"],
    amountFrom: 100n,
    amountTo: undefined,
    hours: "22-6",
  };

  it("finds connections by title or id", () => {
    expect(checkRule(draft, known)).toMatchObject({
      ok: true,
      value: {
        connections: [connectionIdOf(2)],
        programs: ["Bonus"],
        hours: { from: 22, to: 6 },
      },
    });
    expect(checkRule({ ...draft, connections: ["own_bank"] }, known)).toMatchObject({
      ok: true,
      value: { connections: "own_bank" },
    });
  });

  it.each([
    ["name", { name: "" }],
    ["action", { action: "hope" }],
    ["connections", { connections: ["Terminal 9"] }],
    ["connections", { connections: [] }],
    ["terms", { terms: "often" }],
    ["hours", { hours: "25-3" }],
    ["bin_prefixes", { binPrefixes: ["45x"] }],
    ["brands", { brands: ["diners"] }],
    ["currencies", { currencies: ["XXX"] }],
    ["amount_to", { amountTo: 99n }],
  ])("refuses a wrong %s", (field, changes) => {
    expect(checkRule({ ...draft, ...changes }, known)).toMatchObject({
      ok: false,
      refusal: [{ field }],
    });
  });
});
