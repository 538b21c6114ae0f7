import type { EncodePlan } from "@shoal/contract/stored-data";
import { toFps } from "../probe/frame-rate.ts";
import type { VideoJob } from "./video-job.ts";

/** The uncertainty of the last frame's time. Both estimates of the time are correct within it. */
const END_MARGIN_SEC = 1;

/** Returns the offset to remove from a source's times: the delay of its video if that is shorter than a frame. */
export function startShiftSec({ info: { video }, rungs }: Pick<EncodePlan, "info" | "rungs">): number {
  const { startSec = 0, fps } = video;
  // Copied frames keep their own times, so encoded frames must align with them.
  const isCopied = rungs.some(({ mode }) => mode === "copy");
  return !isCopied && startSec > 0 && startSec * toFps(fps) < 1 ? startSec : 0;
}

/** The position of a job's frames relative to the source's. */
export interface FrameTimes {
  /** Whether no frame precedes the job, so that the source is read from its start. */
  beginsBefore: boolean;
  /** Whether the job extends to or beyond the last frame, which is repeated. */
  endsAfter: boolean;
  /** A time after which all frames are the last one; undefined if the job starts clearly before the end of the video. */
  heldFromSec: number | undefined;
  /** The earliest position at which the decoder may start. */
  seekSec: number;
}

/** @example frameTimes(job).endsAfter // true for the last pieces of a song with a cover */
export function frameTimes({ plan, segmentFrom, segmentTo }: VideoJob): FrameTimes {
  const { startSec: videoStartSec = 0, endSec: videoEndSec = Number.POSITIVE_INFINITY } = plan.info.video;
  const [fromSec = 0, toSec = 0] = [plan.segmentStartsSec[segmentFrom], plan.segmentStartsSec[segmentTo]];
  const lastSec = videoEndSec - END_MARGIN_SEC;
  const isHeld = fromSec > lastSec;
  const seekSec = Math.min(fromSec, lastSec);
  return {
    beginsBefore: seekSec <= videoStartSec,
    endsAfter: toSec > lastSec || segmentTo === plan.segmentStartsSec.length - 1,
    heldFromSec: isHeld ? videoEndSec + END_MARGIN_SEC : undefined,
    seekSec,
  };
}
