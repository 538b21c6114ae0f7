import { AppError } from "@shoal/contract";
import { type FrameRate, frameRate, type TimecodeFormat, timecodeFormat } from "@shoal/frames";
import type { Tx } from "../../../platform/database.ts";
import { countFrames, createVersionsRepository, type VersionKey } from "../projects/index.ts";

/**
 * The timeline of a version for edit suites. Frames are on the even grid of its renditions, even if the frames of its source are
 * not.
 */
export interface VersionTimeline {
  /** The title of the version, used in file names. */
  title: string;
  project: string;
  number: number;
  format: TimecodeFormat;
  frames: number;
  widthPx: number;
  heightPx: number;
}

/** @throws AppError "not_found" for an unknown version, "playback_not_ready" while its frames are not known. */
export async function getTimeline(tx: Tx, place: VersionKey): Promise<VersionTimeline> {
  const { clientUuid, projectUuid, number } = place;
  const row = await createVersionsRepository(tx).findVersion(clientUuid, projectUuid, number);
  if (!row) throw new AppError("not_found", "No such version");
  const { source_info: info, project_name: name } = row;
  if (!info?.video)
    throw new AppError("playback_not_ready", "The frames of this version's video are not known yet");
  const { durationSec, video } = info;
  const rate = frameRate(video.fps.num, video.fps.den);
  return {
    title: `${name} v${number}`,
    project: name,
    number,
    format: formatOf(rate, video.timecode),
    frames: countFrames(durationSec, video),
    widthPx: video.width,
    heightPx: video.height,
  };
}

/** Returns the timecode format. Tags of files contain arbitrary text, so an invalid start timecode counts as missing. */
function formatOf(rate: FrameRate, start: string | undefined): TimecodeFormat {
  if (start === undefined) return timecodeFormat(rate);
  try {
    return timecodeFormat(rate, start);
  } catch {
    return timecodeFormat(rate);
  }
}
