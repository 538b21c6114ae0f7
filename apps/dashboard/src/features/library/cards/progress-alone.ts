import type { VideoView } from "@shoal/contract";

/** Fields that move while a video is sent or encoded. */
const PROGRESS: readonly (keyof VideoView)[] = [
  "encodingPercent",
  "encodingETA",
  "uploadingPercent",
  "uploadingETA",
  "lastUploadingFeedbackDate",
  "currentChunk",
  "sizeBytes",
  "isSizeKnown",
];

/** Whether two states of a video are the same, or differ in how far its work got and in nothing else. */
export function differInProgressAlone(before: VideoView, after: VideoView): boolean {
  const keys = Object.keys(after) as (keyof VideoView)[];
  return before === after || keys.every((key) => before[key] === after[key] || PROGRESS.includes(key));
}
