import type { BilledParty, InvoiceDocument, InvoiceLine, Seller, VatRule } from "@shoal/contract";
import { monthOfUtc } from "@shoal/domain/billing";
import { describeLine, INVOICE_TEXTS, signOf } from "../invoice-texts.ts";

/** The Factur-X profile that covers all of EN 16931. */
const FACTURX_PROFILE = "urn:cen.eu:en16931:2017";
const XML_NAMESPACES = {
  "xmlns:rsm": "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
  "xmlns:ram": "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
  "xmlns:qdt": "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
  "xmlns:udt": "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
};
/** The document types that UNTDID 1001 defines for invoices and credit notes. */
const TYPE_CODES = { invoice: "380", credit_note: "381" } as const;
/** The VAT categories of UNTDID 5305: standard, reverse charge, not subject to VAT. */
const VAT_CATEGORIES: Record<VatRule, string> = { standard: "S", reverse_charge: "AE", outside_eu: "O" };
const VAT_EXEMPTIONS: Record<VatRule, string | null> = {
  standard: null,
  reverse_charge: "VATEX-EU-AE",
  outside_eu: "VATEX-EU-O",
};
/** The means of payment of UNTDID 4461: a SEPA credit transfer. */
const SEPA_TRANSFER = "58";
/** The ISO 6523 code that marks a company number as a SIREN. */
const SIREN_SCHEME = "0002";
/** The units of UN/ECE recommendation 20: terabytes, and pieces for everything that is counted. */
const [TERABYTE, ONE] = ["E35", "C62"];
const BYTES_PER_TB_DIGITS = 12;

type XmlAttributes = Readonly<Record<string, string>>;
/** An element serialised as text; "" if the element is left out. */
type XmlText = string;

const XML_ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
/** Escapes text. Characters that XML does not allow are replaced with spaces. */
const escapeXml = (writeTextElement: string): string =>
  writeTextElement
    // Tabs and line breaks are replaced too, because XML treats them as white space anyway.
    .replace(/[\p{Control}\p{Surrogate}\ufffe\uffff]/gu, " ")
    .replace(/[&<>"]/g, (character) => XML_ESCAPES[character] ?? "");

const formatTag = (name: string, attributes: XmlAttributes): string =>
  [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeXml(value)}"`)].join(" ");
const writeElement = (
  name: string,
  children: readonly XmlText[],
  attributes: XmlAttributes = {},
): XmlText => {
  const inside = children.join("");
  return inside === "" ? "" : `<${formatTag(name, attributes)}>${inside}</${name}>`;
};
const writeTextElement = (name: string, value: string, attributes: XmlAttributes = {}): XmlText =>
  value.trim() === "" ? "" : writeElement(name, [escapeXml(value.trim())], attributes);

const writeDateElement = (name: string, day: string, type = "udt"): XmlText =>
  writeElement(name, [
    writeTextElement(`${type}:DateTimeString`, day.replaceAll("-", ""), { format: "102" }),
  ]);
/** Converts an integer to a decimal number, exactly. */
function formatDecimal(whole: number | bigint, digits: number, leastDigits = 0): string {
  const value = BigInt(whole);
  const padded = String(value < 0n ? -value : value).padStart(digits + 1, "0");
  const fraction = padded
    .slice(-digits)
    .replace(/(?<!0)0+$/, "")
    .padEnd(leastDigits, "0");
  return `${value < 0n ? "-" : ""}${padded.slice(0, -digits)}${fraction === "" ? "" : `.${fraction}`}`;
}
const formatAmount = (cents: number): string => formatDecimal(cents, 2, 2);

/** Writes the data of an invoice according to EN 16931, in the syntax of UN/CEFACT's Cross Industry Invoice. */
export function writeCiiXml(document: InvoiceDocument): string {
  const { kind, number, issuedOn, reason } = document;
  const texts = INVOICE_TEXTS[document.party.language];
  const note = (content: string, code?: string) =>
    content === ""
      ? ""
      : writeElement("ram:IncludedNote", [
          writeTextElement("ram:Content", content),
          writeTextElement("ram:SubjectCode", code ?? ""),
        ]);
  const root = writeElement(
    "rsm:CrossIndustryInvoice",
    [
      writeElement("rsm:ExchangedDocumentContext", [
        writeElement("ram:GuidelineSpecifiedDocumentContextParameter", [
          writeTextElement("ram:ID", FACTURX_PROFILE),
        ]),
      ]),
      writeElement("rsm:ExchangedDocument", [
        writeTextElement("ram:ID", number),
        writeTextElement("ram:TypeCode", TYPE_CODES[kind]),
        writeDateElement("ram:IssueDateTime", issuedOn),
        note(reason),
        note(document.seller.registration, "REG"),
        note(texts.penalties, "PMD"),
        note(texts.indemnity, "PMT"),
        note(texts.discount, "AAB"),
      ]),
      writeElement("rsm:SupplyChainTradeTransaction", [
        ...document.lines.map((line, at) => lineXml(document, line, at + 1)),
        writeAgreement(document),
        writeElement("ram:ApplicableHeaderTradeDelivery", [
          writeElement("ram:ActualDeliverySupplyChainEvent", [
            writeDateElement("ram:OccurrenceDateTime", periodOf(document).last),
          ]),
        ]),
        writeSettlement(document),
      ]),
    ],
    XML_NAMESPACES,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function lineXml(document: InvoiceDocument, line: InvoiceLine, id: number): XmlText {
  const cents = line.cents * signOf(document);
  const { price, quantity, unit } = priceOf(line, cents);
  return writeElement("ram:IncludedSupplyChainTradeLineItem", [
    writeElement("ram:AssociatedDocumentLineDocument", [writeTextElement("ram:LineID", String(id))]),
    writeElement("ram:SpecifiedTradeProduct", [
      writeTextElement("ram:Name", describeLine(document.party.language, line)),
    ]),
    writeElement("ram:SpecifiedLineTradeAgreement", [
      writeElement("ram:NetPriceProductTradePrice", [writeTextElement("ram:ChargeAmount", price)]),
    ]),
    writeElement("ram:SpecifiedLineTradeDelivery", [
      writeTextElement("ram:BilledQuantity", quantity, { unitCode: unit ?? "" }),
    ]),
    writeElement("ram:SpecifiedLineTradeSettlement", [
      writeElement("ram:ApplicableTradeTax", [
        writeTextElement("ram:TypeCode", "VAT"),
        writeTextElement("ram:CategoryCode", VAT_CATEGORIES[document.vat.rule]),
        writeVatRate(document),
      ]),
      writePeriod(monthDays(line.month)),
      writeElement("ram:SpecifiedTradeSettlementLineMonetarySummation", [
        writeTextElement("ram:LineTotalAmount", formatAmount(cents)),
      ]),
    ]),
  ]);
}

/** Returns the price of a line. Prices are never negative (BR-27), so refunds have a negative quantity. */
function priceOf(line: InvoiceLine, cents: number) {
  if (line.microsPerTb !== null)
    return {
      price: formatDecimal(line.microsPerTb, 6, 2),
      quantity: formatDecimal(
        BigInt(line.bytes) * (Object.is(Math.sign(cents), -1) ? -1n : 1n),
        BYTES_PER_TB_DIGITS,
      ),
      unit: TERABYTE,
    };
  return { price: formatAmount(Math.abs(cents)), quantity: cents < 0 ? "-1" : "1", unit: ONE };
}

/** Writes the VAT rate. Amounts not subject to VAT have no rate (BR-O-05), not even 0 %. */
const writeVatRate = ({ vat }: InvoiceDocument): XmlText =>
  vat.rule === "outside_eu"
    ? ""
    : writeTextElement("ram:RateApplicablePercent", formatDecimal(vat.basisPoints, 2, 2));

const writeAgreement = (document: InvoiceDocument): XmlText =>
  writeElement("ram:ApplicableHeaderTradeAgreement", [
    writeSeller(document),
    writeBuyer(document),
    writeElement("ram:ContractReferencedDocument", [
      writeTextElement("ram:IssuerAssignedID", document.party.contractNumber),
    ]),
  ]);

/** Writes a VAT number, except for amounts not subject to VAT (BR-O-02). */
const vatNumber = ({ vat }: InvoiceDocument, number: string): XmlText =>
  vat.rule === "outside_eu"
    ? ""
    : writeElement("ram:SpecifiedTaxRegistration", [
        writeTextElement("ram:ID", number.replace(/[\s.-]/g, "").toUpperCase(), { schemeID: "VA" }),
      ]);
const writeSiren = (number: string): XmlText =>
  writeElement("ram:SpecifiedLegalOrganization", [
    writeTextElement("ram:ID", number, { schemeID: SIREN_SCHEME }),
  ]);

function writeSeller(document: InvoiceDocument): XmlText {
  const own: Seller = document.seller;
  return writeElement("ram:SellerTradeParty", [
    writeTextElement("ram:Name", own.name),
    writeSiren(own.siren),
    writeElement("ram:DefinedTradeContact", [
      own.phone + own.email === "" ? "" : writeTextElement("ram:PersonName", own.name),
      writeElement("ram:TelephoneUniversalCommunication", [
        writeTextElement("ram:CompleteNumber", own.phone),
      ]),
      writeElement("ram:EmailURIUniversalCommunication", [writeTextElement("ram:URIID", own.email)]),
    ]),
    writeElement("ram:PostalTradeAddress", [
      writeTextElement("ram:PostcodeCode", own.postalCode),
      writeTextElement("ram:LineOne", own.street),
      writeTextElement("ram:CityName", own.city),
      writeTextElement("ram:CountryID", own.country.toUpperCase()),
    ]),
    vatNumber(document, own.vatNumber),
  ]);
}

/** Writes the client, without its contact and email address, which an invoice does not require. */
function writeBuyer(document: InvoiceDocument): XmlText {
  const party: BilledParty = document.party;
  const { postcode, city, lines } = splitAddress(party.addressLines);
  return writeElement("ram:BuyerTradeParty", [
    writeTextElement("ram:ID", String(party.clientNumber)),
    writeTextElement("ram:Name", party.name),
    party.country.toUpperCase() === "FR" ? writeSiren(party.siret.slice(0, 9)) : "",
    writeElement("ram:PostalTradeAddress", [
      writeTextElement("ram:PostcodeCode", postcode),
      writeTextElement("ram:LineOne", lines[0] ?? ""),
      writeTextElement("ram:LineTwo", lines[1] ?? ""),
      writeTextElement("ram:LineThree", lines.slice(2).join(", ")),
      writeTextElement("ram:CityName", city),
      writeTextElement("ram:CountryID", party.country.toUpperCase()),
    ]),
    vatNumber(document, party.vatNumber),
  ]);
}

/** Splits an address. The last line becomes postcode and city if it has that form. */
function splitAddress(all: readonly string[]) {
  const [, postcode = "", city = ""] = /^(\d[\d ]{2,8}\d) (\D.*)$/.exec(all.at(-1) ?? "") ?? [];
  return { postcode, city, lines: city === "" ? all : all.slice(0, -1) };
}

function writeSettlement(document: InvoiceDocument): XmlText {
  const { vat, credited, number, dueOn } = document;
  const sign = signOf(document);
  const [net, tax, gross] = [document.netCents, document.vatCents, document.grossCents].map((cents) =>
    formatAmount(cents * sign),
  );
  const texts = INVOICE_TEXTS[document.party.language];
  return writeElement("ram:ApplicableHeaderTradeSettlement", [
    writeTextElement("ram:PaymentReference", number),
    writeTextElement("ram:InvoiceCurrencyCode", "EUR"),
    writeElement("ram:SpecifiedTradeSettlementPaymentMeans", [
      writeTextElement("ram:TypeCode", SEPA_TRANSFER),
      writeElement("ram:PayeePartyCreditorFinancialAccount", [
        writeTextElement("ram:IBANID", document.seller.iban),
      ]),
      writeElement("ram:PayeeSpecifiedCreditorFinancialInstitution", [
        writeTextElement("ram:BICID", document.seller.bic),
      ]),
    ]),
    writeElement("ram:ApplicableTradeTax", [
      writeTextElement("ram:CalculatedAmount", tax ?? ""),
      writeTextElement("ram:TypeCode", "VAT"),
      writeTextElement("ram:ExemptionReason", texts.mentions[vat.rule]),
      writeTextElement("ram:BasisAmount", net ?? ""),
      writeTextElement("ram:CategoryCode", VAT_CATEGORIES[vat.rule]),
      writeTextElement("ram:ExemptionReasonCode", VAT_EXEMPTIONS[vat.rule] ?? ""),
      writeVatRate(document),
    ]),
    writePeriod(periodOf(document)),
    writeElement("ram:SpecifiedTradePaymentTerms", [writeDateElement("ram:DueDateDateTime", dueOn)]),
    writeElement("ram:SpecifiedTradeSettlementHeaderMonetarySummation", [
      writeTextElement("ram:LineTotalAmount", net ?? ""),
      writeTextElement("ram:TaxBasisTotalAmount", net ?? ""),
      writeTextElement("ram:TaxTotalAmount", tax ?? "", { currencyID: "EUR" }),
      writeTextElement("ram:GrandTotalAmount", gross ?? ""),
      writeTextElement("ram:DuePayableAmount", gross ?? ""),
    ]),
    credited === null
      ? ""
      : writeElement("ram:InvoiceReferencedDocument", [
          writeTextElement("ram:IssuerAssignedID", credited.number),
          writeDateElement("ram:FormattedIssueDateTime", credited.issuedOn, "qdt"),
        ]),
  ]);
}

interface DayRange {
  first: string;
  last: string;
}
const writePeriod = ({ first, last }: DayRange): XmlText =>
  writeElement("ram:BillingSpecifiedPeriod", [
    writeDateElement("ram:StartDateTime", first),
    writeDateElement("ram:EndDateTime", last),
  ]);

function monthDays(month: string): DayRange {
  const { fromMs, untilMs } = monthOfUtc(month);
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { first: dayOf(fromMs), last: dayOf(untilMs - 1) };
}

/** Returns the period covered by all lines, because each line's period must be within the invoice's (BR-CO-19, BR-30). */
export function periodOf({ lines }: Pick<InvoiceDocument, "lines">): DayRange {
  const months = lines.map(({ month }) => month).toSorted();
  return {
    first: monthDays(months[0] ?? "").first,
    last: monthDays(months.at(-1) ?? "").last,
  };
}
