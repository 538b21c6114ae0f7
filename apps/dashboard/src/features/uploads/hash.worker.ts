import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

export interface HashRequest {
  id: number;
  bytes: Blob;
}
export type HashResponse = { id: number; sha256: string } | { id: number; failure: string };

/** Hashes with the browser's SHA-256, which is available only in a secure context, or otherwise in JavaScript. */
async function sha256Of(bytes: ArrayBuffer): Promise<Uint8Array> {
  return crypto.subtle
    ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
    : sha256(new Uint8Array(bytes));
}

async function handleRequest({ id, bytes }: HashRequest): Promise<HashResponse> {
  try {
    return { id, sha256: bytesToHex(await sha256Of(await bytes.arrayBuffer())) };
  } catch (error) {
    return { id, failure: String(error) };
  }
}

self.addEventListener("message", (event: MessageEvent<HashRequest>) => {
  void handleRequest(event.data).then((text) => self.postMessage(text));
});
