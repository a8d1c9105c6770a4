import { expect, it } from "vitest";
import { chooseConnection, SIMULATED_BANK } from "./settled-connection.ts";

const SANDBOX = { acquirer: SIMULATED_BANK, title: undefined };
const FIRST = { acquirer: "acq_1", title: "First" };
const SECOND = { acquirer: "acq_2", title: "Second" };

it.each([
  ["the test bank where there is no connection", [SANDBOX], undefined, "sandbox"],
  ["the only connection", [FIRST, SANDBOX], undefined, "acq_1"],
  ["the only live connection", [FIRST], undefined, "acq_1"],
  ["the named one", [FIRST, SECOND], "acq_2", "acq_2"],
  ["the test bank by its name", [FIRST, SANDBOX], "sandbox", "sandbox"],
  ["none of several", [FIRST, SECOND], undefined, "ambiguous"],
  ["none in live mode without connections", [], undefined, "ambiguous"],
  ["none of an unknown name", [FIRST], "acq_2", "unknown"],
])("a settlement file is that of %s", (_, choices, named, wanted) => {
  const chosen = chooseConnection(choices, named);
  expect(chosen.ok ? chosen.value : chosen.refusal.reason).toBe(wanted);
});
