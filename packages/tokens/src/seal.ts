import { isSignatureOf, signatureOf } from "./signature.ts";

export interface Seal {
  /** What it is for: another use of the secret never makes the same signature. */
  use: "download" | "owner" | "picture" | "room";
  /** Of the installation: api and edge share it. */
  secret: string;
}

/** A text that may stand in an address, with its signature behind a dot. */
export const sealText = (text: string, { use, secret }: Seal): string =>
  `${text}.${signatureOf(`${use}\n${text}`, secret)}`;

/** The text of a seal; undefined when it is forged. */
export function openSealed(sealed: string, { use, secret }: Seal): string | undefined {
  const text = sealed.slice(0, Math.max(0, sealed.lastIndexOf(".")));
  return isSignatureOf(sealed.slice(text.length + 1), `${use}\n${text}`, secret) ? text : undefined;
}
