import { z } from "zod";

/** What can be wrong with an installation, in the order in which it is told: first what viewers miss. */
export const FINDING_KINDS = [
  "missing_media",
  "short_media",
  "damaged_media",
  "lost_video",
  "stuck_job",
  "waiting_job",
  "forgotten_upload",
  "wrong_figures",
  "orphan_media",
  "unknown_media",
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

const count = z.number().int().min(0);

export const FindingView = z.object({
  kind: z.enum(FINDING_KINDS),
  count,
  /** Of media. */
  bytes: count,
  /** The first of them. */
  named: z.array(z.string()),
  /** How many were mended. */
  mended: count,
});
export type FindingView = z.infer<typeof FindingView>;

export const DoctorReport = z.object({
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  isMending: z.boolean(),
  /** How much was looked at. */
  seen: z.object({ objects: count, bytes: count, videos: count, checksums: count }),
  /** Empty when all is well. */
  findings: z.array(FindingView),
  /** The last video whose checksums were compared: the next run goes on after it. Null once all were. */
  checkedUntil: z.string().nullable(),
  /** What could not be looked at, and why. */
  faults: z.array(z.string()),
});
export type DoctorReport = z.infer<typeof DoctorReport>;

/** The report of the last daily run; null before the first one. */
export const LastDoctorReport = z.object({ report: DoctorReport.nullable() });
export type LastDoctorReport = z.infer<typeof LastDoctorReport>;
