import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { JobPayload } from "@shoal/contract/jobs";
import type { EncodePlan, TrackOutput } from "@shoal/contract/stored-data";
import { planEncode } from "@shoal/media";
import { probeReadable, type ReadableSource, type UnreadableSource } from "../media/continuous-source.ts";
import { FIRST_PICTURES_CPU_SEC } from "../media/cpu-limits.ts";
import { copyTracks, encodeAudio, encodeRungs, type TrackRange } from "../media/make-tracks.ts";
import { openSourceBytes } from "../media/source.ts";
import { type JobDeps, type JobHandler, resultBase } from "./job.ts";

type OpenPayload = JobPayload<"open-video">;

/**
 * Probes the source, plans its encoding, and encodes the first segment of the first rung and of every audio track, which is enough
 * to start playback. A file that is still arriving is opened as soon as all necessary bytes are there.
 */
export const openVideo: JobHandler<"open-video"> = async (payload, deps) => {
  const readable = await probeReadable(payload, deps, { mayTakeLong: false });
  return "kind" in readable ? toOpenResult(readable, payload) : openReadable(readable, payload, deps);
};

/** Opens a file that must be copied in full first. */
export const openLongVideo: JobHandler<"open-long-video"> = async (payload, deps) => {
  const readable = await probeReadable(payload, deps, { mayTakeLong: true });
  return "kind" in readable ? toOpenResult(readable, payload) : openReadable(readable, payload, deps);
};

const notReadyResult = (payload: OpenPayload, minBytes: number) => ({
  type: "not-yet" as const,
  ...resultBase(payload),
  minBytes,
});

const toOpenResult = (unreadable: UnreadableSource, payload: OpenPayload) =>
  unreadable.kind === "not-yet"
    ? notReadyResult(payload, unreadable.minBytes)
    : { type: "takes-long" as const, ...resultBase(payload) };

async function openReadable(readable: ReadableSource<OpenPayload>, payload: OpenPayload, deps: JobDeps) {
  const { source } = readable.payload;
  const plan = await planEncode(readable.probed, payload, openSourceBytes(deps.store, source));
  const neededBytes = plan.pieces[0]?.sourceEndByte ?? payload.source.sizeBytes;
  if (payload.source.availableBytes < neededBytes) return notReadyResult(payload, neededBytes);
  const outputs = await makeFirstSegments(readable, plan, deps);
  return { type: "opened" as const, ...resultBase(payload), plan, outputs };
}

/** Makes the first video and audio segments in parallel, in separate folders. */
async function makeFirstSegments(
  { payload, probed: { tracks } }: ReadableSource<OpenPayload>,
  plan: EncodePlan,
  deps: JobDeps,
): Promise<TrackOutput[]> {
  const range: TrackRange = {
    payload,
    plan,
    segmentFrom: 0,
    segmentTo: 1,
    picturesCpuSec: FIRST_PICTURES_CPU_SEC,
  };
  const first = plan.rungs.filter(({ id, mode }) => id === plan.firstRungId && mode === "encode");
  const audioFolder = join(deps.workFolder, "audio");
  await mkdir(audioFolder);
  const made = await Promise.all([
    encodeRungs(range, first, deps),
    encodeAudio(range, plan.audio, { ...deps, workFolder: audioFolder, onProgress: () => undefined }),
  ]);
  return [...made.flat(), ...(await copyTracks(range, { withVideo: true, tracks }, deps))];
}
