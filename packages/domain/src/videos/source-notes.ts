import type { VideoNote } from "@shoal/contract";
import type { MediaInfo } from "@shoal/contract/stored-data";

/** The shortest frozen period that is worth a note, in seconds. */
const MIN_NOTED_SEC = 0.5;

/**
 * Returns remarks on a source for its owner: where a frame is frozen because the video track has a gap.
 * @example sourceNotes({ durationSec: 12, video: { startSec: 0, endSec: 4 } }) // [{ kind: "picture_ends_early", atSec: 4 }]
 */
export function sourceNotes({
  durationSec,
  video,
}: {
  durationSec: number;
  video: Pick<MediaInfo["video"], "startSec" | "endSec">;
}): VideoNote[] {
  const { startSec = 0, endSec = durationSec } = video;
  const notes: VideoNote[] = [];
  if (startSec > MIN_NOTED_SEC) notes.push({ kind: "picture_begins_late", atSec: startSec });
  if (durationSec - endSec > MIN_NOTED_SEC) notes.push({ kind: "picture_ends_early", atSec: endSec });
  return notes;
}
