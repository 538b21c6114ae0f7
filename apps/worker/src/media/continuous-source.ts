import { join } from "node:path";
import { type JobPayload, MAX_SHORT_SOUND_SEC } from "@shoal/contract/jobs";
import type { EncodePlan, MediaInfo } from "@shoal/contract/stored-data";
import {
  CONTINUOUS_FILE,
  continuousArgs,
  listEncodedSounds,
  MediaFault,
  needsContinuousCopy,
  type ProbeAnswer,
  probeSource,
  runFfmpeg,
} from "@shoal/media";
import type { JobDeps } from "../jobs/job.ts";
import { cpuLimitSecOf } from "./cpu-limits.ts";
import { objectNameOf } from "./object-names.ts";
import { openSourceBytes, withSource } from "./source.ts";

type SourcePayload = Pick<JobPayload<"open-video">, "videoUuid" | "generation" | "source">;
type ProbedSource = Extract<ProbeAnswer, { kind: "probed" }>;
/** Why a source cannot be opened yet: bytes are missing, or copying it would delay other jobs. */
export type UnreadableSource = Extract<ProbeAnswer, { kind: "not-yet" }> | { kind: "takes-long" };

/** The size of the largest source whose copy does not take long, in bytes. Even a slow machine copies it in two seconds. */
const MAX_SHORT_COPY_BYTES = 200_000_000;

/** Whether copying takes longer than other jobs should wait. */
export function isLongCopy(
  info: Pick<MediaInfo, "sizeBytes" | "durationSec" | "isLengthUnknown" | "audio">,
): boolean {
  const encoded = listEncodedSounds(info).length;
  const soundSec = (info.isLengthUnknown ? Number.POSITIVE_INFINITY : info.durationSec) * encoded;
  return info.sizeBytes > MAX_SHORT_COPY_BYTES || (encoded > 0 && soundSec > MAX_SHORT_SOUND_SEC);
}

/** The properties of a source, and the payload with the file that they describe. */
export interface ReadableSource<P> {
  probed: ProbedSource;
  payload: P;
}

/**
 * Probes the source to encode, which is the file itself or, if it needs one, its continuous copy.
 * @param options.mayTakeLong false if other jobs wait: a long copy is used if it exists, but not created.
 * @throws MediaFault, FfmpegError
 */
export async function probeReadable<P extends SourcePayload>(
  payload: P,
  deps: JobDeps,
  { mayTakeLong }: { mayTakeLong: boolean },
): Promise<ReadableSource<P> | UnreadableSource> {
  const probed = await probeStored(payload, deps);
  if (probed.kind === "not-yet") return probed;
  if (!needsContinuousCopy(probed.info)) return { probed, payload };
  if (!mayTakeLong && isLongCopy(probed.info) && !(await hasCopy(payload, deps)))
    return { kind: "takes-long" };
  const copied = await withCopy(payload, deps, probed.info);
  const copy = await probeStored(copied, deps);
  if (copy.kind === "not-yet") throw new Error("A continuous copy is not whole");
  const { isLengthUnknown, ...facts } = copy.info;
  if (isLengthUnknown) throw new MediaFault("unsupported_format", "The length of the file is not known");
  return {
    payload: copied,
    probed: {
      kind: "probed",
      // The samples of the copy are not passed through, because pieces are requested by their bytes in the source.
      tracks: undefined,
      info: { ...facts, ...sharedPropertiesOf(probed.info) },
    },
  };
}

/** Returns those properties of a source that also apply to its copy. */
const sharedPropertiesOf = ({ container, sizeBytes, isLengthUnknown }: MediaInfo) => ({
  container,
  sizeBytes,
  ...(isLengthUnknown ? { isLengthUnknown } : {}),
});

/** Returns the payload of a planned job, with the file that the plan was made for. */
export async function withReadableSource<P extends SourcePayload & { plan: EncodePlan }>(
  payload: P,
  deps: JobDeps,
): Promise<P> {
  return needsContinuousCopy(payload.plan.info) ? withCopy(payload, deps) : payload;
}

const probeStored = ({ source }: SourcePayload, deps: JobDeps) =>
  withSource(deps, source, (run) => probeSource(openSourceBytes(deps.store, source), run));

function copyObjectOf({ videoUuid, generation, source }: SourcePayload, { ffmpegVersion }: JobDeps): string {
  const ingredients = [source.object, source.sizeBytes, ffmpegVersion];
  return `${objectNameOf({ videoUuid, generation, trackId: "source", ingredients })}.mkv`;
}

const hasCopy = async (payload: SourcePayload, deps: JobDeps) =>
  (await deps.store.findSize(copyObjectOf(payload, deps))) !== undefined;

/**
 * Replaces the source by its copy, which all jobs share.
 * @param info ffprobe's result for the source, if known.
 */
async function withCopy<P extends SourcePayload>(payload: P, deps: JobDeps, info?: MediaInfo): Promise<P> {
  const { source } = payload;
  const object = copyObjectOf(payload, deps);
  let sizeBytes = await deps.store.findSize(object);
  if (sizeBytes === undefined) {
    await makeCopy(object, payload, info ?? (await infoOf(payload, deps)), deps);
    sizeBytes = (await deps.store.findSize(object)) ?? 0;
  }
  return { ...payload, source: { ...source, object, sizeBytes, availableBytes: sizeBytes } };
}

async function infoOf(payload: SourcePayload, deps: JobDeps): Promise<MediaInfo> {
  const probed = await probeStored(payload, deps);
  if (probed.kind === "not-yet") throw new Error("The source of a planned video is not whole");
  return probed.info;
}

async function makeCopy(
  object: string,
  { source }: SourcePayload,
  info: MediaInfo,
  deps: JobDeps,
): Promise<void> {
  const { durationSec, audio, isLengthUnknown } = info;
  // Some audio codecs are re-encoded losslessly, which takes CPU time.
  const soundSec = isLengthUnknown ? 0 : durationSec * audio.length;
  const limits = { cpuSec: cpuLimitSecOf({ sizeBytes: source.sizeBytes, soundSec }) };
  await withSource(deps, source, (run) => runFfmpeg(continuousArgs(info), { ...run, limits }));
  await deps.store.putFile(object, join(deps.workFolder, CONTINUOUS_FILE));
}
