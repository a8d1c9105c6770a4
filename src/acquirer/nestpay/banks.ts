import type { Evidence } from "../kit/protocol.ts";
import type { BankOfProtocol } from "../kit/protocol.ts";

type Row = {
  readonly name: string;
  readonly title: string;
  readonly eftCode: string;
  readonly liveHost: string;
  readonly testHost?: string;
  readonly evidence: Evidence;
};

/** The vendor's shared test system, on which all of these banks have stores. */
const TEST_HOST = "entegrasyon.asseco-see.com.tr";

const ROWS: readonly Row[] = [
  {
    name: "isbank",
    title: "Türkiye İş Bankası",
    eftCode: "0064",
    liveHost: "sanalpos.isbank.com.tr",
    evidence: "published_clients",
  },
  {
    name: "ziraat",
    title: "Ziraat Bankası",
    eftCode: "0010",
    liveHost: "sanalpos2.ziraatbank.com.tr",
    testHost: "torus-stage-ziraat.asseco-see.com.tr",
    evidence: "measured",
  },
  {
    name: "halkbank",
    title: "Halkbank",
    eftCode: "0012",
    liveHost: "sanalpos.halkbank.com.tr",
    evidence: "measured",
  },
  {
    name: "teb",
    title: "Türk Ekonomi Bankası",
    eftCode: "0032",
    liveHost: "sanalpos.teb.com.tr",
    evidence: "measured",
  },
  {
    name: "ing",
    title: "ING",
    eftCode: "0099",
    liveHost: "sanalpos.ing.com.tr",
    evidence: "measured",
  },
  {
    name: "sekerbank",
    title: "Şekerbank",
    eftCode: "0059",
    liveHost: "sanalpos.sekerbank.com.tr",
    evidence: "measured",
  },
  {
    name: "alternatifbank",
    title: "Alternatif Bank",
    eftCode: "0124",
    liveHost: "sanalpos.alternatifbank.com.tr",
    evidence: "measured",
  },
  {
    name: "turkiyefinans",
    title: "Türkiye Finans Katılım Bankası",
    eftCode: "0206",
    liveHost: "sanalpos.turkiyefinans.com.tr",
    evidence: "measured",
  },
];

/** The banks of this protocol. They differ in their addresses only. */
export const BANKS: readonly BankOfProtocol[] = ROWS.map(
  ({ name, title, eftCode, liveHost, testHost = TEST_HOST, evidence }) => ({
    name,
    title,
    eftCode,
    live: addressesAt(liveHost),
    test: addressesAt(testHost),
    evidence,
  }),
);

function addressesAt(host: string): { readonly api: string; readonly threeD: string } {
  return { api: `https://${host}/fim/api`, threeD: `https://${host}/fim/est3Dgate` };
}
