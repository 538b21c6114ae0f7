const toHex = (bytes: ArrayLike<number>): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Lower-case hex. The browser's own digest where the page is a secure context.
 * @param inScript for pages that are none; without it they get "", the hash of no segment.
 */
export async function sha256Hex(
  bytes: Uint8Array<ArrayBuffer>,
  inScript?: (bytes: Uint8Array) => Uint8Array,
): Promise<string> {
  const { subtle } = globalThis.crypto ?? {};
  return toHex(subtle ? new Uint8Array(await subtle.digest("SHA-256", bytes)) : (inScript?.(bytes) ?? []));
}
