import { splitWords, toPlainText } from "../../lib/search-words.ts";
import { type Block, searchTextOf } from "./blocks.ts";
import type { PageAddress } from "./contents.ts";

export interface SearchedPage extends PageAddress {
  title: string;
  blocks: readonly Block[];
}

export interface SearchHit extends PageAddress {
  title: string;
  /** An excerpt of the block that contains most of the searched words; empty if only the title contains them. */
  excerpt: string;
}

/** The number of characters that an excerpt shows before the found word. */
const EXCERPT_LEAD_LENGTH = 60;
const EXCERPT_LENGTH = 180;

/** Finds the pages that contain every word of a search. Those with a word in the title come first. */
export function searchPages(pages: readonly SearchedPage[], search: string): SearchHit[] {
  const words = splitWords(search);
  if (words.length === 0) return [];
  const isNamed = ({ title }: SearchHit) => words.some((word) => toPlainText(title).includes(word));
  const hits = pages.filter((page) => containsAll(page, words)).map((page) => hitOf(page, words));
  return [...hits.filter(isNamed), ...hits.filter((hit) => !isNamed(hit))];
}

function containsAll({ title, blocks }: SearchedPage, words: readonly string[]): boolean {
  const all = toPlainText([title, ...blocks.map(searchTextOf)].join("\n"));
  return words.every((word) => all.includes(word));
}

function hitOf({ chapter, page, title, blocks }: SearchedPage, words: readonly string[]): SearchHit {
  const countIn = (block: string) => words.filter((word) => toPlainText(block).includes(word)).length;
  const [found = ""] = blocks.map(searchTextOf).sort((a, b) => countIn(b) - countIn(a));
  return { chapter, page, title, excerpt: countIn(found) > 0 ? excerptAround(found, words) : "" };
}

/** Cuts an excerpt of a string around the first of these words, at word boundaries. */
function excerptAround(text: string, words: readonly string[]): string {
  const places = words.map((word) => toPlainText(text).indexOf(word)).filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...places, text.length) - EXCERPT_LEAD_LENGTH);
  const start = from === 0 ? 0 : text.indexOf(" ", from) + 1;
  const piece = text.slice(start, start + EXCERPT_LENGTH);
  const isCut = start + EXCERPT_LENGTH < text.length;
  const end = isCut ? piece.slice(0, piece.lastIndexOf(" ")) : piece;
  return `${start > 0 ? "… " : ""}${end}${isCut ? " …" : ""}`;
}
