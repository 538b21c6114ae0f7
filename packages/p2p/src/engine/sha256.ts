const toHex = (bytes: ArrayLike<number>): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Returns the sha256 in lower-case hex, from the browser's own digest in a secure context.
 * @param inScript the digest for pages outside a secure context; if omitted, the result on such pages is "", which is no segment's hash.
 */
export async function sha256Hex(
  bytes: Uint8Array<ArrayBuffer>,
  inScript?: (bytes: Uint8Array) => Uint8Array,
): Promise<string> {
  const { subtle } = globalThis.crypto ?? {};
  return toHex(subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : (inScript?.(bytes) ?? []));
}
