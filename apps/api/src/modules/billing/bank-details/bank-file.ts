import type { BankFileType } from "@shoal/contract";
import { readPictureHeader } from "@shoal/domain";

/**
 * The number of bytes at the end of a file in which its end marker is searched. Some programs write a few bytes after the marker.
 */
const FILE_END_BYTES = 1_024;

const END_MARKERS: Record<BankFileType, Buffer> = {
  "application/pdf": Buffer.from("%%EOF"),
  "image/png": Buffer.from("IEND"),
  "image/jpeg": Buffer.of(0xff, 0xd9),
};

/** Finds the type of a file by its content; undefined for unsupported or incomplete files. */
export function findBankFileType(bytes: Buffer): BankFileType | undefined {
  const type = readType(bytes);
  return type && bytes.subarray(-FILE_END_BYTES).includes(END_MARKERS[type]) ? type : undefined;
}

function readType(bytes: Buffer): BankFileType | undefined {
  if (/^%PDF-[12]\.\d/.test(bytes.toString("latin1", 0, 8))) return "application/pdf";
  const picture = readPictureHeader(bytes);
  if (!picture?.width || !picture.height) return undefined;
  if (picture.format === "png") return "image/png";
  return picture.format === "jpeg" ? "image/jpeg" : undefined;
}

/** @example maskIban("FR7630006000011234567890189") // "FR76 •••• 0189" */
export const maskIban = (iban: string): string => `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`;
