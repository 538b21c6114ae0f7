import { z } from "zod";
import { SourceUrl } from "../media/video.ts";
import { Text } from "../text.ts";

/** The maximum number of archives that a client can import at the same time. */
export const MAX_OPEN_ARRIVALS = 1;
/** The number of days for which the report of an imported archive, including its list of embed codes, is kept. */
export const ARRIVAL_RETENTION_DAYS = 90;
/** The maximum number of files in an archive; its manifest names each of them. */
export const MAX_ARRIVAL_FILES = 200_000;

/** The maximum size of an archive that is uploaded as a file; larger archives are imported from a link. */
export const MAX_ARRIVAL_UPLOAD_BYTES = 1_000_000_000_000;
/** The number of days without a chunk after which an upload of an archive is cancelled. */
export const ARRIVAL_UPLOAD_SILENT_DAYS = 3;
/** The maximum duration of an archive's upload, in days. */
export const MAX_ARRIVAL_UPLOAD_DAYS = 30;

export const ARRIVAL_STATES = ["uploading", "checking", "taking", "done", "failed"] as const;
export type ArrivalState = (typeof ARRIVAL_STATES)[number];

/** Why an archive is rejected. The whole archive is checked before anything is written. */
export const ARRIVAL_FAULTS = [
  "unreachable",
  "no_ranges",
  "not_an_archive",
  "other_version",
  "truncated",
  "checksum_mismatch",
  "bad_path",
  "bad_data",
  "bad_reference",
  "too_many_files",
  "too_large",
  "changed",
  "free_tier_exceeded",
  "budget_reached",
  "user_gone",
  "not_uploaded",
  "unexpected",
] as const;
export type ArrivalFault = (typeof ARRIVAL_FAULTS)[number];

export const CreateArrival = z.object({
  url: SourceUrl.refine((url) => /^https?:/.test(url), { message: "must begin with http:// or https://" }),
});
export type CreateArrival = z.infer<typeof CreateArrival>;

/** An archive on disk that is about to be uploaded. */
export const CreateArrivalUpload = z.strictObject({
  originalname: Text.min(1).max(300),
  size: z.number().int().min(1).max(MAX_ARRIVAL_UPLOAD_BYTES),
  /** Identifies the file, so that it is recognised when it is chosen again. */
  fingerprint: Text.min(1).max(300),
});
export type CreateArrivalUpload = z.infer<typeof CreateArrivalUpload>;

/** How much of an archive has been uploaded. */
export const ArrivalUpload = z.object({
  uuid: z.string(),
  size: z.number(),
  chunkSize: z.number(),
  chunkCount: z.number(),
  /** The received chunks, as half-open ranges [from, to) of their numbers. */
  received: z.array(z.tuple([z.number(), z.number()])),
});
export type ArrivalUpload = z.infer<typeof ArrivalUpload>;

/** What was imported from an archive, and what was not. */
export const ArrivalReport = z.object({
  /** The objects that were written, by kind. */
  taken: z.object({
    videos: z.number(),
    collections: z.number(),
    configs: z.number(),
    links: z.number(),
    teams: z.number(),
    projects: z.number(),
    comments: z.number(),
    rooms: z.number(),
    messages: z.number(),
  }),
  notTaken: z.object({
    /** The number of videos that already exist here, because they were imported from an earlier archive or are the client's own. */
    alreadyHere: z.number(),
    lives: z.number(),
    sceneLists: z.number(),
    /** The number of videos without a file in the archive, including deleted ones. */
    withoutFile: z.number(),
    /** The number of users whose email address is unknown in this installation: their contributions keep their names. */
    people: z.number(),
    /** The number of rooms that have no members in this installation. */
    rooms: z.number(),
  }),
  /**
   * Lines left out because they refer to an object that the archive does not contain, such as comments on a deleted version, by kind
   * (docs/exit.md).
   */
  dropped: z.record(z.string(), z.number()),
  /** The number of videos that stay private until a manager sets a password or makes them public. */
  closedCount: z.number(),
  /** Whether account-wide rules were copied into the videos, since this account has its own. */
  hasBakedRules: z.boolean(),
});
export type ArrivalReport = z.infer<typeof ArrivalReport>;

export const ArrivalView = z.object({
  uuid: z.string(),
  state: z.enum(ARRIVAL_STATES),
  fault: z.enum(ARRIVAL_FAULTS).nullable(),
  /** The path of the invalid file. */
  faultPath: z.string().nullable(),
  user: z.string().nullable(),
  /** The name of the file, if the archive was uploaded as a file. */
  fileName: z.string().nullable(),
  /** The uploaded bytes of that file, out of `sizeBytes`; 0 for an archive behind a link. */
  uploadedBytes: z.number(),
  /** The number of bytes of the archive that were checked, out of `sizeBytes`. */
  checkedBytes: z.number(),
  sizeBytes: z.number(),
  videoCount: z.number(),
  /** The number of files of videos and comments that have arrived, out of `fileCount`. */
  arrivedCount: z.number(),
  fileCount: z.number(),
  /** The report; null until everything except the files has been imported. */
  report: ArrivalReport.nullable(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
});
export type ArrivalView = z.infer<typeof ArrivalView>;
