// tier: core
import { payfor } from "../../src/acquirer/payfor/adapter.ts";
import type { ProtocolUnderTest } from "../support/protocol-world.ts";
import { answerContract } from "./protocol-answers.ts";
import { protocolContract } from "./protocol-contract.ts";
import { mutationContract } from "./protocol-mutations.ts";

const PAYFOR = {
  protocol: payfor,
  secret: "user_password",
  paths: { api: "/doors/payfor/XMLGate.aspx", threeD: "/doors/payfor/Default.aspx" },
};

/** QNB takes no charge without 3-D Secure. */
function qnb(merchantId: string, userCode: string, password: string) {
  return {
    ...PAYFOR,
    bank: "qnb",
    features: { withoutChallenge: false, preauth: true },
    credentials: {
      merchant_id: merchantId,
      user_code: userCode,
      user_password: password,
      store_key: "12345678",
    },
  } satisfies Partial<ProtocolUnderTest>;
}

const QNB = qnb("085300000009597", "QNB_API_KULLANICI", "FwCX2");
const QNB_PAY = qnb("085300000009704", "QNB_API_KULLANICI_3DPAY", "UcBN0");
/** Signs its returns with SHA-256. */
const QNB_SHA256 = qnb("085300000009746", "QNB_API_KULLANICI_HOST", "Rxs42");
const ZIRAAT_KATILIM = {
  ...PAYFOR,
  bank: "ziraat_katilim",
  features: { withoutChallenge: true, preauth: true },
  credentials: {
    merchant_id: "000000000000012",
    user_code: "ZK_API_KULLANICI",
    user_password: "ZkT12",
    store_key: "12345678",
  },
};

protocolContract({ ...QNB, model: "3DModel" });
protocolContract({ ...QNB_PAY, model: "3DPay" });
protocolContract({ ...QNB_SHA256, model: "3DModel" });
protocolContract({ ...ZIRAAT_KATILIM, model: "3DModel" });
mutationContract({ ...QNB, model: "3DModel" }, 10_000, ["RequestGuid"]);
mutationContract({ ...QNB_SHA256, model: "3DModel" }, 10_000, ["RequestGuid"]);
answerContract({ ...ZIRAAT_KATILIM, model: "3DModel" });
