import { z } from "zod";

/** Kinds of findings, in the order of the report: those that viewers notice come first. */
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

const nonNegativeCount = z.number().int().min(0);

export const FindingView = z.object({
  kind: z.enum(FINDING_KINDS),
  count: nonNegativeCount,
  /** The total size of the affected media. */
  bytes: nonNegativeCount,
  /** The names of the first affected media, as examples. */
  named: z.array(z.string()),
  /** The number of affected media that were repaired. */
  mended: nonNegativeCount,
  /** The number of affected media that are being encoded again from their source. */
  repairing: nonNegativeCount,
});
export type FindingView = z.infer<typeof FindingView>;

/** The amount of data that was checked. */
const CheckedTotals = z.object({
  objects: nonNegativeCount,
  bytes: nonNegativeCount,
  videos: nonNegativeCount,
  checksums: nonNegativeCount,
});

export const DoctorReport = z.object({
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  isMending: z.boolean(),
  seen: CheckedTotals,
  /** The findings; empty if no problem was found. */
  findings: z.array(FindingView),
  /** The last video whose checksums were compared, from which the next run continues; null once all videos were compared. */
  checkedUntil: z.string().nullable(),
  /** The parts that could not be checked, each with the reason. */
  faults: z.array(z.string()),
});
export type DoctorReport = z.infer<typeof DoctorReport>;

export const REPAIR_STATES = ["wanted", "sent", "repaired", "failed"] as const;
export type RepairState = (typeof REPAIR_STATES)[number];

/** Media that are, or were, encoded again from their source because they were damaged or missing. */
export const RepairView = z.object({
  video: z.guid(),
  object: z.string(),
  state: z.enum(REPAIR_STATES),
  changedAt: z.iso.datetime(),
});
export type RepairView = z.infer<typeof RepairView>;

/** The report of the last check (null before the first one), the check that is running, if any, and the latest repairs. */
export const LastDoctorReport = z.object({
  report: DoctorReport.nullable(),
  check: z.object({ startedAt: z.iso.datetime(), seen: CheckedTotals }).nullable(),
  repairs: z.array(RepairView),
});
export type LastDoctorReport = z.infer<typeof LastDoctorReport>;
