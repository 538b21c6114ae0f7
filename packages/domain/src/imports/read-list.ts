import { type FieldError, ImportItem, type ImportListFormat } from "@shoal/contract";
import { iterateCsvRecords, withoutFormulaGuard } from "../csv-records.ts";
import { parseChapterTime } from "../videos/chapter-times.ts";
import { nameOfUrl } from "../videos/source-url.ts";
import { iterateJsonItems } from "./json-items.ts";

/** One line of a list: a video, or the line's errors. */
export interface ListedItem {
  line: number;
  /** The line's title; for an invalid line, as much of it as can be read. */
  title: string;
  url: string;
  item: ImportItem | undefined;
  faults: FieldError[];
  /** The columns or fields that are not video properties. */
  ignored: string[];
}

/** An error that makes the whole list unusable. */
export class ListUnreadable extends Error {
  readonly fault: "not_a_list" | "no_url_column";
  constructor(fault: "not_a_list" | "no_url_column") {
    super(fault);
    this.fault = fault;
  }
}

const ITEM_FIELDS: ReadonlySet<string> = new Set(Object.keys(ImportItem.shape));
const SEPARATORS = [",", ";", "\t"] as const;
const MAX_EXCERPT_LENGTH = 300;

/** @example listFormatOf("videos.JSON") // "json" */
export const listFormatOf = (fileName: string): ImportListFormat =>
  /\.(json|ndjson|jsonl)$/i.test(fileName) ? "json" : "csv";

/**
 * Parses a list line by line.
 * @throws ListUnreadable if no line can be a video.
 */
export function* eachListedItem(text: string, format: ImportListFormat): Generator<ListedItem> {
  const whole = text.startsWith("\uFEFF") ? text.slice(1) : text;
  yield* format === "csv" ? iterateItemsOfCsv(whole) : iterateItemsOfJson(whole);
}

function* iterateItemsOfCsv(text: string): Generator<ListedItem> {
  const records = iterateCsvRecords(text, separatorOf(text));
  const header = records.next();
  if (header.done) throw new ListUnreadable("not_a_list");
  const columns = header.value.fields.map((name) => name.toLowerCase());
  if (!columns.includes("url")) throw new ListUnreadable("no_url_column");
  const ignored = columns.filter((name) => name !== "" && !ITEM_FIELDS.has(name));
  for (const { line, fields } of records) {
    const raw: Record<string, unknown> = {};
    const faults: FieldError[] = [];
    for (const [place, name] of columns.entries()) {
      const field = withoutFormulaGuard(fields[place] ?? "");
      if (field === "" || !ITEM_FIELDS.has(name)) continue;
      raw[name] = readValue(name, field);
    }
    if (fields.length > columns.length)
      faults.push({ path: "line", reason: "has more fields than the header" });
    yield checkItem(line, raw, { faults, ignored });
  }
}

/** Returns the separator that is most frequent in the first line. */
function separatorOf(text: string): string {
  const [first = ""] = text.trimStart().split("\n", 1);
  const countOf = (separator: string) => first.split(separator).length;
  return SEPARATORS.reduce((best, separator) => (countOf(separator) > countOf(best) ? separator : best));
}

/**
 * Parses fields with several values, separated by bars: tags such as `sea|harbour`, captions such as
 * `fr=https://…/fr.vtt|en=https://…`, chapters such as `0:00=Start|1:05=The harbour`.
 */
function readValue(name: string, field: string): unknown {
  const parts = () =>
    field
      .split("|")
      .map((part) => part.trim())
      .filter((part) => part !== "");
  if (name === "tags") return field.includes("|:|") ? field : parts();
  if (name === "captions")
    return parts().map((part) => {
      const [language, url] = cutAt(part, "=");
      return { language, url };
    });
  if (name === "chapters")
    return parts().map((part) => {
      const [start, title] = cutAt(part, "=");
      return { start: parseChapterTime(start) ?? start, title };
    });
  return field;
}

function cutAt(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign);
  return at < 0 ? [text, ""] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function* iterateItemsOfJson(text: string): Generator<ListedItem> {
  const items = function* () {
    try {
      yield* iterateJsonItems(text);
    } catch (error) {
      throw error instanceof SyntaxError ? new ListUnreadable("not_a_list") : error;
    }
  };
  for (const { line, text: written } of items()) {
    const raw = parseJson(written);
    if (typeof raw !== "object" || raw === null || Array.isArray(raw))
      yield checkItem(line, {}, { faults: [{ path: "line", reason: "is not a JSON object" }], ignored: [] });
    else {
      const ignored = Object.keys(raw).filter((name) => !ITEM_FIELDS.has(name));
      yield checkItem(line, raw as Record<string, unknown>, { faults: [], ignored });
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checkItem(
  line: number,
  raw: Record<string, unknown>,
  { faults, ignored }: { faults: FieldError[]; ignored: string[] },
): ListedItem {
  // For a value that is not an object, missing fields are not reported.
  const parsed = faults.some(({ reason }) => reason === "is not a JSON object")
    ? undefined
    : ImportItem.safeParse(raw);
  const own = new Map<string, string>();
  for (const { path, message } of parsed?.error?.issues ?? []) {
    const isMissing = path.length === 1 && raw[String(path[0])] === undefined;
    const place = path.join(".");
    // An entry with two errors is reported once.
    if (!own.has(place)) own.set(place, isMissing ? "is missing" : message);
  }
  const all = [...faults, ...[...own].map(([path, reason]) => ({ path, reason }))];
  const url = toText(raw.url);
  return {
    line,
    title: toText(raw.title) || (parsed?.data ? nameOfUrl(parsed.data.url).slice(0, MAX_EXCERPT_LENGTH) : ""),
    url,
    item: all.length === 0 ? parsed?.data : undefined,
    faults: all,
    ignored,
  };
}

const toText = (value: unknown): string =>
  typeof value === "string" ? value.replaceAll("\0", "").toWellFormed().slice(0, MAX_EXCERPT_LENGTH) : "";
