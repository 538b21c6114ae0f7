import { AppError } from "@shoal/contract";
import type { JobPayload } from "@shoal/contract/jobs";
import { contiguousSegments, mergeOutputs, publishedEndSec } from "@shoal/media";
import type { Tx } from "../../../platform/database.ts";
import { createEncodingsRepository } from "../encoding/index.ts";
import type { VideoRow } from "../videos/index.ts";

/** A time beyond the end by less than this counts as the end, because players round. */
const END_TOLERANCE_SEC = 0.5;

/**
 * Finds the frame at a second in a segment of the largest rendition.
 * @throws AppError "bad_request" naming `t`; "illegal_transition" while nothing is published.
 */
export async function findFrame(
  tx: Tx,
  video: VideoRow,
  sec: number,
): Promise<JobPayload<"make-thumbnail">["from"]> {
  const encodings = createEncodingsRepository(tx);
  const encoding = await encodings.findEncoding(video.uuid, video.generation);
  const rows = encoding ? await encodings.listOutputs(video.uuid, video.generation) : [];
  const indexes = mergeOutputs(rows.flatMap(({ outputs }) => outputs));
  const rungs = (encoding?.plan.rungs ?? []).flatMap(({ id }) => indexes.get(id) ?? []);
  const endSec = Math.max(0, ...rungs.map(publishedEndSec));
  if (endSec === 0) throw new AppError("illegal_transition", "No part of this video is encoded yet");
  if (sec > endSec + END_TOLERANCE_SEC)
    throw new AppError("bad_request", "Some fields are not valid", [
      { path: "t", reason: `must not be after the end of the video, ${Number(endSec.toFixed(3))} s` },
    ]);
  const wanted = Math.min(sec, endSec - 0.001);
  for (const index of rungs.toReversed()) {
    const segments = contiguousSegments(index);
    const segment = segments.findLast(({ startSec }) => startSec <= wanted);
    if (!segment || segment.startSec + segment.durationSec <= wanted) continue;
    const { object, offset, length, sha256, initNumber = 0 } = segment;
    const offsetSec = segment.mediaOffsetSec ?? index.mediaOffsetSec ?? 0;
    const init = index.moreInits?.[initNumber - 1] ?? index.init;
    const mediaSec = wanted + offsetSec;
    return { kind: "frame", init, segment: { object, offset, length, sha256 }, mediaSec };
  }
  throw new AppError("illegal_transition", "This part of the video is not encoded yet");
}
