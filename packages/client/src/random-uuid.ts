/** The bytes that contain the version and the variant of a UUID (RFC 9562, section 5.4). */
const VERSION_BYTE = 6;
const VARIANT_BYTE = 8;

/**
 * Returns a random UUID of version 4. Unlike `crypto.randomUUID`, it also works on pages on plain HTTP.
 * @example createRandomUuid() // "0d4f1c52-7a0e-4b13-95c8-2f6e81d0a7b4"
 */
export function createRandomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[VERSION_BYTE] = ((bytes[VERSION_BYTE] ?? 0) & 0x0f) | 0x40;
  bytes[VARIANT_BYTE] = ((bytes[VARIANT_BYTE] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
