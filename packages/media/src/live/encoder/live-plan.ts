import { type InputQualities, OPTIMIZED_QUALITIES, type VideoView } from "@shoal/contract";
import type { Fraction, MediaColours } from "@shoal/contract/stored-data";
import { AUDIO_KBPS } from "../../plan/copy-audio.ts";
import { customLadder, optimizedLadder, type Rung } from "../../plan/ladder.ts";
import { decideColours, isHdr } from "../../probe/colours.ts";
import { cappedRate, toFps } from "../../probe/frame-rate.ts";
import type { AvcVideo } from "../input/avc-config.ts";

/** The length of segments and groups of pictures. */
export const LIVE_SEGMENT_SEC = 2;
/** The approximate length of a part. Parts are not shorter, because each one costs a request per viewer. */
const PART_DURATION_SEC = 1 / 3;
/**
 * The length of a part if the live has a single rendition. Viewers then never switch, and stay three parts behind, which is half a
 * second less.
 */
const SINGLE_RENDITION_PART_DURATION_SEC = 0.2;
/**
 * The limits for passthrough, in which segments are as long as the publisher's groups of pictures, and parts as long as its frame interval.
 * Streams beyond the limits are not passed through. The limits leave room for audio that is not cut where the video is.
 */
const MAX_COPY_SEGMENT_SEC = 10;
const MAX_COPY_PART_SEC = 1;
export const MAX_COPY_FRAME_MS = 600;
/** The longest key frame interval of passthrough: playlists state segment durations in whole seconds. */
export const MAX_COPY_KEY_INTERVAL_MS = MAX_COPY_SEGMENT_SEC * 1_000 + 400;
/** The frame rate that is assumed if a publisher states none. */
const DEFAULT_RATE: Fraction = { num: 30, den: 1 };
/** The highest encoded frame rate: higher rates make no visible difference. */
const MAX_FPS = 60;
/**
 * The duration of an audio frame, which is 1024 samples at 48 kHz. Audio is cut at its own frames, of which one may overhang at
 * either end.
 */
const AUDIO_FRAME_DURATION_SEC = 1_024 / 48_000;

/** A publisher's stream. */
export interface LiveInput {
  /** The picture of the input; undefined for audio only. */
  picture: AvcVideo | undefined;
  hasSound: boolean;
  /** Whether the audio is AAC, which browsers play. */
  isSoundAac?: boolean;
}

export interface LiveSettings {
  qualities: InputQualities;
  /** The value "passthrough" publishes the input without encoding it, regardless of the qualities. */
  encoding?: VideoView["encoding"];
}

/** A rung of encoded video; `v0` is the smallest. */
export interface LiveRung extends Rung {
  id: string;
}

/** The plan of a live's encoding. */
export interface LivePlan {
  /** Whether video is copied, and also audio if browsers can play it. Segment boundaries are not known in advance in this case. */
  isPassthrough: boolean;
  rungs: readonly LiveRung[];
  /** Id of the audio track, if there is one. */
  soundId: string | undefined;
  soundKbps: number;
  isInterlaced: boolean;
  /** The colours of the publisher's video, the same for all rungs; undefined for HDR, which lives do not convert. */
  colours: MediaColours | undefined;
  /** The length of a part, which is a whole number of frames. */
  stepSec: number;
  /** The maximum length of a part, over all renditions. */
  partTargetSec: number;
  /** The maximum length of a segment, rounded. */
  targetDurationSec: number;
}

/**
 * Plans the encoding of a live. No rung is larger than the input, and all rungs have one frame rate, so they are cut at the same
 * frames.
 * @example planLive({ picture: { width: 1280, height: 720, fps, isInterlaced: false }, hasSound: true }, { qualities:
 * OPTIMIZED_QUALITIES });
 */
export function planLive(input: LiveInput, { qualities, encoding = "encoding" }: LiveSettings): LivePlan {
  return encoding === "passthrough" ? planCopy(input) : planLadder(input, qualities);
}

/**
 * Lists the ladders for a machine that cannot keep up. The smallest rungs are dropped first, and the last plan has only the
 * smallest one.
 * @returns the plans, beginning with the complete one.
 * @example listShedPlans(plan).map(({ rungs }) => rungs.map(({ id }) => id)) // [["v0", "v1", "v2"], ["v1", "v2"], ["v2"], ["v0"]]
 */
export function listShedPlans(plan: LivePlan): readonly [LivePlan, ...LivePlan[]] {
  const { rungs } = plan;
  if (rungs.length < 2) return [plan];
  const shorter = rungs.slice(1).map((_, n) => ({ ...plan, rungs: rungs.slice(n + 1) }));
  return [plan, ...shorter, { ...plan, rungs: rungs.slice(0, 1) }];
}

function planLadder({ picture, hasSound }: LiveInput, qualities: InputQualities): LivePlan {
  const sourceFps = cappedRate(picture?.fps ?? DEFAULT_RATE, MAX_FPS);
  const rungs = picture ? ladderOf({ ...picture, fps: sourceFps }, qualities) : [];
  const fps = fastestOf(rungs) ?? sourceFps;
  const partSec = rungs.length > 1 ? PART_DURATION_SEC : SINGLE_RENDITION_PART_DURATION_SEC;
  const frameSec = picture ? 1 / toFps(fps) : AUDIO_FRAME_DURATION_SEC;
  const stepSec = Math.max(1, Math.floor(partSec / frameSec + 0.01)) * frameSec;
  const soundSec = picture && hasSound ? 1.5 * AUDIO_FRAME_DURATION_SEC : 0;
  return {
    isPassthrough: false,
    rungs: rungs.map((rung, order) => ({ id: `v${order}`, ...rung, fps })),
    soundId: hasSound ? "a0" : undefined,
    soundKbps: AUDIO_KBPS,
    isInterlaced: picture?.isInterlaced ?? false,
    colours: coloursOf(picture),
    stepSec,
    partTargetSec: Math.ceil((stepSec + soundSec) * 1_000) / 1_000,
    targetDurationSec: LIVE_SEGMENT_SEC,
  };
}

function planCopy({ picture, hasSound }: LiveInput): LivePlan {
  const video = picture && { ...picture, fps: picture.fps ?? DEFAULT_RATE };
  // The publisher's bit rate is unknown at this time, so it is assumed to be about that of our own encoding.
  const top = video && optimizedLadder({ video, bitrateKbps: Infinity }).at(-1);
  const { width, height, fps } = video ?? { width: 0, height: 0, fps: DEFAULT_RATE };
  return {
    isPassthrough: true,
    rungs: top ? [{ ...top, id: "v0", width, height, fps, crf: null }] : [],
    soundId: hasSound ? "a0" : undefined,
    soundKbps: AUDIO_KBPS,
    isInterlaced: picture?.isInterlaced ?? false,
    colours: coloursOf(picture),
    stepSec: PART_DURATION_SEC,
    partTargetSec: MAX_COPY_PART_SEC,
    targetDurationSec: MAX_COPY_SEGMENT_SEC,
  };
}

function coloursOf(picture: AvcVideo | undefined): MediaColours | undefined {
  if (!picture) return undefined;
  const colours = picture.colours ?? decideColours({ index: 0, height: picture.height });
  return isHdr(colours) ? undefined : colours;
}

const fastestOf = (rungs: readonly Rung[]) =>
  rungs.map(({ fps }) => fps).toSorted((a, b) => toFps(b) - toFps(a))[0];

/** Plans the ladder regardless of the input's bit rate, which is unknown before encoding. */
function ladderOf(
  video: { width: number; height: number; fps: Fraction },
  qualities: InputQualities,
): Rung[] {
  if (qualities === OPTIMIZED_QUALITIES) return optimizedLadder({ video, bitrateKbps: Infinity });
  return customLadder(qualities, { video });
}
