import type { InvoiceDocument, InvoiceLine, Language, VatRule } from "@shoal/contract";
import { formatDecimal, formatMonth } from "./invoice-words.ts";

const BYTES_PER_TB = 1_000_000_000_000;
/** The number of decimal digits of a TB, down to thousandths of a GB. Smaller amounts are stated as counted. */
const TB_DIGITS = 6;

interface InvoiceTexts {
  invoice: string;
  creditNote: string;
  issuedOn: string;
  dueOn: string;
  period: string;
  clientNumber: string;
  contractNumber: string;
  siret: string;
  siren: string;
  vatNumber: string;
  billedTo: string;
  description: string;
  quantity: string;
  unitPrice: string;
  amount: string;
  net: string;
  vat: (percent: string) => string;
  gross: string;
  toPay: string;
  inYourFavour: string;
  payment: string;
  transfer: (number: string) => string;
  refund: string;
  iban: string;
  bic: string;
  credited: (number: string, day: string) => string;
  reason: string;
  delivery: (month: string, from: string, to: string | null) => string;
  correction: (month: string, change: string) => string;
  credit: (month: string) => string;
  /** The statement that the law requires for each VAT rule. */
  mentions: Record<VatRule, string>;
  /** The texts that article L441-9 of the Code de commerce requires on invoices between companies. */
  penalties: string;
  indemnity: string;
  discount: string;
  page: (page: number, pages: number) => string;
  tb: (amount: string) => string;
  perTb: (price: string) => string;
  labelled: (label: string, value: string) => string;
}

const EN_TEXTS: InvoiceTexts = {
  invoice: "Invoice",
  creditNote: "Credit note",
  issuedOn: "Date",
  dueOn: "Due date",
  period: "Period",
  clientNumber: "Client number",
  contractNumber: "Contract",
  siret: "SIRET",
  siren: "SIREN",
  vatNumber: "VAT number",
  billedTo: "Billed to",
  description: "Description",
  quantity: "Quantity",
  unitPrice: "Unit price",
  amount: "Amount before VAT",
  net: "Total before VAT",
  vat: (percent) => `VAT ${percent}%`,
  gross: "Total including VAT",
  toPay: "Amount due",
  inYourFavour: "Amount in your favour",
  payment: "Payment",
  transfer: (number) => `By bank transfer, quoting the reference ${number}.`,
  refund: "This amount is deducted from your invoices or refunded.",
  iban: "IBAN",
  bic: "BIC",
  credited: (number, day) => `For invoice ${number} of ${day}`,
  reason: "Reason",
  delivery: (month, from, to) =>
    to === null ? `Delivery in ${month}, from ${from}` : `Delivery in ${month}, from ${from} to ${to}`,
  correction: (month, change) => `Correction of ${month}: data received after the invoice (${change})`,
  credit: (month) => `Credit for ${month}`,
  mentions: {
    standard: "",
    reverse_charge:
      "Reverse charge: VAT is due by the customer (article 283-2 of the French CGI, articles 44 and 196 of Directive 2006/112/EC).",
    outside_eu: "Not subject to French VAT (article 259-1° of the French CGI).",
  },
  penalties:
    "Late payment: penalties at the refinancing rate of the European Central Bank plus 10 percentage points, due without a reminder.",
  indemnity: "Late payment: fixed recovery costs of €40.",
  discount: "No discount for early payment.",
  page: (page, pages) => `Page ${page} of ${pages}`,
  tb: (amount) => `${amount}\u00a0TB`,
  perTb: (price) => `${price} per TB`,
  labelled: (label, value) => `${label}: ${value}`,
};

const FR_TEXTS: InvoiceTexts = {
  invoice: "Facture",
  creditNote: "Avoir",
  issuedOn: "Date",
  dueOn: "Échéance",
  period: "Période",
  clientNumber: "Numéro de client",
  contractNumber: "Contrat",
  siret: "SIRET",
  siren: "SIREN",
  vatNumber: "N° de TVA",
  billedTo: "Facturé à",
  description: "Désignation",
  quantity: "Quantité",
  unitPrice: "Prix unitaire",
  amount: "Montant HT",
  net: "Total HT",
  vat: (percent) => `TVA ${percent}\u00a0%`,
  gross: "Total TTC",
  toPay: "Net à payer",
  inYourFavour: "Montant en votre faveur",
  payment: "Règlement",
  transfer: (number) => `Par virement, avec la référence ${number}.`,
  refund: "Ce montant est déduit de vos factures ou vous est remboursé.",
  iban: "IBAN",
  bic: "BIC",
  credited: (number, day) => `Pour la facture ${number} du ${day}`,
  reason: "Motif",
  delivery: (month, from, to) =>
    to === null ? `Diffusion, ${month}, au-delà de ${from}` : `Diffusion, ${month}, de ${from} à ${to}`,
  correction: (month, change) => `Correction, ${month}\u00a0: données reçues après la facture (${change})`,
  credit: (month) => `Avoir, ${month}`,
  mentions: {
    standard: "",
    reverse_charge:
      "Autoliquidation\u00a0: TVA due par le preneur (article 283-2 du CGI, articles 44 et 196 de la directive 2006/112/CE).",
    outside_eu: "TVA non applicable, article 259-1° du CGI.",
  },
  penalties:
    "Retard de paiement\u00a0: pénalités au taux de refinancement de la Banque centrale européenne majoré de 10 points, exigibles sans rappel.",
  indemnity: "Retard de paiement\u00a0: indemnité forfaitaire pour frais de recouvrement de 40\u00a0€.",
  discount: "Pas d’escompte pour paiement anticipé.",
  page: (page, pages) => `Page ${page} sur ${pages}`,
  tb: (amount) => `${amount}\u00a0To`,
  perTb: (price) => `${price} par To`,
  labelled: (label, value) => `${label}\u00a0: ${value}`,
};

export const INVOICE_TEXTS: Readonly<Record<Language, InvoiceTexts>> = { EN: EN_TEXTS, FR: FR_TEXTS };

export const formatTb = (language: Language, bytes: number, digits = TB_DIGITS): string =>
  INVOICE_TEXTS[language].tb(formatDecimal(language, bytes / BYTES_PER_TB, digits));

/** Describes a line in the client's language. */
export function describeLine(language: Language, line: InvoiceLine): string {
  const texts = INVOICE_TEXTS[language];
  const month = formatMonth(language, line.month);
  if (line.kind === "credit") return texts.credit(month);
  if (line.kind === "correction") {
    const change = formatTb(language, line.bytes);
    return texts.correction(month, line.bytes > 0 ? `+${change}` : change);
  }
  const to = line.toBytes === null ? null : formatTb(language, line.toBytes);
  return texts.delivery(month, formatTb(language, line.fromBytes), to);
}

/** Returns the sign of amounts. Credit notes show positive amounts, because the document's title states the direction. */
export const signOf = ({ kind }: Pick<InvoiceDocument, "kind">): 1 | -1 => (kind === "invoice" ? 1 : -1);
