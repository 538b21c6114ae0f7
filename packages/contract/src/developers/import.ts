import { z } from "zod";
import { CAPTION_KINDS, CaptionLabel, LanguageTag, MAX_CAPTIONS } from "../media/captions.ts";
import { Chapters, Description, ENCODING_STATUSES, SourceUrl, Tags, Title } from "../media/video.ts";
import { integerText } from "../text.ts";
import { IMPORT_SOURCE_KINDS } from "./import-source.ts";

/** The maximum size of an uploaded list: enough for 100,000 lines of ordinary length. */
export const MAX_IMPORT_FILE_BYTES = 30_000_000;
export const MAX_IMPORT_ROWS = 100_000;
export const IMPORT_ROWS_PAGE_SIZE = 50;
/** The maximum number of unfinished imports per client. */
export const MAX_OPEN_IMPORTS = 10;
/** The number of files that are fetched at the same time per client. */
export const IMPORT_CONCURRENCY = 4;
/** The number of days for which a finished import, or one that was never started, is kept with its report. */
export const IMPORT_RETENTION_DAYS = 30;

const WebUrl = SourceUrl.refine((url) => /^https?:/.test(url), {
  message: "must begin with http:// or https://",
});

/** A caption track of a video to import: a WebVTT or SRT file. */
export const ImportCaptions = z.object({
  url: WebUrl,
  language: LanguageTag,
  label: CaptionLabel.optional(),
  kind: z.enum(CAPTION_KINDS).default("subtitles"),
});

/** A video in an import list. */
export const ImportItem = z.object({
  url: WebUrl,
  /** The title of the video; the name of the file if omitted. */
  title: Title.optional(),
  description: Description.default(""),
  tags: Tags.default([]),
  captions: z.array(ImportCaptions).max(MAX_CAPTIONS).default([]),
  chapters: Chapters.default([]),
});
export type ImportItem = z.output<typeof ImportItem>;

export const IMPORT_LIST_FORMATS = ["csv", "json"] as const;
export type ImportListFormat = (typeof IMPORT_LIST_FORMATS)[number];

/** The kinds of video lists that can be imported: files, and services. */
export const IMPORT_KINDS = [...IMPORT_LIST_FORMATS, ...IMPORT_SOURCE_KINDS] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/**
 * - `reading`: the list is being read; nothing is fetched yet.
 * - `ready`: waiting for a user to review and start it.
 * - `failed`: the list could not be read.
 */
export const IMPORT_STATES = [
  "reading",
  "ready",
  "running",
  "paused",
  "done",
  "cancelled",
  "failed",
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** Why an import is paused, or why its list could not be read. `source_refused`: the credentials are not accepted. */
export const IMPORT_FAULTS = [
  "user",
  "free_tier_exceeded",
  "budget_reached",
  "user_gone",
  "not_a_list",
  "no_url_column",
  "too_many_rows",
  "source_unreachable",
  "source_refused",
  "source_not_found",
  "source_unreadable",
] as const;
export type ImportFault = (typeof IMPORT_FAULTS)[number];

/**
 * - `broken`: the line has errors and is skipped.
 * - `imported`: the file has arrived; the video shows the progress of its encoding.
 * - `failed`: the file could not be fetched.
 * - `present`: an earlier import created this video, and it still exists.
 */
export const IMPORT_ROW_STATES = [
  "broken",
  "waiting",
  "fetching",
  "imported",
  "failed",
  "present",
  "cancelled",
] as const;
export type ImportRowState = (typeof IMPORT_ROW_STATES)[number];

const RowFault = z.object({ path: z.string(), reason: z.string() });

export const ImportView = z.object({
  uuid: z.string(),
  kind: z.enum(IMPORT_KINDS),
  /** The name of the file, or of the source. */
  name: z.string(),
  state: z.enum(IMPORT_STATES),
  /** Why the import is paused or failed; null otherwise. */
  fault: z.enum(IMPORT_FAULTS).nullable(),
  /** The user who last started the import, or uploaded its list; null if deleted. */
  user: z.string().nullable(),
  counts: z.object({
    broken: z.number(),
    waiting: z.number(),
    fetching: z.number(),
    imported: z.number(),
    failed: z.number(),
    present: z.number(),
    cancelled: z.number(),
  }),
  /** Columns and fields that videos do not have, and names of files that are not videos: they are ignored. */
  ignoredFields: z.array(z.string()),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
});
export type ImportView = z.infer<typeof ImportView>;

export const ImportRowView = z.object({
  /** The item's position in the list, from 1. */
  number: z.number(),
  /** The item's first line in the file, from 1; for other sources, its position. */
  line: z.number(),
  state: z.enum(IMPORT_ROW_STATES),
  title: z.string(),
  /** The address without credentials and query. */
  url: z.string(),
  tags: z.array(z.string()),
  captionCount: z.number(),
  chapterCount: z.number(),
  /** The errors in the line; for an imported line, what could not be imported, such as captions. */
  faults: z.array(RowFault),
  video: z.string().nullable(),
  encodingStatus: z.enum(ENCODING_STATUSES).nullable(),
});
export type ImportRowView = z.infer<typeof ImportRowView>;

export const ImportRows = z.object({
  _embedded: z.array(ImportRowView),
  /** The value of `after` for the next page; null at the end. */
  next: z.number().nullable(),
});
export type ImportRows = z.infer<typeof ImportRows>;

export const ImportRowsQuery = z.strictObject({
  state: z.enum(IMPORT_ROW_STATES).optional(),
  after: integerText(z.number().int().min(0).max(1e9)).optional(),
});
export type ImportRowsQuery = z.infer<typeof ImportRowsQuery>;

export const ImportReportQuery = z.strictObject({
  /** Restricts the list to lines that are `broken` or `failed`, or whose captions could not be added. */
  only: z.enum(["faults"]).optional(),
});
export type ImportReportQuery = z.infer<typeof ImportReportQuery>;
