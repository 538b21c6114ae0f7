import type { Section, Topic } from "./topics.ts";

/** Without accents and capitals: who types "video" finds "vidéo". @example plain("Échap") // "echap" */
const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The words of a search. @example wordsOf(" two  factor ") // ["two", "factor"] */
const wordsOf = (search: string): string[] => search.split(/\s+/).filter(Boolean);

/** The sections with the topics that hold every word of the search; those without any are left out. */
export function findTopics(sections: readonly Section[], search: string): Section[] {
  const words = wordsOf(plain(search));
  if (words.length === 0) return [...sections];
  return sections
    .map((section) => ({
      ...section,
      topics: section.topics.filter((topic) => {
        const text = textOf(section, topic);
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ topics }) => topics.length > 0);
}

const textOf = (section: Section, { title, paragraphs, shortcuts }: Topic): string =>
  plain([section.title, title, ...paragraphs, ...shortcuts.map(({ text }) => text)].join("\n"));

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
  const found = findPlaces(signs, wordsOf(plain(search)));
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
