/** A merchant's terminal with its API user. */
export type Terminal = {
  /** The bank's number: 5 is QNB, 12 is Ziraat Katılım. */
  readonly mbrId: string;
  readonly merchantId: string;
  readonly userCode: string;
  readonly userPass: string;
  /** Hashed into forms and returns, never sent. */
  readonly merchantPass: string;
  readonly returnHash: "sha1" | "sha256";
  /** QNB takes no charge without 3-D Secure. */
  readonly needsThreeD: boolean;
};

/**
 * QNB's public test merchants, so that one configuration serves the bank and its imitation. The
 * third signs its returns with SHA-256, as the bank was seen to do. Ziraat Katılım publishes none.
 */
const TERMINALS: readonly Terminal[] = [
  {
    mbrId: "5",
    merchantId: "085300000009597",
    userCode: "QNB_API_KULLANICI",
    userPass: "FwCX2",
    merchantPass: "12345678",
    returnHash: "sha1",
    needsThreeD: true,
  },
  {
    mbrId: "5",
    merchantId: "085300000009704",
    userCode: "QNB_API_KULLANICI_3DPAY",
    userPass: "UcBN0",
    merchantPass: "12345678",
    returnHash: "sha1",
    needsThreeD: true,
  },
  {
    mbrId: "5",
    merchantId: "085300000009746",
    userCode: "QNB_API_KULLANICI_HOST",
    userPass: "Rxs42",
    merchantPass: "12345678",
    returnHash: "sha256",
    needsThreeD: true,
  },
  {
    mbrId: "12",
    merchantId: "000000000000012",
    userCode: "ZK_API_KULLANICI",
    userPass: "ZkT12",
    merchantPass: "12345678",
    returnHash: "sha1",
    needsThreeD: false,
  },
];

export function findTerminal(mbrId: string, merchantId: string): Terminal | undefined {
  return TERMINALS.find((one) => one.mbrId === mbrId && one.merchantId === merchantId);
}

export function terminalOfUser(userCode: string): Terminal | undefined {
  return TERMINALS.find((one) => one.userCode === userCode);
}
