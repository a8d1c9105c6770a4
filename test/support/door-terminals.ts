import { expect, vi } from "vitest";
import { PROTOCOLS } from "../../src/acquirer/connection/protocols.ts";
import type { Protocol } from "../../src/acquirer/kit/protocol.ts";
import type { ProtocolName } from "../../src/kernel/protocol-name.ts";
import { Secret } from "../../src/kernel/secret.ts";
import { connectDouble } from "./double-connection.ts";
import type { TestService } from "./service.ts";
import { AKBANK_TEST_TERMINAL } from "./vectors/akbank.ts";

/** A terminal at the test bank's door of a protocol, with the bank's published test values. */
export type DoorTerminal = {
  readonly protocol: Protocol;
  readonly bank: string;
  readonly credentials: Readonly<Record<string, string>>;
};

const TERMINALS: Readonly<Record<ProtocolName, Omit<DoorTerminal, "protocol">>> = {
  nestpay: {
    bank: "isbank",
    credentials: {
      client_id: "700655000200",
      user_name: "ISBANKAPI",
      password: "ISBANK07",
      store_key: "TRPS0200",
    },
  },
  garanti: {
    bank: "garanti",
    credentials: {
      merchant_id: "7000679",
      terminal_id: "30691298",
      store_key: "12345678",
      sale_password: "123qweASD/",
      refund_password: "123qweASD/",
    },
  },
  posnet: {
    bank: "yapikredi",
    credentials: {
      merchant_no: "6706598320",
      terminal_no: "67005551",
      posnet_id: "9644",
      key: "10,10,10,10,10,10,10,10",
    },
  },
  akbank: {
    bank: "akbank",
    credentials: {
      merchant_safe_id: AKBANK_TEST_TERMINAL.merchantSafeId,
      terminal_safe_id: AKBANK_TEST_TERMINAL.terminalSafeId,
      secret_key: AKBANK_TEST_TERMINAL.secretKey,
    },
  },
  payfor: {
    bank: "qnb",
    credentials: {
      merchant_id: "085300000009597",
      user_code: "QNB_API_KULLANICI",
      user_password: "FwCX2",
      store_key: "12345678",
    },
  },
  payflex: {
    bank: "vakifbank",
    credentials: {
      merchant_id: "000000000007955",
      password: "123Ab456",
      terminal_no: "VP000123",
    },
  },
  boa: {
    bank: "kuveytturk",
    credentials: {
      merchant_id: "496",
      customer_id: "400235",
      user_name: "apitest",
      password: "api123",
    },
  },
  albaraka: {
    bank: "albaraka",
    credentials: {
      merchant_no: "6700950031",
      terminal_no: "67540050",
      key: "10,10,10,10,10,10,10,10",
    },
  },
  intervpos: {
    bank: "denizbank",
    credentials: {
      shop_code: "3123",
      user_code: "InterTestApi",
      user_password: "3",
      merchant_key: "gDg1N",
    },
  },
  iyzico: {
    bank: "iyzico",
    credentials: { api_key: "sandbox-api-key", secret_key: "sandbox-secret-key" },
  },
};

/** A terminal of each protocol of this release. */
export const DOOR_TERMINALS: readonly DoorTerminal[] = PROTOCOLS.map((protocol) => {
  const terminal = new Map(Object.entries(TERMINALS)).get(protocol.name);
  if (terminal === undefined) throw new Error(`no test terminal of ${protocol.name}`);
  return { protocol, ...terminal };
});

/**
 * Connects a terminal of the test bank for the service's merchant in test mode. Connections
 * of equal weight share the payments by chance.
 */
export function connectDoor(
  shop: Pick<TestService, "config" | "database" | "clock" | "merchant">,
  { protocol, bank, credentials }: DoorTerminal,
  weight = "",
) {
  return connectDouble(
    shop,
    { protocol },
    {
      terminal: Object.values(credentials)[0] ?? "",
      bank,
      model: protocol.models[0] ?? "",
      weight,
      credentials: Object.fromEntries(
        Object.entries(credentials).map(([name, value]) => [name, new Secret(value)]),
      ),
    },
  );
}

/** Resolves once the service, which reads changed connections each second, has read this many. */
export function untilConnected({ url }: { readonly url: string }, count: number): Promise<void> {
  return vi.waitFor(
    async () => {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      expect(new Set(metrics.match(/acq_[0-9a-zA-Z]{8,}/g)).size).toBe(count);
    },
    { timeout: 40_000, interval: 100 },
  );
}
