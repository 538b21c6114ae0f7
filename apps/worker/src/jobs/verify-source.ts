import { MediaFault, measureExtents, missingSecOf } from "@shoal/media";
import { withReadableSource } from "../media/continuous-source.ts";
import { withSource } from "../media/source.ts";
import { type JobHandler, resultBase } from "./job.ts";

/**
 * Reads the complete source once without decoding it, and counts its packets.
 * @throws MediaFault `truncated_file`
 */
export const verifySource: JobHandler<"verify-source"> = async (asked, deps) => {
  const payload = await withReadableSource(asked, deps);
  const { info } = payload.plan;
  const { streamIndex, endSec: videoEndSec = 0 } = info.video;
  let frameCount = 0;
  const onPacket = (index: number, sec: number) => {
    if (index !== streamIndex) return;
    frameCount++;
    deps.onProgress(Math.min(1, Math.max(0, sec / info.durationSec)));
  };
  const extents = await withSource(deps, payload.source, (run) => measureExtents(run, info, { onPacket }));
  const endSec = (indexes: readonly number[]) =>
    Math.max(0, ...indexes.map((index) => extents.get(index)?.endSec ?? 0));
  const sounds = info.audio.map((each) => each.streamIndex);
  const missingSec = Math.max(
    info.durationSec - endSec([streamIndex, ...sounds]),
    videoEndSec - endSec([streamIndex]),
  );
  if (missingSec > missingSecOf(info))
    throw new MediaFault(
      "truncated_file",
      `The file ends ${missingSec.toFixed(1)} s before its announced end`,
    );
  return { type: "verified", ...resultBase(payload), frameCount };
};
