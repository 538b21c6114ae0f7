import { z } from "zod";
import { Email, LANGUAGES } from "../accounts/account.ts";
import { COUNTRY_CODES, CountryCode } from "../origins.ts";
import { Text } from "../text.ts";
import { cleanNumber, isSiren, Siren, Siret, VatNumber } from "./company-numbers.ts";

/** The company that operates the installation and sells its services, as named on contracts and invoices. */
export const Seller = z.object({
  /** The registered name, with the legal form. */
  name: z.string(),
  street: z.string(),
  postalCode: z.string(),
  city: z.string(),
  /** ISO 3166-1 alpha-2 code of the country. */
  country: z.string(),
  /** The SIREN: 9 digits in France, otherwise "". */
  siren: z.string(),
  /** The SIRET: 14 digits in France, otherwise "". */
  siret: z.string(),
  vatNumber: z.string(),
  /** The register and share capital, mandatory on French invoices; may be "". */
  registration: z.string(),
  iban: z.string(),
  bic: z.string(),
  email: z.string(),
  phone: z.string(),
  /** The number of days from the invoice date to the due date. */
  paymentTermDays: z.number().int(),
});
export type Seller = z.infer<typeof Seller>;

const requiredText = (max: number) => Text.trim().min(1).max(max);
/** The longest payment term: French law allows at most 60 days between companies. */
const MAX_PAYMENT_TERM_DAYS = 60;

/** The seller as entered by an administrator. The api checks the IBAN and BIC. */
export const SellerInput = z
  .strictObject({
    name: requiredText(200),
    street: requiredText(200),
    postalCode: requiredText(20),
    city: requiredText(100),
    country: CountryCode,
    siren: Siren,
    siret: Siret,
    vatNumber: VatNumber,
    registration: Text.trim().max(300),
    iban: Text.max(60).overwrite(cleanNumber),
    bic: Text.max(20).overwrite(cleanNumber),
    email: z.union([z.literal(""), Email]),
    phone: Text.trim()
      .max(30)
      .regex(/^[+\d\s().-]*$/, "can contain only digits, spaces and + ( ) . -"),
    paymentTermDays: z.number().int().min(0).max(MAX_PAYMENT_TERM_DAYS),
  })
  .superRefine(({ country, siren, siret }, context) => {
    const fault = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (country === "FR" && siren === "") fault("siren", "is missing: a French company has one");
    // This check also runs if a field has rejected its own value, so it skips invalid values instead of reporting them twice.
    const isElsewhere = country !== "FR" && COUNTRY_CODES.includes(country);
    if (isElsewhere && siren !== "") fault("siren", "is only for French companies");
    if (isElsewhere && siret !== "") fault("siret", "is only for French companies");
    if (isSiren(siren) && siret !== "" && !siret.startsWith(siren))
      fault("siret", "must begin with the SIREN");
  });
export type SellerInput = z.infer<typeof SellerInput>;

/** The billed client on contracts and invoices, as of the date of the document. */
export const BilledParty = z.object({
  clientUuid: z.string(),
  clientNumber: z.number().int(),
  contractNumber: z.string(),
  /** The company's name, or the client's if there is none. */
  name: z.string(),
  contactName: z.string(),
  email: z.string(),
  /** Lines of the postal address, without the country. */
  addressLines: z.array(z.string()),
  /** ISO 3166-1 alpha-2 code of the country. */
  country: z.string(),
  siret: z.string(),
  /** The VAT number; "" for none. */
  vatNumber: z.string(),
  language: z.enum(LANGUAGES),
});
export type BilledParty = z.infer<typeof BilledParty>;
