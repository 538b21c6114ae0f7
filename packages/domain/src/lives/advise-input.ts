import { LIVE_INPUT_INTERVAL_MS, type LiveInput } from "@shoal/contract";
import { usualKbpsOf } from "./usual-bitrates.ts";

/** `bad`: viewers notice, or will at the next problem. `attention`: viewers may notice. `hint`: works, but could be better. */
export type AdviceLevel = "bad" | "attention" | "hint";

/** Advice for the owner of a live on its input, with the figures it mentions. */
export type InputAdvice = { level: AdviceLevel } & (
  | { code: "nothingComes"; sec: number }
  | { code: "pictureStopped" }
  | { code: "qualitiesLeftOut"; leftOut: number }
  | { code: "networkSlow"; nowKbps: number; usualKbps: number }
  | { code: "framesDropped"; droppedPct: number }
  | { code: "fpsLow"; fps: number; announcedFps: number }
  | { code: "keyFramesFar"; sec: number }
  | { code: "noPicture" }
  | { code: "noSound" }
  | { code: "bitrateLow"; kbps: number; leastKbps: number; width: number; height: number }
  | { code: "bitrateFalls"; nowKbps: number; usualKbps: number }
  | { code: "bitrateUnsteady"; leastKbps: number; mostKbps: number }
  | { code: "bitrateHigh"; kbps: number; mostKbps: number; width: number; height: number }
  | { code: "pictureLarge"; width: number; height: number }
  | { code: "pictureOdd"; width: number; height: number }
  | { code: "bFrames" }
);

const ADVICE_LEVELS: readonly AdviceLevel[] = ["bad", "attention", "hint"];

/** Encoders are advised to send a key frame every 2 s; a little more is tolerated. */
const KEY_FRAME_INTERVAL_ATTENTION_SEC = 2.5;
const KEY_FRAME_INTERVAL_BAD_SEC = 4;
const DROPPED_FRAMES_ATTENTION_PCT = 1;
const DROPPED_FRAMES_BAD_PCT = 5;
/** The share of the announced frame rate below which the input gets advice. */
const ATTENTION_FPS_SHARE = 0.8;
const BAD_FPS_SHARE = 0.5;
/** The number of intervals that are needed to know the usual value. */
const MIN_USUAL_POINTS = 4;
const MIN_UNSTEADY_POINTS = 8;
/** The number of intervals in the last minute, over which the bitrate must be steady. */
const UNSTEADY_POINTS = 30;
const UNSTEADY_SHARE = 0.25;
/** The side above which a frame counts as large: it costs upload and encoding time, and few screens show it. */
const LARGE_SIDE_PX = 1_440;
const USUAL_FPS = 30;

type Adviser = (input: InputWithUsualValues) => InputAdvice | undefined;

/** An input, with the bitrates that advice compares. */
interface InputWithUsualValues extends LiveInput {
  usualKbps: number;
  /** The bitrate averaged from one key frame to the next, since intervals with a key frame are larger. */
  nowKbps: number;
}

/** The advisers by severity. Each row is about one topic and gives at most one advice: the first that applies. */
const ADVISERS: readonly (readonly Adviser[])[] = [
  [adviseOnMissingData, adviseOnStoppedVideo, adviseOnSlowNetwork, adviseOnLowFrameRate],
  [adviseOnDroppedFrames],
  [adviseOnDistantKeyFrames],
  [adviseOnMissingVideo, adviseOnMissingAudio],
  [adviseOnFallingBitrate, adviseOnUnsteadyBitrate, adviseOnLowBitrate, adviseOnHighBitrate],
  [adviseOnLargePicture, adviseOnOddPicture],
  [adviseOnBFrames],
];

/**
 * Returns the advice on a live's input, worst first; none within the first interval, before anything is known.
 * @param leftOut the number of qualities that the server does not encode.
 * @example adviseInput({ ...input, keyIntervalSec: 10 }) // [{ code: "keyFramesFar", level: "bad", sec: 10 }]
 */
export function adviseInput(input: LiveInput, leftOut = 0): InputAdvice[] {
  if (input.bitratesKbps.length === 0) return [];
  const sized = { ...input, usualKbps: median(input.bitratesKbps), nowKbps: nowKbpsOf(input) };
  const ofServer: InputAdvice[] =
    leftOut > 0 ? [{ code: "qualitiesLeftOut", level: "attention", leftOut }] : [];
  const ofInput = ADVISERS.flatMap((row) => {
    const [first] = row.flatMap((advise) => advise(sized) ?? []);
    return first ?? [];
  });
  const advices = [...ofServer, ...ofInput];
  // Without a signal, all other figures are outdated, so only this advice is given.
  const silence = advices.filter(({ code }) => code === "nothingComes");
  return silence.length > 0 ? silence : advices.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Returns the overall rating of an input; hints do not lower it. @example levelOf([]) // "good" */
export function levelOf(advices: readonly InputAdvice[]): "good" | "attention" | "bad" {
  const [worst] = advices.toSorted((a, b) => rankOf(a) - rankOf(b));
  return worst === undefined || worst.level === "hint" ? "good" : worst.level;
}

function adviseOnMissingData({ bitratesKbps }: InputWithUsualValues): InputAdvice | undefined {
  const silent = bitratesKbps.length - 1 - bitratesKbps.findLastIndex((kbps) => kbps > 0);
  const sec = (silent * LIVE_INPUT_INTERVAL_MS) / 1_000;
  return silent > 0 ? { code: "nothingComes", level: "bad", sec } : undefined;
}

function adviseOnStoppedVideo({ videoCodec, fps }: InputWithUsualValues): InputAdvice | undefined {
  return videoCodec !== null && fps === 0 ? { code: "pictureStopped", level: "bad" } : undefined;
}

/**
 * Reports a slow network. A low bitrate alone proves nothing, since a still image needs few bytes; the network is the cause if frames
 * also arrive late.
 */
function adviseOnSlowNetwork(input: InputWithUsualValues): InputAdvice | undefined {
  const { nowKbps, usualKbps } = input;
  const isSlow = hasFallen(input) && fpsShareOf(input) < ATTENTION_FPS_SHARE;
  return isSlow ? { code: "networkSlow", level: "bad", nowKbps, usualKbps } : undefined;
}

function adviseOnLowFrameRate(input: InputWithUsualValues): InputAdvice | undefined {
  const { fps, announcedFps } = input;
  const share = fpsShareOf(input);
  if (fps === null || announcedFps === null || share >= ATTENTION_FPS_SHARE) return undefined;
  return { code: "fpsLow", level: share < BAD_FPS_SHARE ? "bad" : "attention", fps, announcedFps };
}

function adviseOnDroppedFrames({ droppedPct }: InputWithUsualValues): InputAdvice | undefined {
  if (droppedPct === null || droppedPct < DROPPED_FRAMES_ATTENTION_PCT) return undefined;
  return {
    code: "framesDropped",
    level: droppedPct < DROPPED_FRAMES_BAD_PCT ? "attention" : "bad",
    droppedPct,
  };
}

function adviseOnDistantKeyFrames({ keyIntervalSec: sec }: InputWithUsualValues): InputAdvice | undefined {
  if (sec === null || sec <= KEY_FRAME_INTERVAL_ATTENTION_SEC) return undefined;
  return { code: "keyFramesFar", level: sec <= KEY_FRAME_INTERVAL_BAD_SEC ? "attention" : "bad", sec };
}

function adviseOnMissingVideo({ videoCodec }: InputWithUsualValues): InputAdvice | undefined {
  return videoCodec === null ? { code: "noPicture", level: "attention" } : undefined;
}

function adviseOnMissingAudio({ audioCodec }: InputWithUsualValues): InputAdvice | undefined {
  return audioCodec === null ? { code: "noSound", level: "attention" } : undefined;
}

function adviseOnFallingBitrate(input: InputWithUsualValues): InputAdvice | undefined {
  const { nowKbps, usualKbps } = input;
  if (!hasFallen(input) || adviseOnSlowNetwork(input)) return undefined;
  return { code: "bitrateFalls", level: "attention", nowKbps, usualKbps };
}

/** Reports a bitrate that varies too much. Applies only if each interval has its own key frame, so that their sizes are comparable. */
function adviseOnUnsteadyBitrate({
  bitratesKbps,
  keyIntervalSec,
  usualKbps,
}: InputWithUsualValues): InputAdvice | undefined {
  const recent = bitratesKbps.slice(-UNSTEADY_POINTS);
  if (recent.length < MIN_UNSTEADY_POINTS || (keyIntervalSec ?? 0) > KEY_FRAME_INTERVAL_ATTENTION_SEC)
    return undefined;
  const away = recent.filter((kbps) => kbps < usualKbps * 0.5 || kbps > usualKbps * 1.75);
  if (away.length < recent.length * UNSTEADY_SHARE) return undefined;
  const range = { leastKbps: Math.min(...recent), mostKbps: Math.max(...recent) };
  return { code: "bitrateUnsteady", level: "attention", ...range };
}

function adviseOnLowBitrate(input: InputWithUsualValues): InputAdvice | undefined {
  const { usualKbps: kbps } = input;
  const wanted = recommendedOf(input);
  if (!wanted || kbps >= wanted.leastKbps / 2) return undefined;
  const { width, height, leastKbps } = wanted;
  return { code: "bitrateLow", level: "attention", kbps, leastKbps, width, height };
}

function adviseOnHighBitrate(input: InputWithUsualValues): InputAdvice | undefined {
  const { usualKbps: kbps } = input;
  const wanted = recommendedOf(input);
  if (!wanted || kbps <= wanted.mostKbps * 2) return undefined;
  const { width, height, mostKbps } = wanted;
  return { code: "bitrateHigh", level: "attention", kbps, mostKbps, width, height };
}

function adviseOnLargePicture({ width, height }: InputWithUsualValues): InputAdvice | undefined {
  if (width === null || height === null || Math.min(width, height) <= LARGE_SIDE_PX) return undefined;
  return { code: "pictureLarge", level: "attention", width, height };
}

/** Reports an odd width or height, which the chroma planes, subsampled two by two, cannot represent. */
function adviseOnOddPicture({ width, height }: InputWithUsualValues): InputAdvice | undefined {
  if (width === null || height === null || (width % 2 === 0 && height % 2 === 0)) return undefined;
  return { code: "pictureOdd", level: "hint", width, height };
}

function adviseOnBFrames({ hasBFrames }: InputWithUsualValues): InputAdvice | undefined {
  return hasBFrames ? { code: "bFrames", level: "hint" } : undefined;
}

const rankOf = ({ level }: InputAdvice): number => ADVICE_LEVELS.indexOf(level);

const hasFallen = ({ bitratesKbps, nowKbps, usualKbps }: InputWithUsualValues): boolean =>
  bitratesKbps.length >= MIN_USUAL_POINTS && nowKbps < usualKbps / 2;

/** Returns the measured frame rate as a share of the announced one; 1 if either is unknown. */
const fpsShareOf = ({ fps, announcedFps }: InputWithUsualValues): number =>
  fps === null || announcedFps === null || announcedFps === 0 ? 1 : fps / announcedFps;

function nowKbpsOf({ bitratesKbps, keyIntervalSec }: LiveInput): number {
  const count = Math.ceil(((keyIntervalSec ?? 0) * 1_000) / LIVE_INPUT_INTERVAL_MS);
  const recent = bitratesKbps.slice(-Math.max(1, count));
  return Math.round(recent.reduce((sum, kbps) => sum + kbps, 0) / recent.length);
}

function recommendedOf({ bitratesKbps, width, height, announcedFps, fps }: InputWithUsualValues) {
  if (width === null || height === null || bitratesKbps.length < MIN_USUAL_POINTS) return undefined;
  return { width, height, ...usualKbpsOf({ width, height, fps: announcedFps ?? fps ?? USUAL_FPS }) };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
