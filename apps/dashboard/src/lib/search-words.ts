/**
 * Removes accents and case, so that "video" finds "vidéo", and makes apostrophes straight, as people type them.
 * @example plain("Échap") // "echap"
 */
export const toPlainText = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase();

/** Returns the words of a search without accents and case. @example splitWords(" Two  factor ") // ["two", "factor"] */
export const splitWords = (search: string): string[] => toPlainText(search).split(/\s+/).filter(Boolean);

/** A part of a string, and whether it matches a word of the search. */
export interface TextPart {
  text: string;
  isFound: boolean;
}

/**
 * Splits a string at the matches of a search, ignoring accents and case.
 * @example splitAtMatches("Une vidéo", "video") // [{ text: "Une ", isFound: false }, { text: "vidéo", isFound: true }]
 */
export function splitAtMatches(text: string, search: string): TextPart[] {
  const signs = [...text.normalize("NFC")];
  const found = findMatchPositions(signs, splitWords(search));
  const parts: TextPart[] = [];
  signs.forEach((sign, at) => {
    const last = parts.at(-1);
    if (last?.isFound === found.has(at)) last.text += sign;
    else parts.push({ text: sign, isFound: found.has(at) });
  });
  return parts;
}

/** Returns the positions of a string that belong to one of the words. */
function findMatchPositions(signs: readonly string[], words: readonly string[]): Set<number> {
  // Converts each original character to exactly one plain character, so that the indexes agree.
  const plainSigns = signs.map((sign) => [...toPlainText(sign)][0] ?? sign);
  const found = new Set<number>();
  for (const wanted of words.map((word) => [...word]))
    for (let at = 0; at + wanted.length <= signs.length; at += 1)
      if (wanted.every((sign, offset) => plainSigns[at + offset] === sign))
        for (const offset of wanted.keys()) found.add(at + offset);
  return found;
}
