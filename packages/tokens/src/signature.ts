import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";

/** 128 of HMAC-SHA256's 256 bits: beyond guessing, and half the length in every media URL. */
const SIGNATURE_BYTES = 16;

/** @returns the signature of a text, as text in base64url, so that no second spelling of the same bytes passes. */
export function signatureOf(text: string, key: KeyObject | string): string {
  const digest = createHmac("sha256", key).update(text).digest();
  return digest.subarray(0, SIGNATURE_BYTES).toString("base64url");
}

/** Whether a signature is that of a text; how long that takes tells nothing of it. */
export function isSignatureOf(given: string, text: string, key: KeyObject | string): boolean {
  const [bytes, expected] = [Buffer.from(given), Buffer.from(signatureOf(text, key))];
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
