import { expect, it } from "vitest";
import { NOON, openConnection } from "../../../test/support/scripted-line.ts";
import { Secret } from "../../kernel/secret.ts";
import { PROTOCOLS } from "./protocols.ts";

const transport = {
  clock: { now: () => NOON },
  post: () => Promise.reject(new Error("nothing is sent")),
};

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
