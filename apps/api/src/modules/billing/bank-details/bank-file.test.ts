import { expect, test } from "vitest";
import { findBankFileType, maskIban } from "./bank-file.ts";

const PNG_FILE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const JPEG_FILE = Buffer.concat([
  Buffer.from("ffd8ffe000104a46494600010100000100010000ffc0000b080001000101011100", "hex"),
  Buffer.from("ffd9", "hex"),
]);
const PDF_FILE = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");

test.each([
  ["a PDF", PDF_FILE, "application/pdf"],
  ["a PNG", PNG_FILE, "image/png"],
  ["a JPEG", JPEG_FILE, "image/jpeg"],
  ["a truncated PDF", PDF_FILE.subarray(0, 30), undefined],
  ["a truncated PNG", PNG_FILE.subarray(0, 60), undefined],
  ["a truncated JPEG", JPEG_FILE.subarray(0, -2), undefined],
  ["an HTML page with PDF markers", Buffer.from("<html>%PDF-1.7 %%EOF"), undefined],
  ["a GIF", Buffer.from("GIF89a\x01\x00\x01\x00\x00\x00\x00;"), undefined],
  ["a ZIP", Buffer.from("PK\x03\x04 and more"), undefined],
  ["an empty file", Buffer.alloc(0), undefined],
])("the type of %s is found by its content", (_, bytes, type) => {
  expect(findBankFileType(bytes)).toBe(type);
});

test("a masked IBAN shows its first and last four characters only", () => {
  expect(maskIban("FR7630006000011234567890189")).toBe("FR76 •••• 0189");
});
