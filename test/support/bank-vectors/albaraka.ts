/**
 * Published test values of the signatures of Posnet's JSON interface, from the tests of another
 * client, for merchant 6700950031 with terminal 67540050 and key `10,10,10,10,10,10,10,10`.
 */
const MERCHANT = ["6700950031", "67540050"];
const CAVV = "jKOBaLBL3hQ+CREBPu1HBQQAAAA=";
const SECURE_ID = "1010028947569644";

export const ALBARAKA_MACS = [
  {
    title: "a form or a sale with card",
    values: [...MERCHANT, "5400619360964581", "056", "2001", "175"],
    mac: "xuhPbpcPJ6kVs7JeIXS8f06Cv0mb9cNPMfjp1HiB7Ew=",
  },
  {
    title: "a form for the bank's own card page",
    values: [...MERCHANT, "175"],
    mac: "UBdwWJh9rBCM0YWkBti7vHZm2G+nag16hAguohNrq1Y=",
  },
  {
    title: "a return",
    values: [
      "02",
      CAVV,
      "1",
      "Authenticated",
      "0161010028947569644,0161010028947569644",
      SECURE_ID,
    ],
    mac: "r21kMm4nMqvJakjq47Jl+3fk2xrFPrDoTJFQGxkgkfk=",
  },
  {
    title: "a sale after 3-D Secure",
    values: [...MERCHANT, SECURE_ID, CAVV, "02", "1"],
    mac: "kAKxvbwXvmrM6lapGx1UcRTs454tsSuPrBXV7oA7L7w=",
  },
  {
    title: "an inquiry",
    values: MERCHANT,
    mac: "wgyfAJPbEPtTtce/+HRlXajSRfYA0J6mUcH+16EbB78=",
  },
  {
    title: "a cancellation",
    values: [...MERCHANT, "021459486690000191", ""],
    mac: "qhLo/2Ro+vT81i0SMV/VHifDV9VzQQgK+7d8hlId9YM=",
  },
];
