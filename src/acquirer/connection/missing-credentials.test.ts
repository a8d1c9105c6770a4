import { expect, it } from "vitest";
import { connectionOf } from "../../../test/support/connections.ts";
import { NOON, openConnection } from "../../../test/support/scripted-line.ts";
import { Secret } from "../../kernel/secret.ts";
import { OpenAcquirers } from "./open-acquirers.ts";
import { PROTOCOLS } from "./protocols.ts";

const transport = {
  clock: { now: () => NOON },
  post: () => Promise.reject(new Error("nothing is sent")),
};

const NOTHING = Promise.resolve(undefined);

const CASES = PROTOCOLS.flatMap((protocol) =>
  protocol.credentials.flatMap(({ name, isRequired }) =>
    isRequired ? [{ protocol, missing: name }] : [],
  ),
);

it.each(CASES)("$protocol.name is not opened without $missing", ({ protocol, missing }) => {
  const { credentials, banks, models } = protocol;
  const names = credentials.map(({ name }) => name).filter((name) => name !== missing);
  const connection = openConnection({
    bank: banks[0]?.name ?? "",
    credentials: Object.fromEntries(names.map((name) => [name, new Secret("1")])),
    model: models[0] ?? "",
  });
  expect(() => protocol.open(connection, transport)).toThrow(`has no credential ${missing}`);
});

it("is reported by its name, and the connection stays closed", () => {
  const reports: unknown[] = [];
  const opened = new OpenAcquirers({
    roster: { of: () => [] },
    connections: { find: () => NOTHING, open: () => NOTHING },
    protocols: PROTOCOLS,
    transport,
    isRehearsal: false,
    testBankUrl: undefined,
    aheadMs: () => 0,
    onCall: () => undefined,
    cards: { hear: () => undefined },
    keys: { onSignature: () => undefined, onRefusal: () => undefined },
    report: (sentence, facts) => reports.push([sentence, facts["credential"]]),
  });
  const akbank = connectionOf(1, { protocol: "akbank", bank: "akbank", model: "3D" });
  const credentials = { merchant_safe_id: new Secret("1"), terminal_safe_id: new Secret("") };
  expect(opened.openWith(akbank, credentials)).toBeUndefined();
  expect(reports).toEqual([
    ["an acquirer connection can't be opened: a credential is missing", "terminal_safe_id"],
  ]);
});
