import type { BilledParty, InvoiceDocument } from "@shoal/contract";
import { deliveryLines, totalsOf, vatOf } from "@shoal/domain/billing";
import { SAMPLE_SELLER } from "../../../../testing/seller-sample.ts";

const BYTES_PER_TB = 1_000_000_000_000;
const SAMPLE_PARTY: BilledParty = {
  clientUuid: "4b0e8f7c-7d0d-4a42-9d3b-2d7f0c2f6a11",
  clientNumber: 12,
  contractNumber: "C-0012",
  name: "Lagoon Media SAS",
  contactName: "",
  email: "",
  addressLines: ["4 rue des Essais", "29200 Brest"],
  country: "FR",
  siret: "73282932000074",
  vatNumber: "FR44732829320",
  language: "EN",
};

/** Creates an invoice of 5.50 € before tax. */
export function sampleInvoice(
  own: Partial<BilledParty> = {},
  changed: Partial<InvoiceDocument> = {},
): InvoiceDocument {
  const party = { ...SAMPLE_PARTY, ...own };
  const lines = deliveryLines("2026-10", [
    { fromBytes: 0, toBytes: BYTES_PER_TB, microsPerTb: 0, bytes: BYTES_PER_TB, cents: 0 },
    {
      fromBytes: BYTES_PER_TB,
      toBytes: null,
      microsPerTb: 10_000_000,
      bytes: 0.55 * BYTES_PER_TB,
      cents: 550,
    },
  ]);
  const vat = vatOf(SAMPLE_SELLER, party);
  if (vat === null) throw new Error(`No VAT is known for ${party.country}`);
  return {
    kind: "invoice",
    number: "2026-000123",
    issuedOn: "2026-11-05",
    dueOn: "2026-12-05",
    month: "2026-10",
    seller: SAMPLE_SELLER,
    party,
    lines,
    vat,
    ...totalsOf(changed.lines ?? lines, vat),
    credited: null,
    reason: "",
    ...changed,
  };
}
