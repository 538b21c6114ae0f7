import type { BilledParty, InvoiceDocument, InvoiceLine } from "@shoal/contract";
import { creditLine, creditTotals, deliveryLines, totalsOf } from "@shoal/domain/billing";
import * as fc from "@shoal/testkit/property";
import { describe, expect, it } from "vitest";
import { findSchemaFaults, readAttachment, textsOf } from "../testing/read-invoice.ts";
import { sampleInvoice } from "../testing/sample-invoice.ts";
import { writeCiiXml } from "./cii-xml.ts";
import { writeInvoicePdf } from "./invoice-pdf.ts";

const GERMAN: Partial<BilledParty> = { country: "DE", vatNumber: "DE136695976", siret: "", language: "EN" };
const SWISS: Partial<BilledParty> = { country: "CH", vatNumber: "", siret: "", language: "FR" };
const CORRECTION: InvoiceLine = {
  kind: "correction",
  month: "2026-09",
  fromBytes: 0,
  toBytes: null,
  bytes: -123_456_789,
  microsPerTb: null,
  cents: -50,
};
const corrected = (own: Partial<BilledParty> = {}) =>
  sampleInvoice(own, { lines: [...sampleInvoice().lines, CORRECTION] });
function credited(): InvoiceDocument {
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
const refund = () => sampleInvoice({}, { kind: "credit_note", lines: [{ ...CORRECTION, cents: -5_000 }] });

const CASES: [string, () => InvoiceDocument][] = [
  ["a company in France", sampleInvoice],
  ["a company in Germany, with reverse charge", () => sampleInvoice(GERMAN)],
  ["a company in Switzerland", () => sampleInvoice(SWISS)],
  ["late figures", corrected],
  ["a credit note of a part", credited],
  ["a month that is paid back", refund],
  [
    "an address of one line, and no numbers",
    () => sampleInvoice({ addressLines: ["x"], siret: "", vatNumber: "" }),
  ],
  [
    "names with signs of XML",
    () => sampleInvoice({ name: '<A> & "B" \u0001 ]]> 🐟', addressLines: ["1", "2", "3", "4"] }),
  ],
];

describe("the data of an invoice", () => {
  it.each(CASES)("are valid by the official schema for %s", async (_, make) => {
    expect(await findSchemaFaults(writeCiiXml(make()))).toEqual([]);
  });

  it("would not be with an element that the schema does not know", async () => {
    const wrong = writeCiiXml(sampleInvoice()).replaceAll("ram:DuePayableAmount", "ram:Payable");
    expect(await findSchemaFaults(wrong)).not.toEqual([]);
  });

  it.each(CASES)("add up as EN 16931 wants it for %s", (_, make) => {
    const xml = writeCiiXml(make());
    const cents = (...path: string[]) => textsOf(xml, ...path).map((text) => Math.round(Number(text) * 100));
    const sums = "SpecifiedTradeSettlementHeaderMonetarySummation";
    const [total = 0] = cents(sums, "LineTotalAmount");
    const lines = cents("SpecifiedTradeSettlementLineMonetarySummation", "LineTotalAmount");
    // BR-CO-10, BR-CO-13, BR-CO-14, BR-CO-15, BR-CO-16.
    expect(lines.reduce((sum, line) => sum + line, 0)).toBe(total);
    const [tax = 0] = cents(sums, "TaxTotalAmount");
    expect(cents(sums, "TaxBasisTotalAmount")).toEqual([total]);
    expect(cents(sums, "GrandTotalAmount")).toEqual([total + tax]);
    expect(cents(sums, "DuePayableAmount")).toEqual([total + tax]);
    expect(cents("ApplicableHeaderTradeSettlement", "ApplicableTradeTax", "CalculatedAmount")).toEqual([tax]);
    // BR-27; a line's amount is its price times its quantity.
    const prices = textsOf(xml, "NetPriceProductTradePrice", "ChargeAmount").map(Number);
    const quantities = textsOf(xml, "SpecifiedLineTradeDelivery", "BilledQuantity").map(Number);
    prices.forEach((price, at) => {
      expect(price).toBeGreaterThanOrEqual(0);
      expect(Math.round(price * (quantities[at] ?? 0) * 100)).toBe(lines[at]);
    });
  });

  it("name the VAT by its rule: no rate and no VAT numbers where nothing is subject to it", () => {
    const [french, german, swiss] = [{}, GERMAN, SWISS].map((own) => writeCiiXml(sampleInvoice(own)));
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

  it("are exact at 10 million euros and at less than a cent", () => {
    const TB = 1_000_000_000_000;
    const line = { fromBytes: TB, toBytes: null, microsPerTb: 10_000_000 };
    const large = deliveryLines("2026-10", [{ ...line, bytes: 1_000_000 * TB, cents: 1_000_000_000 }]);
    expect(writeCiiXml(sampleInvoice({}, { lines: large }))).toContain("<ram:GrandTotalAmount>12000000.00<");
    const small = deliveryLines("2026-10", [{ ...line, bytes: 400_000_001, cents: 0 }]);
    expect(writeCiiXml(sampleInvoice({}, { lines: small }))).toContain(">0.000400000001<");
  });

  it("are XML whatever names and addresses hold", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (name, line) => {
        const xml = writeCiiXml(sampleInvoice({ name, addressLines: [line] }));
        // Typed text opens no element and no entity.
        const known = new Set(writeCiiXml(sampleInvoice()).match(/<\/?[\w:]*/g));
        const opened = new Set(xml.match(/<\/?[\w:]*/g));
        return opened.difference(known).size === 0 && !/&(?!amp;|lt;|gt;|quot;)/.test(xml);
      }),
    );
  });
});

describe("the file of an invoice", () => {
  it.each(CASES)("holds exactly these data for %s", async (_, make) => {
    const invoice = make();
    expect(readAttachment(await writeInvoicePdf(invoice))).toBe(writeCiiXml(invoice));
  });

  it("says that it is a PDF/A-3 and a Factur-X, and how its data are called", async () => {
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
    // Every font is in the file.
    expect(pdf).not.toContain("/BaseFont /Helvetica");
  });

  it("is the same whenever it is asked for", async () => {
    const invoice = sampleInvoice({ language: "FR" });
    expect((await writeInvoicePdf(invoice)).equals(await writeInvoicePdf(invoice))).toBe(true);
  });
});

it("a sample has the totals of its lines", () => {
  const { lines, vat, grossCents } = corrected();
  expect(grossCents).toBe(totalsOf(lines, vat).grossCents);
});
