import type { BilledParty, InvoiceDocument, InvoiceLine } from "@shoal/contract";
import { creditLine, creditTotals, deliveryLines, totalsOf } from "@shoal/domain/billing";
import * as fc from "@shoal/testkit/property";
import { describe, expect, it } from "vitest";
import { findBrokenRules } from "../testing/en16931-rules.ts";
import { findSchemaFaults, readAttachment, textsOf } from "../testing/read-invoice.ts";
import { sampleInvoice } from "../testing/sample-invoice.ts";
import { writeCiiXml } from "./cii-xml.ts";
import { lineCells, writeInvoicePdf } from "./invoice-pdf.ts";

const GERMAN_PARTY: Partial<BilledParty> = {
  country: "DE",
  vatNumber: "DE136695976",
  siret: "",
  language: "EN",
};
const SWISS_PARTY: Partial<BilledParty> = { country: "CH", vatNumber: "", siret: "", language: "FR" };
const CORRECTION_LINE: InvoiceLine = {
  kind: "correction",
  month: "2026-09",
  fromBytes: 0,
  toBytes: null,
  bytes: -123_456_789,
  microsPerTb: null,
  cents: -50,
};
const correctedInvoice = (own: Partial<BilledParty> = {}) =>
  sampleInvoice(own, { lines: [...sampleInvoice().lines, CORRECTION_LINE] });
function creditedInvoice(): InvoiceDocument {
  const invoice = sampleInvoice();
  const { vat, number, issuedOn, netCents, vatCents, grossCents } = invoice;
  return sampleInvoice(
    {},
    {
      kind: "credit_note",
      number: "2026-000124",
      month: null,
      lines: [creditLine("2026-10", 300)],
      ...creditTotals({ netCents, vatCents, grossCents }, 300, vat),
      credited: { number, issuedOn },
      reason: 'An outage of "edge" <3> & more',
    },
  );
}
const refundNote = () =>
  sampleInvoice({}, { kind: "credit_note", lines: [{ ...CORRECTION_LINE, cents: -5_000 }] });

const DOCUMENT_CASES: [string, () => InvoiceDocument][] = [
  ["a company in France", sampleInvoice],
  ["a company in Germany, with reverse charge", () => sampleInvoice(GERMAN_PARTY)],
  ["a company in Switzerland", () => sampleInvoice(SWISS_PARTY)],
  ["a correction of late figures", correctedInvoice],
  ["a partial credit note", creditedInvoice],
  ["a refunded month", refundNote],
  [
    "an address of one line, without SIRET and VAT number",
    () => sampleInvoice({ addressLines: ["x"], siret: "", vatNumber: "" }),
  ],
  [
    "names that contain XML markup",
    () => sampleInvoice({ name: '<A> & "B" \u0001 ]]> 🐟', addressLines: ["1", "2", "3", "4"] }),
  ],
];

describe("the data of an invoice", () => {
  it.each(DOCUMENT_CASES)("are valid by the official schema for %s", async (_, make) => {
    expect(await findSchemaFaults(writeCiiXml(make()))).toEqual([]);
  });

  it("are invalid with an element that the schema does not contain", async () => {
    const wrong = writeCiiXml(sampleInvoice()).replaceAll("ram:DuePayableAmount", "ram:Payable");
    expect(await findSchemaFaults(wrong)).not.toEqual([]);
  });

  it.each(DOCUMENT_CASES)(
    "have a total in each line that is its price times its quantity for %s",
    (_, make) => {
      const xml = writeCiiXml(make());
      const cents = textsOf(xml, "SpecifiedTradeSettlementLineMonetarySummation", "LineTotalAmount").map(
        (text) => Math.round(Number(text) * 100),
      );
      const prices = textsOf(xml, "NetPriceProductTradePrice", "ChargeAmount").map(Number);
      const quantities = textsOf(xml, "SpecifiedLineTradeDelivery", "BilledQuantity").map(Number);
      expect(prices.map((price, at) => Math.round(price * (quantities[at] ?? 0) * 100))).toEqual(cents);
    },
  );

  it.each(DOCUMENT_CASES)("follow the rules of EN 16931 for %s", (_, make) => {
    expect(findBrokenRules(writeCiiXml(make()))).toEqual([]);
  });

  it.each([
    [
      "a total that is not the sum",
      sampleInvoice,
      /(<ram:GrandTotalAmount>)[^<]*/,
      "$11.00",
      ["BR-CO-15", "BR-CO-16"],
    ],
    [
      "a tax that does not match its rate",
      sampleInvoice,
      /(<ram:CalculatedAmount>)[^<]*/,
      "$11.00",
      ["BR-CO-14", "BR-CO-17"],
    ],
    ["an amount with three decimals", sampleInvoice, /(<ram:BasisAmount>[^<]*)/, "$10", ["BR-DEC"]],
    ["a seller without a VAT number", sampleInvoice, /<ram:ID schemeID="VA">[^<]*<\/ram:ID>/, "", ["BR-S"]],
    [
      "a reverse charge with a rate",
      () => sampleInvoice(GERMAN_PARTY),
      /(<ram:RateApplicablePercent>)0/,
      "$120",
      ["BR-AE"],
    ],
    [
      "an exemption from VAT without a reason",
      () => sampleInvoice(SWISS_PARTY),
      /<ram:ExemptionReason(Code)?>[^<]*<\/ram:ExemptionReason(Code)?>/g,
      "",
      ["BR-O"],
    ],
    ["a transfer without an account", sampleInvoice, /<ram:IBANID>[^<]*<\/ram:IBANID>/, "", ["BR-61"]],
    ["a line without a unit", sampleInvoice, / unitCode="[^"]*"/, "", ["BR-23"]],
    [
      "a buyer without a country",
      sampleInvoice,
      /(<ram:BuyerTradeParty>.*?<ram:CountryID>)../s,
      "$1",
      ["BR-11"],
    ],
  ] as const)("would break them with %s", (_, make, part, instead, rules) => {
    expect(findBrokenRules(writeCiiXml(make()).replace(part, instead))).toEqual(rules);
  });

  it("state the VAT by its rule, without rate and VAT numbers if it does not apply", () => {
    const [french, german, swiss] = [{}, GERMAN_PARTY, SWISS_PARTY].map((own) =>
      writeCiiXml(sampleInvoice(own)),
    );
    const taxOf = (xml = "") =>
      ["CategoryCode", "ExemptionReasonCode", "RateApplicablePercent"].map((name) =>
        textsOf(xml, "ApplicableHeaderTradeSettlement", "ApplicableTradeTax", name).join(),
      );
    expect(taxOf(french)).toEqual(["S", "", "20.00"]);
    expect(taxOf(german)).toEqual(["AE", "VATEX-EU-AE", "0.00"]);
    expect(taxOf(swiss)).toEqual(["O", "VATEX-EU-O", ""]);
    expect(swiss).not.toContain('schemeID="VA"');
    expect(german).toContain("Reverse charge");
  });

  it("are exact for 10 million euros and for less than a cent", () => {
    const TB = 1_000_000_000_000;
    const line = { fromBytes: TB, toBytes: null, microsPerTb: 10_000_000 };
    const large = deliveryLines("2026-10", [{ ...line, bytes: 1_000_000 * TB, cents: 1_000_000_000 }]);
    expect(writeCiiXml(sampleInvoice({}, { lines: large }))).toContain("<ram:GrandTotalAmount>12000000.00<");
    const small = deliveryLines("2026-10", [{ ...line, bytes: 400_000_001, cents: 0 }]);
    expect(writeCiiXml(sampleInvoice({}, { lines: small }))).toContain(">0.000400000001<");
  });

  it("are well-formed XML for any characters in names and addresses", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (name, line) => {
        const xml = writeCiiXml(sampleInvoice({ name, addressLines: [line] }));
        // User input must not open any elements or entities.
        const known = new Set(writeCiiXml(sampleInvoice()).match(/<\/?[\w:]*/g));
        const opened = new Set(xml.match(/<\/?[\w:]*/g));
        return opened.difference(known).size === 0 && !/&(?!amp;|lt;|gt;|quot;)/.test(xml);
      }),
    );
  });
});

describe("the file of an invoice", () => {
  it.each(DOCUMENT_CASES)("contains exactly this data for %s", async (_, make) => {
    const invoice = make();
    expect(readAttachment(await writeInvoicePdf(invoice))).toBe(writeCiiXml(invoice));
  });

  it("prints the price of a line with all of its decimals, as in the data", () => {
    const bytes = 1_000_000_000_000;
    const [line] = deliveryLines("2026-10", [
      { fromBytes: 0, toBytes: null, microsPerTb: 6_123_456, bytes: 1_000 * bytes, cents: 612_346 },
    ]);
    const invoice = sampleInvoice({}, { lines: [line as InvoiceLine] });
    expect(lineCells(invoice, line as InvoiceLine).slice(1)).toEqual([
      "1,000\u00a0TB",
      "€6.123456 per TB",
      "€6,123.46",
    ]);
    expect(textsOf(writeCiiXml(invoice), "NetPriceProductTradePrice", "ChargeAmount")).toEqual(["6.123456"]);
  });

  it("prints a negative amount of a credit note with a negative quantity, and nothing as zero", () => {
    const note = sampleInvoice(
      {},
      { kind: "credit_note", lines: [...sampleInvoice().lines, CORRECTION_LINE] },
    );
    expect(note.lines.map((line) => lineCells(note, line).slice(1))).toEqual([
      ["1\u00a0TB", "€0.00 per TB", "€0.00"],
      ["-0.55\u00a0TB", "€10.00 per TB", "-€5.50"],
      ["", "", "€0.50"],
    ]);
  });

  it("declares PDF/A-3 and Factur-X, and the name of its data file", async () => {
    const pdf = (await writeInvoicePdf(sampleInvoice())).toString("latin1");
    for (const part of [
      "%PDF-1.7",
      "<pdfaid:part>3</pdfaid:part>",
      "<pdfaid:conformance>B</pdfaid:conformance>",
      "<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>",
      "<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>",
      "/AFRelationship /Alternative",
      "/S /GTS_PDFA1",
    ])
      expect(pdf).toContain(part);
    // Every font is embedded in the file.
    expect(pdf).not.toContain("/BaseFont /Helvetica");
  });

  it("is identical each time it is written", async () => {
    const invoice = sampleInvoice({ language: "FR" });
    expect((await writeInvoicePdf(invoice)).equals(await writeInvoicePdf(invoice))).toBe(true);
  });
});

it("totals of a sample match its lines", () => {
  const { lines, vat, grossCents } = correctedInvoice();
  expect(grossCents).toBe(totalsOf(lines, vat).grossCents);
});
