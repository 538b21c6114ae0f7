import type { EncodePlan } from "@shoal/contract/storage";
import { toFps } from "../probe/frame-rate.ts";
import type { VideoJob } from "./video-job.ts";

/** How exactly it is known when the last picture ends: about so much earlier, and later, both work. */
const END_MARGIN_SEC = 1;

/** If the picture of a source begins later than its sound by less than a frame, this offset is removed from its times. */
export function startShiftSec({ info: { video }, rungs }: Pick<EncodePlan, "info" | "rungs">): number {
  const { startSec = 0, fps } = video;
  // Copied pictures keep their own times, and the others stand on their grid.
  const isCopied = rungs.some(({ mode }) => mode === "copy");
  return !isCopied && startSec > 0 && startSec * toFps(fps) < 1 ? startSec : 0;
}

/** How the pictures of a job lie to those of the source. */
export interface FrameTimes {
  /** Nothing of the source lies before: it is read from its beginning. */
  beginsBefore: boolean;
  /** The job goes on when the picture has ended, or nearly so: its last one is held. */
  endsAfter: boolean;
  /** The start of the job if the picture has ended, or nearly so: a time before that. */
  heldFromSec: number | undefined;
  /** The earliest position for the decoder. */
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
