import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";

export interface Seal {
  /** The purpose: signatures for different purposes are never the same. */
  use: "chat" | "download" | "owner" | "picture" | "room";
  /** The installation's secret, shared by api and edge. */
  secret: string;
}

/** Appends a signature to a URL-safe text, after a dot. */
export const sealText = (text: string, { use, secret }: Seal): string =>
  `${text}.${computeSignature(`${use}\n${text}`, secret)}`;

/** Returns the signed text; undefined if it is forged. */
export function openSealed(sealed: string, { use, secret }: Seal): string | undefined {
  const text = sealed.slice(0, Math.max(0, sealed.lastIndexOf(".")));
  return isSignatureOf(sealed.slice(text.length + 1), `${use}\n${text}`, secret) ? text : undefined;
}

/** 128 of HMAC-SHA256's 256 bits: beyond guessing, and half the length in every media URL. */
const SIGNATURE_BYTES = 16;

/** Returns the signature of a string in base64url. It is compared as text, so that only one notation is accepted. */
export function computeSignature(text: string, key: KeyObject | string): string {
  const digest = createHmac("sha256", key).update(text).digest();
  return digest.subarray(0, SIGNATURE_BYTES).toString("base64url");
}

/** Compares a signature in constant time. */
export function isSignatureOf(given: string, text: string, key: KeyObject | string): boolean {
  const [bytes, expected] = [Buffer.from(given), Buffer.from(computeSignature(text, key))];
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}
