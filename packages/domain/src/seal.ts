import { createHmac, timingSafeEqual } from "node:crypto";

const SIGNATURE_BYTES = 16;

export interface Seal {
  /** What it is for: another use of the secret never makes the same signature. */
  use: "download" | "owner" | "picture" | "room";
  /** Of the installation: api and edge share it. */
  secret: string;
}

/** A text that may stand in an address, with its signature behind a dot. */
export const sealText = (text: string, seal: Seal): string => `${text}.${signatureOf(text, seal)}`;

/** The text of a seal; undefined when it is forged. */
export function openSealed(sealed: string, seal: Seal): string | undefined {
  const text = sealed.slice(0, Math.max(0, sealed.lastIndexOf(".")));
  const given = Buffer.from(sealed.slice(text.length + 1));
  const expected = Buffer.from(signatureOf(text, seal));
  return given.length === expected.length && timingSafeEqual(given, expected) ? text : undefined;
}

function signatureOf(text: string, { use, secret }: Seal): string {
  const digest = createHmac("sha256", secret).update(`${use}\n${text}`).digest();
  return digest.subarray(0, SIGNATURE_BYTES).toString("base64url");
}
