import { z } from "zod";
import { LANGUAGES } from "../accounts/account.ts";

/** The company that runs the installation and sells: it stands on contracts and invoices. */
export const Seller = z.object({
  /** The registered name, with the legal form. */
  name: z.string(),
  street: z.string(),
  postalCode: z.string(),
  city: z.string(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  /** 9 digits in France, else "". */
  siren: z.string(),
  /** 14 digits in France, else "". */
  siret: z.string(),
  vatNumber: z.string(),
  /** The register and the share capital, as they must stand on a French invoice; may be "". */
  registration: z.string(),
  iban: z.string(),
  bic: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Days from the date of an invoice until it is due. */
  paymentTermDays: z.number().int(),
});
export type Seller = z.infer<typeof Seller>;

/** Who is billed, as contracts and invoices name them: of a client, at the moment of the document. */
export const BilledParty = z.object({
  clientUuid: z.string(),
  clientNumber: z.number().int(),
  contractNumber: z.string(),
  /** The company's name; that of the client where none was given. */
  name: z.string(),
  contactName: z.string(),
  email: z.string(),
  /** Lines of the postal address, without the country. */
  addressLines: z.array(z.string()),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  siret: z.string(),
  /** "" for who has none. */
  vatNumber: z.string(),
  language: z.enum(LANGUAGES),
});
export type BilledParty = z.infer<typeof BilledParty>;
