/** Without accents and capitals: who types "video" finds "vidéo". @example plain("Échap") // "echap" */
export const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The words of a search, plain. @example wordsOf(" Two  factor ") // ["two", "factor"] */
export const wordsOf = (search: string): string[] => plain(search).split(/\s+/).filter(Boolean);

/** A piece of a text, and whether a word of the search stands there. */
export interface TextPart {
  text: string;
  isFound: boolean;
}

/**
 * Cuts a text where words of a search begin and end, also where accents or capitals differ.
 * @example markWords("Une vidéo", "video") // [{ text: "Une ", isFound: false }, { text: "vidéo", isFound: true }]
 */
export function markWords(text: string, search: string): TextPart[] {
  const signs = [...text.normalize("NFC")];
  const found = findPlaces(signs, wordsOf(search));
  const parts: TextPart[] = [];
  signs.forEach((sign, at) => {
    const last = parts.at(-1);
    if (last?.isFound === found.has(at)) last.text += sign;
    else parts.push({ text: sign, isFound: found.has(at) });
  });
  return parts;
}

/** The places of a text that belong to one of the words. */
function findPlaces(signs: readonly string[], words: readonly string[]): Set<number> {
  // One plain sign for each, so that places agree.
  const plainSigns = signs.map((sign) => [...plain(sign)][0] ?? sign);
  const found = new Set<number>();
  for (const wanted of words.map((word) => [...word]))
    for (let at = 0; at + wanted.length <= signs.length; at += 1)
      if (wanted.every((sign, offset) => plainSigns[at + offset] === sign))
        for (const offset of wanted.keys()) found.add(at + offset);
  return found;
}
