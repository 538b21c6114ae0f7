import type { VideoView } from "@shoal/contract";

/** Fields that change while a video is uploaded or encoded. */
const PROGRESS_FIELDS: readonly (keyof VideoView)[] = [
  "encodingPercent",
  "encodingETA",
  "uploadingPercent",
  "uploadingETA",
  "lastUploadingFeedbackDate",
  "currentChunk",
  "sizeBytes",
  "isSizeKnown",
];

/** Whether two states of a video are equal except for the progress of its work. */
export function differOnlyInProgress(before: VideoView, after: VideoView): boolean {
  const keys = Object.keys(after) as (keyof VideoView)[];
  return before === after || keys.every((key) => before[key] === after[key] || PROGRESS_FIELDS.includes(key));
}
