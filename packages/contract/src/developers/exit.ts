import { z } from "zod";

/** The number of days for which an archive can be downloaded. */
export const EXIT_RETENTION_DAYS = 7;
/** How long a link to an archive works, in ms. */
export const EXIT_LINK_LIFETIME_MS = 24 * 3_600_000;
/** Maximum number of archives of a client that are being made or can be downloaded. */
export const MAX_EXITS = 3;
/** The version of `manifest.json`; raised when programs written for an older version could not read it. */
export const EXIT_FORMAT = "shoal-exit-1";

/** The data in an archive of a client, each kind in files with one JSON object per line (docs/exit.md). */
export const EXIT_KINDS = [
  "users",
  "videos",
  "captions",
  "categories",
  "videoCategories",
  "configs",
  "clientRules",
  "clientAuthorizations",
  "videoRules",
  "collections",
  "outros",
  "cuts",
  "liveArchives",
  "lives",
  "sceneLists",
  "scenes",
  "exportLinks",
  "figures",
  "teams",
  "teamMembers",
  "projects",
  "projectCollaborators",
  "versions",
  "comments",
  "attachments",
  "requests",
  "decisions",
  "rooms",
  "messages",
  "messageFiles",
] as const;
export type ExitKind = (typeof EXIT_KINDS)[number];

export const EXIT_STATES = ["making", "ready", "failed"] as const;
export type ExitState = (typeof EXIT_STATES)[number];

/** The reasons for which an archive could not be created. */
export const EXIT_FAULTS = ["disk_full", "media_unreadable", "figures_unavailable", "unexpected"] as const;
export type ExitFault = (typeof EXIT_FAULTS)[number];

export const ExitView = z.object({
  uuid: z.string(),
  state: z.enum(EXIT_STATES),
  /** The reason for which a failed archive could not be created; null for archives in other states. */
  fault: z.enum(EXIT_FAULTS).nullable(),
  /** When the archive was requested: it does not include objects created later. */
  snapshotAt: z.string(),
  user: z.string().nullable(),
  fileCount: z.number(),
  /** The number of files whose checksums are known, out of `fileCount`. */
  checkedCount: z.number(),
  sizeBytes: z.number(),
  /** The number of media that were deleted before they could be read; the manifest lists them. */
  missingCount: z.number(),
  readyAt: z.string().nullable(),
  /** When the archive is deleted; null until it is ready. */
  deletedAt: z.string().nullable(),
});
export type ExitView = z.infer<typeof ExitView>;

export const ExitLink = z.object({
  /** The address of a tar file, which works for a day and supports ranges. */
  url: z.string(),
  expiresAt: z.string(),
});
export type ExitLink = z.infer<typeof ExitLink>;
