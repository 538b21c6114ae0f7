/**
 * Whether a program complains, on one line, of all these words, in any case. An expression with a gap between two words takes
 * the square of the time of a line that someone else has filled with the first of them.
 * @example says("[flv @ 0x55] Codec hevc is not compatible with FLV", "codec ", " not compatible with flv") // true
 */
export const says = (complaints: string, ...words: string[]): boolean =>
  complaints
    .toLowerCase()
    .split("\n")
    .some((line) => words.every((word) => line.includes(word.toLowerCase())));
