// tier: core
import { payflex } from "../../src/acquirer/payflex/adapter.ts";
import { chargedMutationContract } from "./protocol-charged-mutations.ts";
import type { ProtocolUnderTest } from "../support/protocol-world.ts";
import { protocolContract } from "./protocol-contract.ts";

const VAKIFBANK: ProtocolUnderTest = {
  protocol: payflex,
  bank: "vakifbank",
  credentials: {
    merchant_id: "000000000007955",
    password: "123Ab456",
    terminal_no: "VP000123",
  },
  secret: "password",
  model: "3d_or_plain",
  wrongCvcReason: "do_not_honour",
  features: { withoutChallenge: true, preauth: true },
  paths: {
    vpos: "/doors/payflex/Vposreq",
    mpi: "/doors/payflex/Enrollment",
    search: "/doors/payflex/Search",
  },
};

protocolContract(VAKIFBANK);
chargedMutationContract(VAKIFBANK, 3_000);

/** An older installation, whose 3-D Secure server signs no return. */
const ZIRAAT = {
  ...VAKIFBANK,
  bank: "ziraat",
  credentials: {
    merchant_id: "000000000111111",
    password: "3XTgER89as",
    terminal_no: "VP000095",
  },
};

protocolContract(ZIRAAT);
chargedMutationContract(ZIRAAT);
