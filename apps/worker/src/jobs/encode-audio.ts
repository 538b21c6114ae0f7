import { withReadableSource } from "../media/continuous-source.ts";
import { copyTracks, encodeAudio } from "../media/make-tracks.ts";
import { type JobHandler, resultBase } from "./job.ts";

/** Every sound track, whole: encoding by pieces would drift 28 ms at each seam. */
export const encodeWholeAudio: JobHandler<"encode-audio"> = async (asked, deps) => {
  const payload = await withReadableSource(asked, deps);
  const { plan } = payload;
  const range = { payload, plan, segmentFrom: 0, segmentTo: plan.segmentStartsSec.length - 1 };
  const encoded = await encodeAudio(range, plan.audio, deps);
  const copied = await copyTracks(range, { withVideo: false }, deps);
  const outputs = [...encoded, ...copied].toSorted((a, b) => a.trackId.localeCompare(b.trackId));
  return { type: "audio", ...resultBase(payload), outputs };
};
