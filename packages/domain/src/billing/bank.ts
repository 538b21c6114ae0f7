import { isValidBIC, isValidIBAN } from "ibantools";

/** Whether a text is an IBAN, without spaces and in capitals: its country's length and shape, and its check digits. */
export const isIban = (text: string): boolean => isValidIBAN(text);

/** Whether a text has the shape of a BIC, with a country that there is. */
export const isBic = (text: string): boolean => isValidBIC(text);
