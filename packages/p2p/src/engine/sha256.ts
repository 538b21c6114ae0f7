const toHex = (bytes: ArrayLike<number>): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Returns the sha256 in lower-case hex. In a secure context, the browser computes it.
 * @param inScript computes it on pages outside a secure context. If omitted, the result on such pages is "", which is not the hash
 * of any segment.
 */
export async function sha256Hex(
  bytes: Uint8Array<ArrayBuffer>,
  inScript?: (bytes: Uint8Array) => Uint8Array,
): Promise<string> {
  const { subtle } = globalThis.crypto ?? {};
  return toHex(subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : (inScript?.(bytes) ?? []));
}
