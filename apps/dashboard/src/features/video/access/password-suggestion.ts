/** Characters that cannot be confused when read aloud or written down. */
const SIGNS = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUP = 4;
const SIGN_COUNT = 12;

/**
 * Suggests a password that is easy to read out and hard to guess: some 59 random bits.
 * @param bytes twelve random bytes.
 * @example suggestPassword() // "k4mw-x7qt-9hfd"
 */
export function suggestPassword(bytes = crypto.getRandomValues(new Uint8Array(SIGN_COUNT))): string {
  const signs = [...bytes].map((byte) => SIGNS[byte % SIGNS.length]);
  const groups = signs.flatMap((sign, index) => (index > 0 && index % GROUP === 0 ? ["-", sign] : [sign]));
  return groups.join("");
}
