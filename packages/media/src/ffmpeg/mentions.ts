/**
 * Returns whether a line of a program's output contains all of these words, ignoring case. A regular expression with a gap between
 * two words would take quadratic time on a line that an attacker fills with the first word.
 * @example containsAllWords("[flv @ 0x55] Codec hevc is not compatible with FLV", "codec ", " not compatible with flv") // true
 */
export const containsAllWords = (complaints: string, ...words: string[]): boolean =>
  complaints
    .toLowerCase()
    .split("\n")
    .some((line) => words.every((word) => line.includes(word.toLowerCase())));
