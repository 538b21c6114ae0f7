import type { Seller } from "@shoal/contract";

/** A seller for tests, with invented numbers. */
export const SAMPLE_SELLER: Seller = {
  name: "Shoal Test SAS",
  street: "1 quai des Essais",
  postalCode: "29200",
  city: "Lorient",
  country: "FR",
  siren: "732829320",
  siret: "73282932000074",
  vatNumber: "FR44732829320",
  registration: "RCS Lorient 732 829 320, capital 10 000 €",
  iban: "FR7630006000011234567890189",
  bic: "AGRIFRPP",
  email: "billing@example.org",
  phone: "+33 2 98 00 00 00",
  paymentTermDays: 30,
};
