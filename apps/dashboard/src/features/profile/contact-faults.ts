import { cleanNumber, isVatNumber } from "@shoal/contract";
import { isEmail } from "../../lib/email.ts";

export interface ContactValues extends Record<string, unknown> {
  companyName: string;
  siret: string;
  contactFirstName: string;
  contactLastName: string;
  contactEmail: string;
  phone: string;
  postalAddress: string;
  country: string;
  vatNumber: string;
}

/**
 * Returns a SIRET as it is stored, without the spaces and dots between groups of digits.
 * @example normalizeSiret("732 829 320 00074") // "73282932000074"
 */
export const normalizeSiret = (siret: string): string => siret.replace(/[\s.]/g, "");

/** Finds the contact fields that the server would reject. */
export function findContactFaults({ siret, contactEmail, phone, vatNumber }: ContactValues) {
  return {
    siret: !/^(\d{14})?$/.test(normalizeSiret(siret)),
    contactEmail: contactEmail.trim() !== "" && !isEmail(contactEmail),
    vatNumber: vatNumber.trim() !== "" && !isVatNumber(cleanNumber(vatNumber)),
    phone: !/^[+\d\s().-]*$/.test(phone),
  };
}
