/**
 * Returns a random key in the form of a UUID. Unlike `crypto.randomUUID`, it also works on pages on plain HTTP.
 * @example createRandomKey() // "0d4f1c52-7a0e-9b13-55c8-2f6e81d0a7b4"
 */
export function createRandomKey(): string {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)));
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
