import { isValidBIC, isValidIBAN } from "ibantools";

/** Returns whether a string is a valid IBAN in capitals without spaces: its country's length and format, and its check digits. */
export const isIban = (text: string): boolean => isValidIBAN(text);

/** Returns whether a string has the format of a BIC of an existing country. */
export const isBic = (text: string): boolean => isValidBIC(text);
