import {
  type CaptionKind,
  Chapter,
  type FieldError,
  ImportCaptions,
  ImportItem,
  MAX_CAPTIONS,
  MAX_CHAPTERS,
  MAX_DESCRIPTION_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  MAX_TITLE_LENGTH,
  TAG_SEPARATOR,
} from "@shoal/contract";
import type { SourceItem } from "./import-source.ts";

/** A video as another service describes it. */
export interface ForeignVideo {
  url: string;
  title: string;
  description?: string | null | undefined;
  tags?: readonly string[] | undefined;
  captions?:
    | readonly {
        url: string;
        language: string;
        label?: string | undefined;
        kind?: CaptionKind | undefined;
      }[]
    | undefined;
  chapters?: readonly { start: number; title: string }[] | undefined;
}

export interface FittedItem {
  /** The item to import; undefined if the address is invalid. */
  item: ImportItem | undefined;
  /** The parts that were left out or shortened; without an item, the reason. */
  faults: FieldError[];
}

/** Returns the line of an entry that does not have the expected shape. */
export const unreadableLine = (line: number): SourceItem => ({
  line,
  title: "",
  url: "",
  item: undefined,
  faults: [{ path: "line", reason: "cannot be read" }],
  ignored: [],
});

/**
 * The maximum number of entries of each kind that are processed. A hostile source may send a million, which would delay all
 * other imports.
 */
const MAX_EXAMINED_ENTRIES = 1_000;

/** Fits a video to our limits, which other services do not have. What does not fit is shortened or left out, and reported. */
export function fitItem({ url, title, description, tags, captions, chapters }: ForeignVideo): FittedItem {
  const faults: FieldError[] = [];
  const fault = (path: string, reason: string) => faults.push({ path, reason });
  const shorten = (path: string, text: string, length: number) => {
    if (text.length > length) fault(path, "is shortened");
    return cleanText(text).slice(0, length).toWellFormed();
  };
  function firstOf<T>(path: string, entries: readonly T[] = []): readonly T[] {
    if (entries.length > MAX_EXAMINED_ENTRIES) fault(path, "is shortened");
    return entries.slice(0, MAX_EXAMINED_ENTRIES);
  }
  const goodTags = new Set<string>();
  for (const [place, tag] of firstOf("tags", tags).entries()) {
    const written = cleanText(tag)
      .replaceAll(TAG_SEPARATOR, " ")
      .trim()
      .slice(0, MAX_TAG_LENGTH)
      .toWellFormed();
    if (written !== "" && goodTags.size < MAX_TAGS) goodTags.add(written);
    else fault(`tags.${place}`, "is left out");
  }
  const goodCaptions = [];
  for (const [place, track] of firstOf("captions", captions).entries()) {
    const { data, error } = ImportCaptions.safeParse({ ...track, label: cleanLabel(track.label) });
    if (data && goodCaptions.length < MAX_CAPTIONS) goodCaptions.push(data);
    else fault(`captions.${place}`, error?.issues[0]?.message ?? "is left out");
  }
  const goodChapters = new Map<number, { start: number; title: string }>();
  for (const [place, each] of firstOf("chapters", chapters).entries()) {
    const { data } = Chapter.safeParse({
      start: each.start,
      title: cleanText(each.title).trim().slice(0, 200),
    });
    if (data && !goodChapters.has(data.start) && goodChapters.size < MAX_CHAPTERS)
      goodChapters.set(data.start, data);
    else fault(`chapters.${place}`, "is left out");
  }
  const name = shorten("title", title, MAX_TITLE_LENGTH).trim();
  const parsed = ImportItem.safeParse({
    url,
    ...(name === "" ? {} : { title: name }),
    description: shorten("description", description ?? "", MAX_DESCRIPTION_LENGTH),
    tags: [...goodTags],
    captions: goodCaptions,
    chapters: [...goodChapters.values()],
  });
  for (const { path, message } of parsed.error?.issues ?? []) fault(path.join("."), message);
  return { item: parsed.data, faults };
}

const cleanText = (text: string) => text.replaceAll("\0", "").toWellFormed();

const cleanLabel = (label: string | undefined) =>
  cleanText(label ?? "")
    .trim()
    .slice(0, 100) || undefined;
