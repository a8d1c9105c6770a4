/** The bank's public test terminal; the key is used as text. */
export const AKBANK_TEST_TERMINAL = {
  merchantSafeId: "2023090417500272654BD9A49CF07574",
  terminalSafeId: "2023090417500284633D137A249DBBEB",
  secretKey:
    "3230323330393034313735303032363031353172675f357637355f3273387373" +
    "745f7233725f73323333383737335f323272383774767276327672323531355f",
} as const;

const { merchantSafeId, terminalSafeId } = AKBANK_TEST_TERMINAL;
const TERMINAL = `"terminal":{"merchantSafeId":"${merchantSafeId}","terminalSafeId":"${terminalSafeId}"}`;
const INQUIRY_RANDOM =
  "59EED19EC4FA761B8D147F5175C915EFD69D193ED96114F9690505EDB02FF5FD" +
  "3CB161A15FD5EFFB294177291DC27B2A9F58FB1DA6F2F4617762AF180A023A33";

export const BODY_VECTORS = [
  {
    name: "a published inquiry",
    body:
      `{${TERMINAL},"version":"1.00","txnCode":"1010","requestDateTime":"2024-04-20T13:48:02.000",` +
      `"randomNumber":"${INQUIRY_RANDOM}","order":{"orderId":"2024042053E2"}}`,
    hash: "D07V9wUXfyPbn+L8jqd9plMfJKT3gSy22Z+yruzWsvuJBkQ63fz+wcWjTF2XurVjYtnR7wLGYTJYg0xjDCYAHA==",
  },
  {
    name: "a void",
    body:
      `{${TERMINAL},"version":"1.00","txnCode":"1003","requestDateTime":"2026-01-15T12:00:00.000",` +
      `"randomNumber":"00","order":{"orderId":"att-1"}}`,
    hash: "Q19KVuuh1ehtwLL3jY+5b2LQryMX6lIRRvzjsjXL/JkkMXP8ZJE0xlzlCX9297jdw8ssgC2XHQKKNWzUoQKyGw==",
  },
] as const;

const RETURN_PAGE = "http://localhost/akbankpos/3d/response.php";
const FORM = {
  paymentModel: "3D",
  txnCode: "3000",
  merchantSafeId,
  terminalSafeId,
  orderId: "20240404A4B0",
  lang: "TR",
  amount: "1.01",
  ccbRewardAmount: "1.00",
  pcbRewardAmount: "1.00",
  xcbRewardAmount: "1.00",
  currencyCode: "949",
  installCount: "1",
  okUrl: RETURN_PAGE,
  failUrl: RETURN_PAGE,
  emailAddress: "test@test.com",
  creditCard: "4355093000315232",
  expiredDate: "1135",
  cvv: "665",
  randomNumber:
    "AEDDD8688E11A3DC588DAB2ED59B2F64D45E798761CEFF17F4DB475810726978" +
    "90180C4195986250F89C2C67A04A3B96F0AC66AE99B49BB7BEE618FBD621C4CD",
  requestDateTime: "2024-04-04T21:11:41.000",
};
const { creditCard: _card, expiredDate: _date, cvv: _cvv, ...CARDLESS } = FORM;

export const FORM_VECTORS = [
  {
    name: "the published 3D form",
    fields: FORM,
    hash: "ilR2mCExklKEti+2x61A8pcOfzJ5z5M6xMYmmU8ClaKaDuxKooFuH3v7XW/ba25xlTDqGN1H//i0zTiJl5YnfA==",
  },
  {
    name: "the published 3D form with a sub-merchant",
    fields: { ...FORM, subMerchantId: "hdfksafjsallk" },
    hash: "blqnTrcdZ2JhQBjOmIhyYPhKvC4BlbG7oArE5IkCeuo8CwaYV69EJSOph7J1JKY9opIsmc5QoscGmltGMUJtTQ==",
  },
  {
    name: "the form of the bank's card page",
    fields: { ...CARDLESS, paymentModel: "3D_PAY_HOSTING" },
    hash: "ARIZ4BDulrUOrd1ZemkXiEPeGb+Lbmkf3di6OMl1xACT2KH77K33C3aqWnjk7XSp4boCBkJLjVDFCzY3P3nV0g==",
  },
] as const;

const RETURN_2026 =
  "https://anadolupay-laravel.test/payment/callback?driver=akbank-pos&order=TEST-S1VMRISGKX";

/** Returns as the bank posted them: `hashParams` names the covered fields. */
export const RETURN_VECTORS = [
  {
    name: "a failed 3-D Secure of 2024",
    fields: {
      responseCode: "VPS-1279",
      responseMessage: "BKM 3DS Server Doğrulama Başarısız",
      orderId: "20240418D4A620240418D4A620240418D4A6",
      hashParams: "responseCode+responseMessage+orderId",
      hash: "fFFtzKUArgzhM/nUbw6pM/EA7AjecFyMV13G+1/GVn9C0S1XNeWdtT8+x4swaxi5TZfqzwPy5wtDajxSfkZmRA==",
    },
  },
  {
    name: "a passed 3-D Secure of 2024",
    fields: {
      txnCode: "3001",
      responseCode: "VPS-0000",
      responseMessage: "BAŞARILI",
      txnDateTime: "2024-04-18T20:15:35.000",
      merchantSafeId,
      terminalSafeId,
      orderId: "20240418BA6C",
      secureId: "VG8yV2tCRHpTSlpNN2VqcDJRS1k=",
      secureEcomInd: "02",
      secureData: "kBM8+wZGAAAAAAAAAAAAAAAAAAAA",
      secureMd: "08A86B192287C69B2C443E7A42B29B5F46436C41DF8E159B4A232BB3D961940F",
      hashParams:
        "txnCode+responseCode+responseMessage+txnDateTime+merchantSafeId+terminalSafeId+orderId" +
        "+secureId+secureEcomInd+secureData+secureMd",
      hash: "bFYReNscRIyo3EQQm18qB9iZEW5eqtx1UBAjwRAoVJuigugPKr4Rjcf4PgBHtrjg1IYFYAz8k3TCFcKWS0b4Xg==",
    },
  },
  {
    name: "a passed 3-D Secure of 2026",
    fields: {
      txnCode: "3001",
      responseCode: "VPS-0000",
      responseMessage: "BAŞARILI",
      txnDateTime: "2026-08-10T00:45:14.000",
      merchantSafeId,
      terminalSafeId,
      orderId: "TEST-S1VMRISGKX",
      secureId: "NEN3cjFKaDZIaDlnajM4RXRzSTY=",
      secureEcomInd: "02",
      mdStatus: "1",
      secureData: "kBMrDwEgAAAAAAAAAAAAAAAAAAAA",
      secureMd: "F34CC3A09A105540325226366434ABFFDCC3C67878A4870BF6C330D2E4E595CF",
      maskedCardNumber: "557829******1055",
      amount: "100.00",
      installCount: "1",
      okUrl: RETURN_2026,
      failUrl: RETURN_2026,
      hashParams:
        "txnCode+responseCode+responseMessage+txnDateTime+merchantSafeId+terminalSafeId+orderId" +
        "+secureId+secureEcomInd+mdStatus+secureData+secureMd+maskedCardNumber+amount" +
        "+installCount+okUrl+failUrl",
      hash: "akaMTXqoq0YkH13hUGumSeaU6uCijvKctlnuBDbMJJA9zl0KMNKjhbi6wsOs5Q04UO0DqoPwQwv9BvZcyKAn3A==",
    },
  },
] as const;
