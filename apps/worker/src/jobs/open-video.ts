import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { EncodePlan, JobPayload, TrackOutput } from "@shoal/contract";
import { planEncode } from "@shoal/media";
import { probeReadable, type ReadableSource } from "../media/continuous-source.ts";
import { copyTracks, encodeAudio, encodeRungs, type TrackRange } from "../media/make-tracks.ts";
import { sourceBytes } from "../media/source.ts";
import { type JobDeps, type JobHandler, resultBase } from "./job.ts";

/**
 * Probes, plans, and makes the first segment of the first rung and of every sound track: enough to play.
 * A file still on its way is opened only where all of that can be copied from what is there.
 */
export const openVideo: JobHandler<"open-video"> = async (payload, deps) => {
  const notYet = (minBytes: number) => ({ type: "not-yet" as const, ...resultBase(payload), minBytes });
  const readable = await probeReadable(payload, deps);
  if ("kind" in readable) return notYet(readable.minBytes);
  const { source } = readable.payload;
  const plan = await planEncode(readable.probed, payload, sourceBytes(deps.store, source));
  const missing = source.availableBytes < source.sizeBytes ? missingBytes(plan, payload) : undefined;
  if (missing !== undefined) return notYet(missing);
  const outputs = await firstSegments(readable, plan, deps);
  return { type: "opened", ...resultBase(payload), plan, outputs };
};

/** Bytes to wait for before the first piece can be copied; undefined when they are there. */
function missingBytes(plan: EncodePlan, { source }: JobPayload<"open-video">): number | undefined {
  const first = plan.rungs.find(({ id }) => id === plan.firstRungId);
  const isCopied = first?.mode === "copy" && plan.audio.every(({ mode }) => mode === "copy");
  const needed = isCopied ? (plan.pieces[0]?.sourceEndByte ?? source.sizeBytes) : source.sizeBytes;
  return needed > source.availableBytes ? needed : undefined;
}

/** Picture and sound at the same time, each in a folder of its own. */
async function firstSegments(
  { payload, probed: { tracks } }: ReadableSource<JobPayload<"open-video">>,
  plan: EncodePlan,
  deps: JobDeps,
): Promise<TrackOutput[]> {
  const range: TrackRange = { payload, plan, segmentFrom: 0, segmentTo: 1 };
  const first = plan.rungs.filter(({ id, mode }) => id === plan.firstRungId && mode === "encode");
  const audioFolder = join(deps.workFolder, "audio");
  await mkdir(audioFolder);
  const made = await Promise.all([
    encodeRungs(range, first, deps),
    encodeAudio(range, plan.audio, { ...deps, workFolder: audioFolder, onProgress: () => undefined }),
  ]);
  return [...made.flat(), ...(await copyTracks(range, { withVideo: true, tracks }, deps))];
}
