import type { InputQualities } from "@shoal/contract";
import type { Fraction } from "@shoal/contract/stored-data";
import { cappedRate, toFps } from "../probe/frame-rate.ts";
import { roundToEven } from "../probe/picture-size.ts";
import { capKbps } from "./bitrates.ts";

/** The input for planning a ladder. `bitrateKbps` is Infinity if unknown. */
export interface LadderSource {
  bitrateKbps: number;
  video: { width: number; height: number; fps: Fraction };
}

/** A rung without its id. */
export interface Rung {
  width: number;
  height: number;
  fps: Fraction;
  /** The quality (CRF); null for a fixed bitrate. */
  crf: number | null;
  maxBitrateKbps: number;
}

const SHORT_SIDES = [360, 540, 720, 1080, 1440, 2160] as const;
const CRF = 23;
/** The minimum ratio to the bitrate of the next rung for a rung to be useful. */
const MIN_BITRATE_RATIO = 1.5;
/** The highest bit rate of a rung at which a video gains nothing from lower rungs. */
const SUFFICIENT_KBPS = 250;

/**
 * Plans the ladder for a video, ascending: never larger than the source, each rung with at least 1.5 times the pixels of the previous one,
 * and no rung below a rung that is light enough. The source's bit rate indicates how much the video needs.
 */
export function optimizedLadder(info: LadderSource): Rung[] {
  const { width, height, fps } = info.video;
  const shortSide = Math.min(width, height);
  const top = Math.min(shortSide, SHORT_SIDES.at(-1) ?? shortSide);
  const sides = [...SHORT_SIDES.filter((side) => side < top), top];
  const kept: Rung[] = [];
  for (const side of sides.toReversed()) {
    const rung = rungOf({ width, height, fps }, side / shortSide);
    const above = kept[0];
    const isStep = !above || pixelsOf(above) / pixelsOf(rung) >= MIN_BITRATE_RATIO;
    const isNeeded = !above || neededKbps(info, above) > SUFFICIENT_KBPS;
    if (isStep && isNeeded) kept.unshift(rung);
  }
  return kept;
}

/**
 * Plans a custom list of qualities. Odd sides are rounded, and a frame rate above the source's is lowered because it would only
 * repeat frames.
 */
export function customLadder(
  qualities: Exclude<InputQualities, string>,
  { video }: Pick<LadderSource, "video">,
): Rung[] {
  return qualities
    .map(({ bitrate, resolution, FPS }) => ({
      width: roundToEven(resolution.width),
      height: roundToEven(resolution.height),
      fps: requestedRate(video.fps, FPS),
      crf: null,
      maxBitrateKbps: bitrate,
    }))
    .toSorted((a, b) => pixelsOf(a) - pixelsOf(b) || a.maxBitrateKbps - b.maxBitrateKbps);
}

/** Returns the frame rate for a requested rate: 25 from 50 takes every second frame, whereas 25 from 30 is a separate rate. */
function requestedRate(source: Fraction, requested: number): Fraction {
  if (toFps(source) <= requested * 1.01) return source;
  const halved = cappedRate(source, requested);
  if (toFps(halved) > requested * 0.95) return halved;
  return { num: Math.round(requested * 1000), den: 1000 };
}

function rungOf(source: { width: number; height: number; fps: Fraction }, scale: number): Rung {
  const size = { width: roundToEven(source.width * scale), height: roundToEven(source.height * scale) };
  return { ...size, fps: source.fps, crf: CRF, maxBitrateKbps: capKbps({ ...size, fps: toFps(source.fps) }) };
}

/**
 * Estimates the bit rate that a rung needs. Detail decreases more slowly than the number of pixels. An exponent of 0.75 matches
 * x264's CRF over the rungs of natural video.
 */
function neededKbps({ bitrateKbps, video }: LadderSource, rung: Rung): number {
  return bitrateKbps * Math.min(1, pixelsOf(rung) / (video.width * video.height)) ** 0.75;
}

const pixelsOf = ({ width, height }: Rung) => width * height;
