/**
 * Published test values of Posnet's signatures: the bank's document, the tests of other clients and
 * an answer of its test system, for the test merchant 6706598320 with terminal 67005551.
 */
export const POSNET_MERCHANT = {
  merchantNo: "6706598320",
  terminalNo: "67005551",
  key: "10,10,10,10,10,10,10,10",
  keyDigest: "c1PPl+2UcdixyhgLYnf4VfJyFGaNQNOwE0uMkci7Uag=",
} as const;

const PAYMENT = { xid: "000000002020110828BC", amount: "10001", currency: "TL" };

export const POSNET_REQUESTS = [
  {
    payment: { xid: "YKB_TST_190620093100_024", amount: "175", currency: "TL" },
    mac: "J/7/Xprj7F/KDf98luVfIGyUPRQzUCqGwpmvz3KT7oQ=",
  },
  {
    payment: { xid: "TST_190620093100_024", amount: "175", currency: "TL" },
    mac: "nyeFSQ4J9NZVeCcEGCDomM8e2YIvoeIa/IDh2D3qaL4=",
  },
  { payment: PAYMENT, mac: "oE7zwV87uOc2DFpGPlr4jQRQ0z9LsxGw56c7vaiZkTo=" },
];

export const POSNET_RESOLVED = [
  { mdStatus: "1", payment: PAYMENT, mac: "JA8+68g04zptKLqLYwOOnK/doN2YRLDqaohzBNJ956Y=" },
  {
    mdStatus: "9",
    payment: { xid: "00000000000000000895", amount: "100", currency: "TL" },
    mac: "7I9ojRm7yzvZZTFNOYWocGIGSTv2Vmq23STR6X6X+c0=",
  },
  {
    mdStatus: "6",
    payment: { xid: "0000ANDL260810071759", amount: "100", currency: "TL" },
    mac: "Y1cm0mvPdJzIGpXUm6f4NOoLLwNLAwIl2VBIADThvmI=",
  },
];

export const POSNET_CHARGED = [
  {
    hostLogKey: "019676067890000191",
    payment: PAYMENT,
    mac: "Go0CU5B2h7G7WX6lrrMNJcV5An3H+C8z015+RbOq2YM=",
  },
];
