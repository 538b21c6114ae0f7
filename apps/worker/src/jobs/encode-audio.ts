import { listAudioParts } from "@shoal/media";
import { withReadableSource } from "../media/continuous-source.ts";
import { copyTracks, encodeAudio } from "../media/make-tracks.ts";
import { requireBytes } from "../media/source.ts";
import { type JobHandler, resultBase } from "./job.ts";

/**
 * Encodes every audio track, up to its end or up to the end of a part. Encoding always starts at the beginning of the source,
 * because encoding piece by piece would drift by 28 ms at each seam.
 * @throws Error if the part's bytes have not arrived yet.
 */
export const encodeWholeAudio: JobHandler<"encode-audio" | "encode-long-audio"> = async (asked, deps) => {
  const payload = await withReadableSource(asked, deps);
  const { plan, partIndex = 0 } = payload;
  const part = listAudioParts(plan)[partIndex];
  if (!part) throw new Error(`The plan has no part ${partIndex} of sound`);
  requireBytes(asked.source, part.sourceEndByte);
  const { segmentFrom, segmentTo } = part;
  const range = { payload, plan, segmentFrom, segmentTo };
  const encoded = await encodeAudio(range, plan.audio, deps);
  const copied = await copyTracks(range, { withVideo: false }, deps);
  const outputs = [...encoded, ...copied].toSorted((a, b) => a.trackId.localeCompare(b.trackId));
  return { type: "audio", ...resultBase(payload), partIndex, outputs };
};
