import { AppError, type SceneMode } from "@shoal/contract";
import type { PlannedAudio, SegmentIndex, TrackOutput } from "@shoal/contract/stored-data";
import {
  AUDIO_CHANNELS,
  AUDIO_KBPS,
  AUDIO_RATE_HZ,
  contiguousSegments,
  mergeOutputs,
  publishedEndSec,
  toFps,
} from "@shoal/media";
import type { Tx } from "../../../platform/database.ts";
import type { VideoRow } from "../videos/index.ts";
import { createEncodingsRepository, type EncodingRow } from "./encodings.repository.ts";
import { type PlannedCut, planCut } from "./plan-cut.ts";

/** Players do not notice an audio gap shorter than this: two frames of AAC. */
const GAP_TOLERANCE_SEC = 0.04;
const AAC_LC = "mp4a.40.2";
/** Scenes without audio get this silent track. */
const SILENT_AUDIO: PlannedAudio = {
  id: "a0",
  mode: "encode",
  streamIndex: 0,
  language: "",
  title: "",

  channels: AUDIO_CHANNELS,
  sampleRateHz: AUDIO_RATE_HZ,
  bitrateKbps: AUDIO_KBPS,
};

/** The media of a video that scenes are cut from. */
export interface OriginMedia {
  encoding: Pick<EncodingRow, "plan" | "tracks">;
  indexes: ReadonlyMap<string, SegmentIndex>;
}

/** The plan of a scene. It has one audio track, in the same format as all scenes. */
export interface PlannedScene extends PlannedCut {
  /** The video tracks that the scene uses unchanged, without a job. */
  pictures: TrackOutput[];
  sound: TrackOutput[];
  hasSound: boolean;
}

/** @throws AppError "illegal_transition" for a video without media to cut. */
export async function readOrigin(tx: Tx, origin: VideoRow): Promise<OriginMedia> {
  const encodings = createEncodingsRepository(tx);
  const encoding = await encodings.findEncoding(origin.uuid, origin.generation);
  if (!encoding) throw new AppError("illegal_transition", "No part of this video is encoded yet");
  const rows = await encodings.listOutputs(origin.uuid, origin.generation);
  return { encoding, indexes: mergeOutputs(rows.flatMap(({ outputs }) => outputs)) };
}

/**
 * Plans a scene. A scene of a whole video refers to its tracks, including the audio if it is 48 kHz stereo AAC without gaps. Uses
 * the first of several audio tracks.
 * @throws the same errors as `planCut`, with its fields `start` and `end`.
 */
export function planScene(
  { encoding, indexes }: OriginMedia,
  range: { in: number; out: number; mode: SceneMode },
): PlannedScene {
  const cut = planCut(encoding, indexes, {
    start: range.in,
    end: range.out,
    transcode: range.mode === "accurate",
  });
  const [own] = cut.plan.audio;
  const plan = {
    ...cut.plan,
    audio: [own ? { ...SILENT_AUDIO, ...languageOf(own), id: own.id } : SILENT_AUDIO],
  };
  const planned = { ...cut, plan, pictures: [], sound: [], hasSound: own !== undefined };
  const original = encoding.plan.audio.find(({ id }) => id === own?.id);
  return isWhole(cut, indexes) ? planWholeScene(planned, original, indexes) : planned;
}

const languageOf = ({ language, title }: PlannedAudio) => ({ language, title });

/** Whether the scene uses every rung from the first to the last frame, with the same segments in all. */
function isWhole({ inSec, outSec, plan }: PlannedCut, indexes: OriginMedia["indexes"]): boolean {
  const counts = plan.rungs.map(({ id }) => contiguousSegments(indexes.get(id) ?? { segments: [] }).length);
  const isToEnd = plan.rungs.every(
    ({ id, fps }) => Math.abs(outSec - publishedEndSec(indexes.get(id) ?? { segments: [] })) < 1 / toFps(fps),
  );
  return inSec === 0 && isToEnd && new Set(counts).size === 1;
}

function planWholeScene(
  planned: PlannedScene,
  original: PlannedAudio | undefined,
  indexes: OriginMedia["indexes"],
): PlannedScene {
  const { plan } = planned;
  const pictures = plan.rungs.flatMap(({ id }) => toTrackOutputs(indexes.get(id)));
  const [lowest] = pictures;
  const sound = original && isListSound(original) ? indexes.get(original.id) : undefined;
  const durationSec = lowest ? publishedEndSec(lowest) : planned.durationSec;
  const [piece] = plan.pieces;
  return {
    ...planned,

    outSec: durationSec,
    durationSec,
    pictures,
    plan: { ...plan, pieces: piece ? [piece] : plan.pieces },
    sound: sound && lowest && isJoinable(sound, lowest) ? toTrackOutputs(sound) : [],
  };
}

function toTrackOutputs(index: SegmentIndex | undefined): TrackOutput[] {
  if (!index) return [];
  const { version: _, isEnded: __, ...output } = index;
  return [output];
}

const isListSound = ({ channels, sampleRateHz }: PlannedAudio) =>
  channels === AUDIO_CHANNELS && sampleRateHz === AUDIO_RATE_HZ;

/** Whether the audio of a video can be joined with others without encoding. */
function isJoinable(sound: SegmentIndex, picture: TrackOutput): boolean {
  const segments = contiguousSegments(sound);
  if (sound.codecs !== AAC_LC || segments.length !== contiguousSegments(picture).length) return false;
  const starts = [...segments.map(({ startSec }) => startSec), publishedEndSec(picture)];
  const ends = [0, ...segments.map(({ startSec, durationSec }) => startSec + durationSec)];
  return starts.every((startSec, n) => startSec - (ends[n] ?? 0) < GAP_TOLERANCE_SEC);
}
