import { MediaFault, runFfmpeg, toFps } from "@shoal/media";
import { withReadableSource } from "../media/continuous-source.ts";
import { runOptions } from "../media/source.ts";
import { type JobHandler, resultBase } from "./job.ts";

/** A file that lost this much of its end is told apart from one whose header rounds. */
const MISSING_PART = 0.02;
const MISSING_SEC = 2;

/** Reads the whole source once without decoding, and counts. @throws MediaFault `truncated_file` */
export const verifySource: JobHandler<"verify-source"> = async (asked, deps) => {
  const payload = await withReadableSource(asked, deps);
  const { info } = payload.plan;
  const progress = { frames: 0, endSec: 0 };
  await runFfmpeg(
    {
      input: ["-copyts", "-start_at_zero"],
      output: () => [
        ...["-map", `0:${info.video.streamIndex}`, "-c", "copy", "-f", "null", "-progress", "pipe:1", "-"],
      ],
    },
    {
      ...runOptions(deps, payload.source),
      onLine: (line) => {
        const [key, value] = line.split("=");
        if (key === "frame") progress.frames = Number(value);
        if (key === "out_time_us") progress.endSec = Math.max(progress.endSec, Number(value) / 1e6 || 0);
        deps.onProgress(Math.min(1, progress.endSec / info.durationSec));
      },
    },
  );
  const missingSec = info.durationSec - Math.max(progress.endSec, progress.frames / toFps(info.video.fps));
  if (missingSec > Math.max(MISSING_SEC, info.durationSec * MISSING_PART))
    throw new MediaFault(
      "truncated_file",
      `The picture ends ${missingSec.toFixed(1)} s before its announced end`,
    );
  return { type: "verified", ...resultBase(payload), frameCount: progress.frames };
};
