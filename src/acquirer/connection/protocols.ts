import { PROTOCOL_NAMES, type ProtocolName } from "../../kernel/protocol-name.ts";
import { akbank } from "../akbank/adapter.ts";
import { albaraka } from "../albaraka/adapter.ts";
import { boa } from "../boa/adapter.ts";
import { garanti } from "../garanti/adapter.ts";
import { intervpos } from "../intervpos/adapter.ts";
import { iyzico } from "../iyzico/adapter.ts";
import { nestpay } from "../nestpay/adapter.ts";
import { payflex } from "../payflex/adapter.ts";
import { payfor } from "../payfor/adapter.ts";
import { posnet } from "../posnet/adapter.ts";
import type { Protocol } from "../kit/protocol.ts";

const BY_NAME: Readonly<Record<ProtocolName, Protocol>> = {
  nestpay,
  garanti,
  posnet,
  akbank,
  payfor,
  payflex,
  boa,
  albaraka,
  intervpos,
  iyzico,
};

/** The bank protocols that a connection may speak, in the order in which people choose one. */
export const PROTOCOLS: readonly Protocol[] = PROTOCOL_NAMES.map((name) => BY_NAME[name]);
