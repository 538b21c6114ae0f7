import { z } from "zod";
import { Text } from "../text.ts";

/** A scan or a PDF of one page. */
export const BANK_FILE_MAX_BYTES = 5_000_000;
export const BANK_FILE_TYPES = ["application/pdf", "image/png", "image/jpeg"] as const;
export type BankFileType = (typeof BANK_FILE_TYPES)[number];

/** Spaces and hyphens stand in most printed ones. */
const bankNumber = (max: number) =>
  Text.trim()
    .min(1)
    .max(max)
    .overwrite((text) => text.replace(/[\s-]/g, "").toUpperCase());

/** The fields beside the file. Whether the IBAN and the BIC are valid is for the api to say. */
export const BankDetailsFields = z.strictObject({
  holder: Text.trim().min(2).max(200),
  iban: bankNumber(60),
  bic: bankNumber(20),
});

/** Bank details as everyone sees them who may: the number is masked. */
export const BankDetailsView = z.object({
  holder: z.string(),
  /** Such as `FR76 •••• 0189`. */
  maskedIban: z.string(),
  bic: z.string(),
  fileName: z.string(),
  fileType: z.enum(BANK_FILE_TYPES),
  sizeBytes: z.number().int(),
  savedAt: z.string(),
  /** A username. */
  savedBy: z.string(),
});
export type BankDetailsView = z.infer<typeof BankDetailsView>;

export const BankDetailsState = z.object({
  isRIB: z.boolean(),
  /** Null when none were handed in here. */
  details: BankDetailsView.nullable(),
});
export type BankDetailsState = z.infer<typeof BankDetailsState>;
