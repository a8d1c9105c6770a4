import { AGAINST_BARE, againstBare } from "../lib/against-bare.mjs";
import { createSessions, warmUp } from "../lib/shop.mjs";
import { table } from "../lib/table.mjs";
import { inWorld } from "../lib/world.mjs";

const IN_FLIGHT = 64;
const SESSIONS = 500;
const LOOK_UPS = ["bin", "installment", "wallet-options"];

/** Compares the checkout's look-ups with a bare handler that only finds the session. */
export function run({ quick }) {
  return inWorld({ withBare: true }, async (world) => {
    await warmUp(world);
    const sessions = await createSessions(world, SESSIONS);
    const bodyAt = (index) => ({
      session_id: sessions[index % sessions.length],
      bin_number: "552879",
    });
    const { line, bareLine } = world;
    const rows = [];
    for (const name of LOOK_UPS) {
      const pathAt = (index) =>
        `/api/v1/payment/${name}` +
        (name.endsWith("options") ? `?session_id=${sessions[index % sessions.length]}` : "");
      rows.push(
        await againstBare(world, {
          what: name,
          inFlight: IN_FLIGHT,
          count: quick ? 1_500 : 8_000,
          send: (index) => line.post(pathAt(index), bodyAt(index)),
          sendBare: (index) => bareLine.post("/bin", bodyAt(index)),
        }),
      );
    }
    return [
      "lookups: against a handler of the same framework that only finds the session",
      `(${IN_FLIGHT} in flight, in turns)`,
      "",
      ...table(AGAINST_BARE, rows),
    ];
  });
}
