/**
 * Returns a random UUID of version 4 (RFC 9562), with 120 random bits. Unlike `crypto.randomUUID`, it also works on pages on plain HTTP.
 * @example createRandomUuid() // "0d4f1c52-7a0e-4b13-85c8-2f6e81d0a7b4"
 */
export function createRandomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(30)).values();
  return "xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx".replaceAll("x", () =>
    ((bytes.next().value ?? 0) % 16).toString(16),
  );
}
