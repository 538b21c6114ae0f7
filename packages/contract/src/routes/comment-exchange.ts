import { z } from "zod";
import { TimeZone } from "../delivery/delivery-rules.ts";
import { MAX_PROJECT_VERSIONS } from "../projects/project.ts";
import { defineRoute } from "../route.ts";
import { integerText, Uuid } from "../text.ts";

export const COMMENT_EXPORT_FORMATS = [
  "resolve-edl",
  "locator-edl",
  "fcpxml",
  "premiere-xml",
  "avid",
  "otio",
  "csv",
  "pdf",
] as const;
export type CommentExportFormat = (typeof COMMENT_EXPORT_FORMATS)[number];

export const COMMENT_IMPORT_FORMATS = ["edl", "otio", "csv"] as const;
export type CommentImportFormat = (typeof COMMENT_IMPORT_FORMATS)[number];

export const MAX_COMMENT_IMPORT_BYTES = 5_000_000;
/** The maximum number of listed rows of an import; counts cover all rows. */
export const COMMENT_IMPORT_SHOWN_ROWS = 500;

const VersionParams = z.object({
  id: Uuid,
  n: integerText(z.number().int().min(1).max(MAX_PROJECT_VERSIONS)),
});
/** A boolean in forms and queries, where every value is text. */
const BooleanText = z.enum(["true", "false"]);

const importFileFields = {
  file: "file",
  fields: z.strictObject({
    /** The format of the file; if omitted, derived from its extension. */
    format: z.enum(COMMENT_IMPORT_FORMATS).optional(),
    /** Whether to convert a file with another frame rate to the video's frame rate; otherwise such files are rejected. */
    convertRate: BooleanText.default("false"),
    /** Whether comments are hidden from guests; files exported by Shoal contain this value. */
    isInternal: BooleanText.default("false"),
  }),
};

/** Why a single comment of a file is rejected while the others are imported. */
export const COMMENT_REFUSALS = [
  "no-text",
  "too-long",
  "timecode",
  "dropped-timecode",
  "frames-above-rate",
  "range",
  "before-start",
  "after-end",
  "rate",
  "other-rate",
] as const;
export type CommentRefusal = (typeof COMMENT_REFUSALS)[number];

export const CommentImportRow = z.object({
  /** The line of the file, or the position of the marker in a file without lines; null for the whole file. */
  line: z.number().nullable(),
  state: z.enum(["new", "existing", "refused"]),
  /** Why the comment is rejected; null if it is not. */
  reason: z.enum(COMMENT_REFUSALS).nullable(),
  /** The rejected content, shortened. */
  detail: z.string().nullable(),
  timecode: z.string().nullable(),
  author: z.string(),
  text: z.string(),
});
export type CommentImportRow = z.infer<typeof CommentImportRow>;

export const CommentImport = z.object({
  newCount: z.number(),
  existingCount: z.number(),
  refusedCount: z.number(),
  /** The first 500 rows: rejected rows first, otherwise in the order of the file. */
  rows: z.array(CommentImportRow),
});
export type CommentImport = z.infer<typeof CommentImport>;

export const commentExchangeRoutes = {
  exportComments: defineRoute({
    method: "GET",
    path: "/api/projects/{id}/versions/{n}/comments/export",
    guard: "member",
    scope: "projects:read",
    summary:
      "Download the comments of a version as a file for edit suites, or as a PDF with pictures, which may take most of a minute",
    params: VersionParams,
    query: z.strictObject({
      format: z.enum(COMMENT_EXPORT_FORMATS),
      /** Whether only unresolved threads are exported. */
      isOpenOnly: BooleanText.default("false"),
      hasAnswers: BooleanText.default("true"),
      hasInternal: BooleanText.default("true"),
      /** The language of a PDF; the caller's by default. */
      language: z.enum(["EN", "FR"]).optional(),
      /** The time zone of the dates in a PDF. */
      timeZone: TimeZone.default("UTC"),
    }),
  }),
  checkCommentImport: defineRoute({
    method: "POST",
    path: "/api/projects/{id}/versions/{n}/comments/import/check",
    isQuestion: true,
    guard: "member",
    scope: "projects:write",
    summary: "Preview an import of comments line by line: new, existing or rejected",
    params: VersionParams,
    multipart: importFileFields,
    response: CommentImport,
  }),
  importComments: defineRoute({
    method: "POST",
    path: "/api/projects/{id}/versions/{n}/comments/import",
    guard: "member",
    scope: "projects:write",
    summary: "Add the comments of an EDL, CSV or OTIO file of up to 5 MB; sending it again adds nothing",
    params: VersionParams,
    multipart: importFileFields,
    response: CommentImport,
  }),
} as const;
