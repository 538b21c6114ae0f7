import type { InvoiceDocument, InvoiceLine } from "@shoal/contract";
import { openSheet, type PdfSheet } from "../../../../platform/pdf/pdf-sheet.ts";
import { describeLine, formatTb, INVOICE_TEXTS, signOf } from "../invoice-texts.ts";
import { formatCountry, formatDay, formatDecimal, formatMoney, formatRate } from "../invoice-words.ts";
import { periodOf, writeCiiXml } from "./cii-xml.ts";
import { FACTURX_FILE, FACTURX_METADATA } from "./fx-metadata.ts";

/** The number of decimal digits that states TB exactly, since one byte is the 12th digit. */
const EXACT_DIGITS = 12;
const FIRST_COLUMN_SHARE = 0.52;

/**
 * Writes an invoice in the client's language as Factur-X: a PDF/A-3 with the data (EN 16931) embedded. The same invoice
 * always gives the same bytes.
 */
export async function writeInvoicePdf(invoice: InvoiceDocument): Promise<Buffer> {
  const { kind, number, issuedOn, party, seller } = invoice;
  const { language } = party;
  const texts = INVOICE_TEXTS[language];
  const title = `${kind === "invoice" ? texts.invoice : texts.creditNote} ${number}`;
  const sheet = openSheet({
    title,
    language: language.toLowerCase(),
    archive: {
      at: new Date(issuedOn),
      file: { name: FACTURX_FILE, type: "text/xml", data: Buffer.from(writeCiiXml(invoice)) },
      metadata: FACTURX_METADATA,
    },
  });
  sheet.title(title);
  writeParties(sheet, invoice);
  writeFacts(sheet, invoice);
  writeLines(sheet, invoice);
  writePayment(sheet, invoice);
  const foot = [
    seller.name,
    seller.registration,
    `${texts.siren} ${seller.siren}`,
    `${texts.vatNumber} ${seller.vatNumber}`,
  ]
    .filter((part) => part !== "")
    .join(" · ");
  return sheet.close((page, pages) => `${foot} · ${number} · ${texts.page(page, pages)}`);
}

function writeParties(sheet: PdfSheet, { seller, party }: InvoiceDocument): void {
  const { language } = party;
  const texts = INVOICE_TEXTS[language];
  const named = (label: string, value: string) => (value === "" ? [] : [texts.labelled(label, value)]);
  sheet.gap(8);
  sheet.columns(
    {
      head: "",
      strong: seller.name,
      lines: [
        seller.street,
        `${seller.postalCode} ${seller.city}`,
        formatCountry(language, seller.country),
        ...named(texts.siret, seller.siret),
        ...named(texts.vatNumber, seller.vatNumber),
        seller.email,
        seller.phone,
      ],
    },
    {
      head: texts.billedTo,
      strong: party.name,
      lines: [
        ...party.addressLines,
        formatCountry(language, party.country),
        ...named(texts.siret, party.siret),
        ...named(texts.vatNumber, party.vatNumber),
      ],
    },
  );
}

function writeFacts(sheet: PdfSheet, invoice: InvoiceDocument): void {
  const { issuedOn, dueOn, party, credited, reason, kind } = invoice;
  const { language } = party;
  const texts = INVOICE_TEXTS[language];
  const { first, last } = periodOf(invoice);
  const facts: [string, string][] = [
    [texts.issuedOn, formatDay(language, issuedOn)],
    ...(kind === "invoice" ? [[texts.dueOn, formatDay(language, dueOn)] as [string, string]] : []),
    [texts.period, `${formatDay(language, first)} – ${formatDay(language, last)}`],
    [texts.clientNumber, String(party.clientNumber)],
    [texts.contractNumber, party.contractNumber],
    [texts.reason, reason],
  ];
  sheet.gap(10);
  if (credited) sheet.strong(texts.credited(credited.number, formatDay(language, credited.issuedOn)));
  for (const [label, value] of facts) if (value !== "") sheet.text(texts.labelled(label, value));
  sheet.gap(8);
}

function writeLines(sheet: PdfSheet, invoice: InvoiceDocument): void {
  const { party, lines, vat } = invoice;
  const { language } = party;
  const texts = INVOICE_TEXTS[language];
  const sign = signOf(invoice);
  const money = (cents: number) => formatMoney(language, cents * sign);
  const percent = formatDecimal(language, vat.basisPoints / 100, 2);
  const total = (label: string, cents: number, isBold = false) => ({
    cells: [label, "", "", money(cents)],
    isBold,
  });
  sheet.table({
    head: [texts.description, texts.quantity, texts.unitPrice, texts.amount],
    first: FIRST_COLUMN_SHARE,
    rows: [
      ...lines.map((line) => ({ cells: lineCells(invoice, line) })),
      total(texts.net, invoice.netCents, true),
      total(texts.vat(percent), invoice.vatCents),
      total(texts.gross, invoice.grossCents, true),
    ],
  });
  if (texts.mentions[vat.rule] !== "") sheet.text(texts.mentions[vat.rule]);
}

/** Returns the cells of a line: description, quantity, unit price and amount. Exported for tests. */
export function lineCells(invoice: Pick<InvoiceDocument, "kind" | "party">, line: InvoiceLine): string[] {
  const { language } = invoice.party;
  const texts = INVOICE_TEXTS[language];
  const cents = line.cents * signOf(invoice);
  const amount = formatMoney(language, cents);
  const description = describeLine(language, line);
  if (line.microsPerTb === null) return [description, "", "", amount];
  return [
    description,
    // A negative amount has a negative quantity, as in the data, because a price is never negative.
    formatTb(language, cents < 0 ? -line.bytes : line.bytes, EXACT_DIGITS),
    texts.perTb(formatRate(language, line.microsPerTb)),
    amount,
  ];
}

function writePayment(
  sheet: PdfSheet,
  { kind, number, grossCents, party, seller, dueOn }: InvoiceDocument,
): void {
  const { language } = party;
  const texts = INVOICE_TEXTS[language];
  if (kind === "credit_note") {
    sheet.heading(texts.labelled(texts.inYourFavour, formatMoney(language, -grossCents)));
    sheet.text(texts.refund);
    return;
  }
  sheet.heading(
    texts.labelled(texts.toPay, `${formatMoney(language, grossCents)} (${formatDay(language, dueOn)})`),
  );
  sheet.text(texts.transfer(number));
  const account = [texts.labelled(texts.iban, seller.iban)];
  if (seller.bic !== "") account.push(texts.labelled(texts.bic, seller.bic));
  sheet.text(account.join(" · "));
  sheet.gap(6);
  for (const note of [texts.penalties, texts.indemnity, texts.discount]) sheet.note(note);
}
