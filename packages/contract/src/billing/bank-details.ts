import { z } from "zod";
import { Text } from "../text.ts";

/** The maximum size of the bank document: a scan, or a PDF of one page. */
export const MAX_BANK_FILE_BYTES = 5_000_000;
export const BANK_FILE_TYPES = ["application/pdf", "image/png", "image/jpeg"] as const;
export type BankFileType = (typeof BANK_FILE_TYPES)[number];

/** Returns a schema that converts a number to capitals without the spaces and hyphens that printed numbers usually contain. */
const bankNumber = (max: number) =>
  Text.trim()
    .min(1)
    .max(max)
    .overwrite((text) => text.replace(/[\s-]/g, "").toUpperCase());

/** The fields sent with the file. The api checks the IBAN and BIC. */
export const BankDetailsFields = z.strictObject({
  holder: Text.trim().min(2).max(200),
  iban: bankNumber(60),
  bic: bankNumber(20),
});

/** Bank details as shown to authorised users: the number is masked. */
export const BankDetailsView = z.object({
  holder: z.string(),
  /** The shortened IBAN, such as `FR76 •••• 0189`. */
  maskedIban: z.string(),
  bic: z.string(),
  fileName: z.string(),
  fileType: z.enum(BANK_FILE_TYPES),
  sizeBytes: z.number().int(),
  savedAt: z.string(),
  /** The username of the user who saved the bank details. */
  savedBy: z.string(),
});
export type BankDetailsView = z.infer<typeof BankDetailsView>;

export const BankDetailsState = z.object({
  isRIB: z.boolean(),
  /** The bank details; null if none were submitted. */
  details: BankDetailsView.nullable(),
});
export type BankDetailsState = z.infer<typeof BankDetailsState>;
