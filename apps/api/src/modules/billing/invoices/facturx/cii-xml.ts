import type { BilledParty, InvoiceDocument, InvoiceLine, Seller, VatRule } from "@shoal/contract";
import { monthOfUtc } from "@shoal/domain/billing";
import { describeLine, INVOICE_TEXTS, signOf } from "../invoice-texts.ts";

/** The Factur-X profile that covers all of EN 16931. */
const PROFILE = "urn:cen.eu:en16931:2017";
const NAMESPACES = {
  "xmlns:rsm": "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
  "xmlns:ram": "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
  "xmlns:qdt": "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
  "xmlns:udt": "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
};
/** UNTDID 1001. */
const TYPE_CODES = { invoice: "380", credit_note: "381" } as const;
/** The VAT categories of UNTDID 5305: standard, reverse charge, not subject to VAT. */
const CATEGORIES: Record<VatRule, string> = { standard: "S", reverse_charge: "AE", outside_eu: "O" };
const EXEMPTIONS: Record<VatRule, string | null> = {
  standard: null,
  reverse_charge: "VATEX-EU-AE",
  outside_eu: "VATEX-EU-O",
};
/** The means of payment of UNTDID 4461: a SEPA credit transfer. */
const SEPA_TRANSFER = "58";
/** ISO 6523: a SIREN. */
const SIREN_SCHEME = "0002";
/** The units of UN/ECE recommendation 20: terabytes, and pieces for everything that is counted. */
const [TERABYTE, ONE] = ["E35", "C62"];
const BYTES_PER_TB_DIGITS = 12;

type Attributes = Readonly<Record<string, string>>;
/** An element serialised as text; "" if the element is left out. */
type Xml = string;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
/** Escapes text. Characters that XML does not allow are replaced with spaces. */
const escapeXml = (text: string): string =>
  text
    // Tabs and line breaks are replaced too, which are white space in XML anyway.
    .replace(/[\p{Control}\p{Surrogate}\ufffe\uffff]/gu, " ")
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? "");

const tagOf = (name: string, attributes: Attributes): string =>
  [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeXml(value)}"`)].join(" ");
const group = (name: string, children: readonly Xml[], attributes: Attributes = {}): Xml => {
  const inside = children.join("");
  return inside === "" ? "" : `<${tagOf(name, attributes)}>${inside}</${name}>`;
};
const text = (name: string, value: string, attributes: Attributes = {}): Xml =>
  value.trim() === "" ? "" : group(name, [escapeXml(value.trim())], attributes);

const date = (name: string, day: string, type = "udt"): Xml =>
  group(name, [text(`${type}:DateTimeString`, day.replaceAll("-", ""), { format: "102" })]);
/** Converts an integer to a decimal number, exactly. */
function decimal(whole: number | bigint, digits: number, leastDigits = 0): string {
  const value = BigInt(whole);
  const padded = String(value < 0n ? -value : value).padStart(digits + 1, "0");
  const fraction = padded
    .slice(-digits)
    .replace(/(?<!0)0+$/, "")
    .padEnd(leastDigits, "0");
  return `${value < 0n ? "-" : ""}${padded.slice(0, -digits)}${fraction === "" ? "" : `.${fraction}`}`;
}
const amount = (cents: number): string => decimal(cents, 2, 2);

/** Writes the data of an invoice according to EN 16931, in the syntax of UN/CEFACT's Cross Industry Invoice. */
export function writeCiiXml(document: InvoiceDocument): string {
  const { kind, number, issuedOn, reason } = document;
  const texts = INVOICE_TEXTS[document.party.language];
  const note = (content: string, code?: string) =>
    content === ""
      ? ""
      : group("ram:IncludedNote", [text("ram:Content", content), text("ram:SubjectCode", code ?? "")]);
  const root = group(
    "rsm:CrossIndustryInvoice",
    [
      group("rsm:ExchangedDocumentContext", [
        group("ram:GuidelineSpecifiedDocumentContextParameter", [text("ram:ID", PROFILE)]),
      ]),
      group("rsm:ExchangedDocument", [
        text("ram:ID", number),
        text("ram:TypeCode", TYPE_CODES[kind]),
        date("ram:IssueDateTime", issuedOn),
        note(reason),
        note(document.seller.registration, "REG"),
        note(texts.penalties, "PMD"),
        note(texts.indemnity, "PMT"),
        note(texts.discount, "AAB"),
      ]),
      group("rsm:SupplyChainTradeTransaction", [
        ...document.lines.map((line, at) => lineXml(document, line, at + 1)),
        agreement(document),
        group("ram:ApplicableHeaderTradeDelivery", [
          group("ram:ActualDeliverySupplyChainEvent", [
            date("ram:OccurrenceDateTime", periodOf(document).last),
          ]),
        ]),
        settlement(document),
      ]),
    ],
    NAMESPACES,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function lineXml(document: InvoiceDocument, line: InvoiceLine, id: number): Xml {
  const cents = line.cents * signOf(document);
  const { price, quantity, unit } = priceOf(line, cents);
  return group("ram:IncludedSupplyChainTradeLineItem", [
    group("ram:AssociatedDocumentLineDocument", [text("ram:LineID", String(id))]),
    group("ram:SpecifiedTradeProduct", [text("ram:Name", describeLine(document.party.language, line))]),
    group("ram:SpecifiedLineTradeAgreement", [
      group("ram:NetPriceProductTradePrice", [text("ram:ChargeAmount", price)]),
    ]),
    group("ram:SpecifiedLineTradeDelivery", [text("ram:BilledQuantity", quantity, { unitCode: unit ?? "" })]),
    group("ram:SpecifiedLineTradeSettlement", [
      group("ram:ApplicableTradeTax", [
        text("ram:TypeCode", "VAT"),
        text("ram:CategoryCode", CATEGORIES[document.vat.rule]),
        rate(document),
      ]),
      period(monthDays(line.month)),
      group("ram:SpecifiedTradeSettlementLineMonetarySummation", [
        text("ram:LineTotalAmount", amount(cents)),
      ]),
    ]),
  ]);
}

/** Returns the price of a line. Prices are never negative (BR-27), so refunds have a negative quantity. */
function priceOf(line: InvoiceLine, cents: number) {
  if (line.microsPerTb !== null)
    return {
      price: decimal(line.microsPerTb, 6, 2),
      quantity: decimal(
        BigInt(line.bytes) * (Object.is(Math.sign(cents), -1) ? -1n : 1n),
        BYTES_PER_TB_DIGITS,
      ),
      unit: TERABYTE,
    };
  return { price: amount(Math.abs(cents)), quantity: cents < 0 ? "-1" : "1", unit: ONE };
}

/** Writes the VAT rate. Amounts not subject to VAT have none (BR-O-05), not even 0 %. */
const rate = ({ vat }: InvoiceDocument): Xml =>
  vat.rule === "outside_eu" ? "" : text("ram:RateApplicablePercent", decimal(vat.basisPoints, 2, 2));

const agreement = (document: InvoiceDocument): Xml =>
  group("ram:ApplicableHeaderTradeAgreement", [
    seller(document),
    buyer(document),
    group("ram:ContractReferencedDocument", [text("ram:IssuerAssignedID", document.party.contractNumber)]),
  ]);

/** Writes a VAT number, except for amounts not subject to VAT (BR-O-02). */
const vatNumber = ({ vat }: InvoiceDocument, number: string): Xml =>
  vat.rule === "outside_eu"
    ? ""
    : group("ram:SpecifiedTaxRegistration", [
        text("ram:ID", number.replace(/[\s.-]/g, "").toUpperCase(), { schemeID: "VA" }),
      ]);
const siren = (number: string): Xml =>
  group("ram:SpecifiedLegalOrganization", [text("ram:ID", number, { schemeID: SIREN_SCHEME })]);

function seller(document: InvoiceDocument): Xml {
  const own: Seller = document.seller;
  return group("ram:SellerTradeParty", [
    text("ram:Name", own.name),
    siren(own.siren),
    group("ram:DefinedTradeContact", [
      own.phone + own.email === "" ? "" : text("ram:PersonName", own.name),
      group("ram:TelephoneUniversalCommunication", [text("ram:CompleteNumber", own.phone)]),
      group("ram:EmailURIUniversalCommunication", [text("ram:URIID", own.email)]),
    ]),
    group("ram:PostalTradeAddress", [
      text("ram:PostcodeCode", own.postalCode),
      text("ram:LineOne", own.street),
      text("ram:CityName", own.city),
      text("ram:CountryID", own.country.toUpperCase()),
    ]),
    vatNumber(document, own.vatNumber),
  ]);
}

/** Writes the client, without its contact and email address, which an invoice does not require. */
function buyer(document: InvoiceDocument): Xml {
  const party: BilledParty = document.party;
  const { postcode, city, lines } = splitAddress(party.addressLines);
  return group("ram:BuyerTradeParty", [
    text("ram:ID", String(party.clientNumber)),
    text("ram:Name", party.name),
    party.country.toUpperCase() === "FR" ? siren(party.siret.slice(0, 9)) : "",
    group("ram:PostalTradeAddress", [
      text("ram:PostcodeCode", postcode),
      text("ram:LineOne", lines[0] ?? ""),
      text("ram:LineTwo", lines[1] ?? ""),
      text("ram:LineThree", lines.slice(2).join(", ")),
      text("ram:CityName", city),
      text("ram:CountryID", party.country.toUpperCase()),
    ]),
    vatNumber(document, party.vatNumber),
  ]);
}

/** Splits an address. The last line becomes postcode and city if it looks like them. */
function splitAddress(all: readonly string[]) {
  const [, postcode = "", city = ""] = /^(\d[\d ]{2,8}\d) (\D.*)$/.exec(all.at(-1) ?? "") ?? [];
  return { postcode, city, lines: city === "" ? all : all.slice(0, -1) };
}

function settlement(document: InvoiceDocument): Xml {
  const { vat, credited, number, dueOn } = document;
  const sign = signOf(document);
  const [net, tax, gross] = [document.netCents, document.vatCents, document.grossCents].map((cents) =>
    amount(cents * sign),
  );
  const texts = INVOICE_TEXTS[document.party.language];
  return group("ram:ApplicableHeaderTradeSettlement", [
    text("ram:PaymentReference", number),
    text("ram:InvoiceCurrencyCode", "EUR"),
    group("ram:SpecifiedTradeSettlementPaymentMeans", [
      text("ram:TypeCode", SEPA_TRANSFER),
      group("ram:PayeePartyCreditorFinancialAccount", [text("ram:IBANID", document.seller.iban)]),
      group("ram:PayeeSpecifiedCreditorFinancialInstitution", [text("ram:BICID", document.seller.bic)]),
    ]),
    group("ram:ApplicableTradeTax", [
      text("ram:CalculatedAmount", tax ?? ""),
      text("ram:TypeCode", "VAT"),
      text("ram:ExemptionReason", texts.mentions[vat.rule]),
      text("ram:BasisAmount", net ?? ""),
      text("ram:CategoryCode", CATEGORIES[vat.rule]),
      text("ram:ExemptionReasonCode", EXEMPTIONS[vat.rule] ?? ""),
      rate(document),
    ]),
    period(periodOf(document)),
    group("ram:SpecifiedTradePaymentTerms", [date("ram:DueDateDateTime", dueOn)]),
    group("ram:SpecifiedTradeSettlementHeaderMonetarySummation", [
      text("ram:LineTotalAmount", net ?? ""),
      text("ram:TaxBasisTotalAmount", net ?? ""),
      text("ram:TaxTotalAmount", tax ?? "", { currencyID: "EUR" }),
      text("ram:GrandTotalAmount", gross ?? ""),
      text("ram:DuePayableAmount", gross ?? ""),
    ]),
    credited === null
      ? ""
      : group("ram:InvoiceReferencedDocument", [
          text("ram:IssuerAssignedID", credited.number),
          date("ram:FormattedIssueDateTime", credited.issuedOn, "qdt"),
        ]),
  ]);
}

interface Days {
  first: string;
  last: string;
}
const period = ({ first, last }: Days): Xml =>
  group("ram:BillingSpecifiedPeriod", [date("ram:StartDateTime", first), date("ram:EndDateTime", last)]);

function monthDays(month: string): Days {
  const { fromMs, untilMs } = monthOfUtc(month);
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { first: dayOf(fromMs), last: dayOf(untilMs - 1) };
}

/** Returns the period covered by all lines, because each line's period must be within the invoice's (BR-CO-19, BR-30). */
export function periodOf({ lines }: Pick<InvoiceDocument, "lines">): Days {
  const months = lines.map(({ month }) => month).toSorted();
  return {
    first: monthDays(months[0] ?? "").first,
    last: monthDays(months.at(-1) ?? "").last,
  };
}
