/**
 * Returns the SHA-256 in hex; undefined in insecure contexts, where browsers do not offer it. The server then checks chunks only by their
 * size.
 */
export async function sha256(bytes: Blob): Promise<string | undefined> {
  const data = await bytes.arrayBuffer();
  if (!globalThis.crypto?.subtle) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
