/**
 * Returns the SHA-256 in hex. It is not available in insecure contexts: chunks are then sent without it and checked only by
 * size.
 */
export async function sha256(bytes: Blob): Promise<string | undefined> {
  const data = await bytes.arrayBuffer();
  if (!globalThis.crypto?.subtle) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
