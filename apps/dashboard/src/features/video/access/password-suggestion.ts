/** Characters that cannot be confused when read aloud or written down. */
const UNAMBIGUOUS_CHARS = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUP_LENGTH = 4;
const PASSWORD_LENGTH = 12;

/**
 * Suggests a password that is easy to read out and hard to guess: about 59 random bits.
 * @param bytes twelve random bytes.
 * @example suggestPassword() // "k4mw-x7qt-9hfd"
 */
export function suggestPassword(bytes = crypto.getRandomValues(new Uint8Array(PASSWORD_LENGTH))): string {
  const signs = [...bytes].map((byte) => UNAMBIGUOUS_CHARS[byte % UNAMBIGUOUS_CHARS.length]);
  const groups = signs.flatMap((sign, index) =>
    index > 0 && index % GROUP_LENGTH === 0 ? ["-", sign] : [sign],
  );
  return groups.join("");
}
