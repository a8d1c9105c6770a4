// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { doorUrl } from "../../src/acquirer/connection/door-paths.ts";
import { instant } from "../../src/kernel/clock.ts";
import { DOOR_TERMINALS } from "../support/door-terminals.ts";
import { doorOf, ForeignPlayer } from "../support/foreign-clients/play.ts";
import { readForeignRequests } from "../support/foreign-clients/requests.ts";
import { type ProtocolWorld, startProtocolWorld } from "../support/protocol-world.ts";

/** The recorded clients ran on 30 November 2026 in Istanbul; some messages carry their time. */
const RECORDED_AT = instant(Date.UTC(2026, 10, 29, 23, 18));

/** The recorded terminals that are others than the ones with which the adapters are tested. */
const TERMINALS: Readonly<
  Record<string, { readonly bank: string; readonly credentials: Readonly<Record<string, string>> }>
> = {
  payfor: {
    bank: "qnb",
    credentials: {
      merchant_id: "085300000009704",
      user_code: "QNB_API_KULLANICI_3DPAY",
      user_password: "UcBN0",
      store_key: "12345678",
    },
  },
  payforzk: {
    bank: "ziraat_katilim",
    credentials: {
      merchant_id: "000000000000012",
      user_code: "ZK_API_KULLANICI",
      user_password: "ZkT12",
      store_key: "12345678",
    },
  },
};

const REQUESTS = readForeignRequests("requests");

describe.each([...new Set(REQUESTS.map(({ protocol }) => protocol))])("%s's door", (name) => {
  const own = REQUESTS.filter(({ protocol }) => protocol === name);
  let world: ProtocolWorld;
  let player: ForeignPlayer;
  beforeAll(async () => {
    const door = own[0] === undefined ? "" : doorOf(own[0]);
    const terminal = DOOR_TERMINALS.find(({ protocol }) => protocol.name === door);
    if (terminal === undefined) throw new Error(`no terminal for ${name}`);
    const { protocol } = terminal;
    world = await startProtocolWorld({
      ...terminal,
      ...TERMINALS[name],
      secret: "",
      model: protocol.models[0] ?? "none",
      features: { withoutChallenge: true, preauth: true },
      paths: {},
    });
    const purposes = ["api", "threeD", "vpos", "mpi", "search"];
    world = Object.assign(world, {
      acquirer: world.connect({
        hosts: Object.fromEntries(
          purposes.map((purpose) => [purpose, doorUrl(world.bankUrl, { protocol: door, purpose })]),
        ),
      }),
    });
    world.clock.move(RECORDED_AT - world.clock.now());
    player = new ForeignPlayer(world);
  });
  afterAll(() => world.close());

  it.each(own.map((request, index) => [index + 1, request.step, request.client, request] as const))(
    "%i: answers %s of %s as the bank does",
    async (_number, _step, _client, request) => {
      expect(await player.play(request)).toBe(request.outcome);
    },
  );
});
