import { splitWords, toPlainText } from "../../lib/search-words.ts";
import type { HelpSection, HelpTopic } from "./topics.ts";

/** Returns the sections with the topics that contain every word of the search; empty sections are omitted. */
export function findTopics(sections: readonly HelpSection[], search: string): HelpSection[] {
  const words = splitWords(search);
  if (words.length === 0) return [...sections];
  return sections
    .map((section) => ({
      ...section,
      topics: section.topics.filter((topic) => {
        const text = buildSearchText(section, topic);
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ topics }) => topics.length > 0);
}

const buildSearchText = (section: HelpSection, { title, paragraphs, shortcuts }: HelpTopic): string =>
  toPlainText([section.title, title, ...paragraphs, ...shortcuts.map(({ text }) => text)].join("\n"));
