/**
 * Published test values of Garanti's signatures: samples of the bank, real answers and the tests of
 * other clients, all for terminal 30691298, password `123qweASD/` and store key `12345678`.
 */
export const GARANTI_SECURITY = "1639636D00AB5EF0B3CE073BB222BFAAC2C2C38D";

const LOCAL = "http://localhost/garanti/3d/response.php";
const FORM = {
  terminalId: "30691298",
  orderId: "order222",
  amount: "10025",
  currencyCode: "949",
  successUrl: "https://domain.com/success",
  errorUrl: "https://domain.com/fail_url",
  type: "sales",
  installments: "",
};

export const GARANTI_FORMS = [
  {
    form: FORM,
    hash:
      "372D6CB20B2B699D0A6667DFF46E3AA8CF3F9D8C2BB69A7C411895151FFCFAAB" +
      "5277CCFE3B3A06035FEEFBFBFD40C79DBE51DBF867D0A24B37335A28F0CEFDE2",
  },
  {
    form: { ...FORM, type: "preauth", installments: "3" },
    hash:
      "24D220EC5F9614D92EB9CFBEFCDC09BB3FC0E593FD0E1DB36B556CB6ACACF19A" +
      "354822F321669E284F03FEF7DA123EA791EFD67136541436745D25F335218CE1",
  },
  {
    form: {
      ...FORM,
      orderId: "20240310D17E",
      amount: "101",
      successUrl: LOCAL,
      errorUrl: LOCAL,
      installments: "3",
    },
    hash:
      "825488C55839B017499AB69353FE3774F25BB14F73BDB7BDBC89D8F5F1AEB491" +
      "BC629613C174AE975F46A2A4E1B545FCEDE8D9B4464E11706F4F1827DCC04F4F",
  },
];

const REQUEST = {
  orderId: "order222",
  terminalId: "30691298",
  cardNumber: "",
  amount: "10025",
  currencyCode: "949",
};

export const GARANTI_REQUESTS = [
  {
    title: "a sale without card",
    signed: REQUEST,
    hash:
      "0CFE09F107274C6A07292DA061A4EECAB0F5F0CF87F831F2D3626A3346A94112" +
      "6C52D1D95A3B77ADF5AC348B3D25C76BA5D8D98A29557D087D3367BFFACCD25C",
  },
  {
    title: "a sale with card",
    signed: { ...REQUEST, cardNumber: "4282209004348015" },
    hash:
      "390BB7E3DA5895B03623E43CDA841A69EC457B3DC26D99169B179E172978D939" +
      "72EBC538C913335F3C5EE393906BD14AB075D3DF582970E641EFE18602192D4E",
  },
  {
    title: "a void",
    signed: { ...REQUEST, orderId: "4499996", amount: "100" },
    hash:
      "C0C88761726D1844AF49FBE756DBE4586F7339169994CF700AE50AA8EAD0C8E8" +
      "1F5828C3392CE39CFC3F8C976FC3E24B576F4DB55DAF2E7D3A6F6B6E5E89B189",
  },
  {
    title: "a refund",
    signed: { ...REQUEST, orderId: "4499996", amount: "202" },
    hash:
      "0F97D922001221B9C90AA692CF5D4082FF6D3EB38BE863A47F9C08E63CD87312" +
      "270D6F298E5FBBC320654861DA1C6EE826E0C83E904916351A9D3032FA426BAA",
  },
  {
    title: "an inquiry",
    signed: { ...REQUEST, orderId: "2020110828BC", amount: "100" },
    hash:
      "35E8410A78E24949D78F5E025B5E05AF470B01385A2ECBFEE6C5B3CDACFF7801" +
      "1D387ECAFDCE4B8453D80D35C2F344F3DAA6F2EF9143079F64DE88401EC5E4F5",
  },
  {
    title: "an inquiry of BINs, which has no currency",
    signed: {
      ...REQUEST,
      orderId: "SISTD5A61F1682E745B28871872383ABBEB1",
      amount: "1",
      currencyCode: "",
    },
    hash:
      "B129BF998FF8C97C42D3FC923AA4271656B112549665FA130ACF631EA3EB73D9" +
      "17AEB3D646481564CACE38D1687F7744F82E5A1DBB6966F1512E0AF29B4C067B",
  },
];

export const GARANTI_ANSWERS = [
  {
    title: "an approval",
    signed: {
      code: "00",
      retrefNum: "407000985165",
      authCode: "304919",
      provDate: "20240310 14:05:08",
      orderId: "20240310D17E",
    },
    hash:
      "6D6CA65F9420861F942E74BBA8C2DCB367150E28F23447394915D518E01808E3" +
      "6AB462C5F2B85B7058447C20CD4FB1FE66B6D7366FE233A762E2D3FC8FD07DC2",
  },
  {
    title: "a decline",
    signed: {
      code: "12",
      retrefNum: "335709663083",
      authCode: "",
      provDate: "20231223 19:28:20",
      orderId: "20231223D98E",
    },
    hash:
      "9DDE1AFD673462C49AD5CBEB13139DE550D4F863A34842843270713577659F38" +
      "C510B0BBF98DE6BCAA4ABDE382B3597672B9E508E67D0941DF26789132E281DE",
  },
  {
    title: "the answer to an inquiry",
    signed: {
      code: "00",
      retrefNum: "",
      authCode: "",
      provDate: "20240106 23:10:14",
      orderId: "2024010649DF",
    },
    hash:
      "7A30CEC427029F563C74AFF7DAE5C2B81915E8246F9F087214AB7BEF63271F7B" +
      "AC21BD39B80222A77BDDAD3CDA9B5E030D719A387FE18CC7F73FCC86E8B8FC2E",
  },
];

export const GARANTI_RETURNS = [
  {
    values: [
      "30691298",
      "2023100354BB",
      "",
      "",
      "",
      "1",
      "xgRlQDz4AAAAAAAAAAAAAAAAAAA=",
      "02",
      "aW5kZXg6MDJ6LjAI5iAcKf/ilXjYIOnTh4t+deHrtwO8ze7tPTL1YCDcBe8KEpuq6HDLYbqQSluL7p3k" +
        "GcpFzX9s9XcegNhHMsDszxqGd33+p+p5sULGrDF3J2GGfiJDwan4ku7+eiTyS8x2xS9pUy7PTgMGc6jw94aL" +
        "fXLHskhvY7FYWrymzQ==",
      "kW094tPzNEhqORzzCsLB",
    ],
    hash:
      "416B6253425E73184F118CC02E3BAA393622059BF6B0865D83F501E55A61339B" +
      "9EC659CBCF7297EDECC1B17BF6281D90CC0AD8EDF3E1EFE94432ACCEAF79B26E",
  },
  {
    values: [
      "30691298",
      "20240310D17E",
      "",
      "",
      "",
      "1",
      "jCm0m+u/0hUfAREHBAMBcfN+pSo=",
      "02",
      "aW5kZXg6MDIYjoYTHmZE91tOHZxS3PEkm5MLNOtFzZ5K914RtN5+rhLhO8yz+cmEUcjkfzNwAnY+eqIM" +
        "7irJ7LXR+izmjNBOCH8dnD4ZQz+bbPoMp7I8mUMwsTjuV4E4EhyyJaZ93v5675lrk2bb9dFEIcqnzVYtWS5m" +
        "0vq/9QA2vOA1O3l0",
      "",
    ],
    hash:
      "476399FBB4DA8A50FF6D32A5BF65F5535984413A7625B7DE7EA4E2F61517E8B6" +
      "4E5351F06BA5C76CE6B570E8CBD4453292AD4C37F5B1987DAEE46D07060D46BE",
  },
];
