import { textsOf } from "./read-invoice.ts";

const HEADER_ELEMENT = "ApplicableHeaderTradeSettlement";
const SUMS_ELEMENT = "SpecifiedTradeSettlementHeaderMonetarySummation";
const LINE_ELEMENT = "IncludedSupplyChainTradeLineItem";
const TAX_ELEMENT = "ApplicableTradeTax";
const PARTY_ELEMENTS = ["SellerTradeParty", "BuyerTradeParty"] as const;

/** Reads the parts of an invoice that the rules are about. */
function factsOf(xml: string) {
  const header = textsOf(xml, HEADER_ELEMENT)[0] ?? "";
  const lines = textsOf(xml, LINE_ELEMENT);
  const vatNumbers = PARTY_ELEMENTS.map(
    (party) =>
      /<ram:ID schemeID="VA">([^<]+)</.exec(textsOf(xml, party, "SpecifiedTaxRegistration")[0] ?? "")?.[1],
  );
  return {
    xml,
    header,
    lines,
    /** The tax of the header, since lines contain taxes too. */
    tax: textsOf(header, TAX_ELEMENT)[0] ?? "",
    category: textsOf(header, TAX_ELEMENT, "CategoryCode")[0] ?? "",
    vatNumbers,
  };
}
type InvoiceFacts = ReturnType<typeof factsOf>;

const hasText = (xml: string, ...path: string[]) => textsOf(xml, ...path).some((text) => text.trim() !== "");
const centsOf = (xml: string, ...path: string[]) =>
  textsOf(xml, ...path).map((text) => Math.round(Number(text) * 100));
const computeSum = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const daysOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<ram:${name}><udt:DateTimeString format="102">(\\d{8})<`, "g"))].map(
    ([, day]) => Number(day),
  );
const ratesOf = (xml: string) => textsOf(xml, TAX_ELEMENT, "RateApplicablePercent").map(Number);
const isExempt = ({ tax }: InvoiceFacts) =>
  hasText(tax, "ExemptionReason") || hasText(tax, "ExemptionReasonCode");

/**
 * Rules of EN 16931, named as in the standard, as far as our invoices can break them. The official Schematron files are not
 * published as a package, and need an XSLT 2 processor: docs/decisions/149-invoices.md.
 */
const EN16931_RULES: Readonly<Record<string, (facts: InvoiceFacts) => boolean>> = {
  "BR-01": ({ xml }) =>
    xml.includes(
      "<ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:cen.eu:en16931:2017</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter>",
    ),
  "BR-02": ({ xml }) => /<rsm:ExchangedDocument><ram:ID>[^<]+</.test(xml),
  "BR-03": ({ xml }) => daysOf(xml, "IssueDateTime").length === 1,
  "BR-04": ({ xml }) => /<rsm:ExchangedDocument><ram:ID>[^<]+<\/ram:ID><ram:TypeCode>38[01]</.test(xml),
  "BR-05": ({ header }) => textsOf(header, "InvoiceCurrencyCode").join() === "EUR",
  "BR-06": ({ xml }) => hasText(xml, "SellerTradeParty", "Name"),
  "BR-07": ({ xml }) => hasText(xml, "BuyerTradeParty", "Name"),
  "BR-09": ({ xml }) => isCountry(xml, "SellerTradeParty"),
  "BR-11": ({ xml }) => isCountry(xml, "BuyerTradeParty"),
  "BR-16": ({ lines }) => lines.length > 0,
  "BR-21": ({ lines }) => new Set(lines.flatMap((line) => textsOf(line, "LineID"))).size === lines.length,
  "BR-22": ({ lines }) => lines.every((line) => hasText(line, "BilledQuantity")),
  "BR-23": ({ lines }) => lines.every((line) => /<ram:BilledQuantity unitCode="[A-Z0-9]{2,3}">/.test(line)),
  "BR-24": ({ lines }) => lines.every((line) => hasText(line, "LineTotalAmount")),
  "BR-25": ({ lines }) => lines.every((line) => hasText(line, "SpecifiedTradeProduct", "Name")),
  "BR-26": ({ lines }) => lines.every((line) => hasText(line, "NetPriceProductTradePrice", "ChargeAmount")),
  "BR-27": ({ lines }) =>
    lines.every((line) => textsOf(line, "NetPriceProductTradePrice", "ChargeAmount").every(isPositive)),
  "BR-29": ({ xml }) => isInOrder(daysOf(xml, "StartDateTime"), daysOf(xml, "EndDateTime")),
  "BR-55": ({ header }) =>
    textsOf(header, "InvoiceReferencedDocument").every((text) => hasText(text, "IssuerAssignedID")),
  "BR-61": ({ header }) => !header.includes("<ram:TypeCode>58<") || hasText(header, "IBANID"),
  "BR-CO-04": ({ lines }) => lines.every((line) => hasText(line, TAX_ELEMENT, "CategoryCode")),
  "BR-CO-09": ({ vatNumbers }) =>
    vatNumbers.every((number) => number === undefined || /^[A-Z]{2}[A-Z0-9]+$/.test(number)),
  "BR-CO-10": ({ header, lines }) =>
    computeSum(lines.flatMap((line) => centsOf(line, "LineTotalAmount"))) ===
    centsOf(header, SUMS_ELEMENT, "LineTotalAmount")[0],
  "BR-CO-13": ({ header }) => isEqual(header, "TaxBasisTotalAmount", "LineTotalAmount"),
  "BR-CO-14": ({ header, tax }) =>
    centsOf(header, SUMS_ELEMENT, "TaxTotalAmount")[0] === computeSum(centsOf(tax, "CalculatedAmount")),
  "BR-CO-15": ({ header }) =>
    centsOf(header, SUMS_ELEMENT, "GrandTotalAmount")[0] ===
    computeSum([
      ...centsOf(header, SUMS_ELEMENT, "TaxBasisTotalAmount"),
      ...centsOf(header, SUMS_ELEMENT, "TaxTotalAmount"),
    ]),
  "BR-CO-16": ({ header }) => isEqual(header, "DuePayableAmount", "GrandTotalAmount"),
  "BR-CO-17": ({ tax }) => {
    const [rate = 0] = ["0", ...textsOf(tax, "RateApplicablePercent")].map(Number).slice(-1);
    const [basis = 0] = centsOf(tax, "BasisAmount");
    // Halves are rounded away from zero.
    const expected = Math.sign(basis) * Math.round((Math.abs(basis) * rate) / 100);
    return centsOf(tax, "CalculatedAmount").every((cents) => cents - expected === 0);
  },
  "BR-CO-18": ({ tax }) => hasText(tax, "BasisAmount") && hasText(tax, "CategoryCode"),
  "BR-CO-25": ({ header }) =>
    (centsOf(header, SUMS_ELEMENT, "DuePayableAmount")[0] ?? 0) <= 0 ||
    daysOf(header, "DueDateDateTime").length === 1,
  "BR-CO-26": ({ xml, vatNumbers }) =>
    vatNumbers[0] !== undefined || hasText(xml, "SellerTradeParty", "SpecifiedLegalOrganization"),
  "BR-DEC": ({ header }) =>
    [...header.matchAll(/<ram:\w+Amount(?: [^>]*)?>([^<]*)</g)].every(([, value = ""]) =>
      /^-?\d+\.\d{2}$/.test(value),
    ),
  "BR-S": (facts) => {
    const { category, vatNumbers, xml } = facts;
    if (category !== "S") return true;
    return vatNumbers[0] !== undefined && ratesOf(xml).every((rate) => rate > 0) && !isExempt(facts);
  },
  "BR-AE": (facts) => {
    const { category, vatNumbers, xml, tax } = facts;
    if (category !== "AE") return true;
    const isZero = ratesOf(xml).every((rate) => rate === 0) && centsOf(tax, "CalculatedAmount")[0] === 0;
    return vatNumbers.every((number) => number !== undefined) && isZero && isExempt(facts);
  },
  "BR-O": (facts) => {
    const { category, vatNumbers, xml, tax } = facts;
    if (category !== "O") return true;
    const isZero = ratesOf(xml).length === 0 && centsOf(tax, "CalculatedAmount")[0] === 0;
    return vatNumbers.every((number) => number === undefined) && isZero && isExempt(facts);
  },
  // Checks BR-S-08, BR-AE-08 and BR-O-08. Each invoice has a single category, so BR-O-11 to BR-O-14 hold too.
  "BR-*-08": ({ tax, lines, category }) =>
    lines.every((line) => textsOf(line, TAX_ELEMENT, "CategoryCode").join() === category) &&
    centsOf(tax, "BasisAmount")[0] === computeSum(lines.flatMap((line) => centsOf(line, "LineTotalAmount"))),
};

const isCountry = (xml: string, party: string) =>
  /^[A-Z]{2}$/.test(textsOf(xml, party, "PostalTradeAddress", "CountryID").join());
const isPositive = (text: string) => Number(text) >= 0;
const isInOrder = (starts: readonly number[], ends: readonly number[]) =>
  starts.length === ends.length && starts.every((start, at) => start <= (ends[at] ?? 0));
const isEqual = (header: string, one: string, other: string) =>
  centsOf(header, SUMS_ELEMENT, one)[0] === centsOf(header, SUMS_ELEMENT, other)[0];

/** Lists the names of the rules that an invoice breaks. */
export function findBrokenRules(xml: string): string[] {
  const facts = factsOf(xml);
  return Object.keys(EN16931_RULES).filter((name) => EN16931_RULES[name]?.(facts) !== true);
}
