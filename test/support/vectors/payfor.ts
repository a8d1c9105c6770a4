/** The 3-D Secure key of every public test merchant of QNB. */
export const PAYFOR_STORE_KEY = "12345678";

const THREE_D = "http://localhost/finansbank-payfor/3d/response.php";
const THREE_D_PAY = "http://localhost/finansbank-payfor/3d-pay/response.php";

function form(order: {
  readonly OrderId: string;
  readonly PurchAmount: string;
  readonly page: string;
  readonly InstallmentCount: string;
  readonly Rnd: string;
}): Readonly<Record<string, string>> {
  const { page, ...fields } = order;
  return { MbrId: "5", TxnType: "Auth", OkUrl: page, FailUrl: page, ...fields };
}

export const FORM_VECTORS = [
  {
    fields: form({
      OrderId: "2020110828BC",
      PurchAmount: "100.01",
      page: THREE_D,
      InstallmentCount: "0",
      Rnd: "0.43625700 1604831630",
    }),
    hash: "zmSUxYPhmCj7QOzqpk/28LuE1Oc=",
  },
  {
    fields: form({
      OrderId: "202210317565",
      PurchAmount: "1.01",
      page: THREE_D,
      InstallmentCount: "0",
      Rnd: "97a44150e30c0c202978e7328a5258a3",
    }),
    hash: "Y56v0yOrT+l4fZoRh2wP+nACbwg=",
  },
  {
    fields: form({
      OrderId: "2022103114B3",
      PurchAmount: "1.01",
      page: THREE_D_PAY,
      InstallmentCount: "2",
      Rnd: "aff83bea26a1d13a0976f9cb6c14ee27",
    }),
    hash: "lzsn2UeZpuOabSYTwbVfixk0tbg=",
  },
] as const;

const STORE_9704 = { merchantId: "085300000009704", userCode: "QNB_API_KULLANICI_3DPAY" };
const STORE_9597 = { merchantId: "085300000009597", userCode: "QNB_API_KULLANICI" };

type Row = readonly [
  name: string,
  orderId: string,
  authCode: string,
  code: string,
  threeDStatus: string,
  random: string,
  hash: string,
];

const ROWS: readonly Row[] = [
  [
    "3DModel passed, SHA-1",
    "20221031CFD0",
    "",
    "V033",
    "1",
    "PF638028524588902912",
    "6OWhNzqTEXUGkY6HN90QKHdP53c=",
  ],
  [
    "3DPay charged, SHA-1",
    "2022103114B3",
    "S86797",
    "00",
    "1",
    "PF638028538035077529",
    "il/SWNG2llQkLgnCbUG6lPYtlgM=",
  ],
  [
    "3DHost charged, SHA-1",
    "2022103121CA",
    "S28031",
    "00",
    "1",
    "PF638028543970517651",
    "R3sOuVFWDP8nvu9mtVtvLxwlqow=",
  ],
  [
    "3-D Secure failed, SHA-1",
    "202210317565",
    "",
    "V034",
    "-1",
    "PF638028527847983529",
    "Jzj512Gluz+bmMD8sQYrqCuAQ30=",
  ],
  [
    "order used before, SHA-256",
    "202403173F72",
    "",
    "101310",
    "-1",
    "PF638462944484307452",
    "wWLUtYZD9VUIi9Pl3mAyS02LLsUxWy6lauMfFBiuVDw=",
  ],
  [
    "3DModel passed in 2026, SHA-1",
    "TEST-ZLMWAIKANW",
    "",
    "V033",
    "1",
    "PF639219180836647774",
    "fb/2h133EqJX95AKSFe3AsIcZj8=",
  ],
];

export const RETURN_VECTORS = ROWS.map(
  ([name, OrderId, AuthCode, ProcReturnCode, threeDStatus, ResponseRnd, hash]) => ({
    name,
    ...(OrderId.startsWith("TEST-") ? STORE_9597 : STORE_9704),
    fields: { OrderId, AuthCode, ProcReturnCode, "3DStatus": threeDStatus, ResponseRnd },
    hash,
  }),
);
