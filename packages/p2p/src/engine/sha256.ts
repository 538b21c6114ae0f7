import { sha256 as sha256InScript } from "@noble/hashes/sha2.js";

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Lower-case hex. The browser's own digest where the page is a secure context, a script elsewhere. */
export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle) return toHex(sha256InScript(bytes));
  return toHex(new Uint8Array(await subtle.digest("SHA-256", bytes)));
}
