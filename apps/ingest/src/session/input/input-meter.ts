import type { LiveInput } from "@shoal/contract";
import { type AvcVideo, LiveTimeline, readAvcConfig } from "@shoal/media";
import {
  displayDelayMsOf,
  type MediaMessage,
  readAudioHeader,
  readVideoHeader,
  type VideoHeader,
  videoConfigOf,
} from "@shoal/rtmp";
import { FrameCadence } from "./frame-cadence.ts";
import { InputIntervals } from "./input-intervals.ts";
import type { InputListener } from "./input-listener.ts";

/** How long to wait for a second key frame before the interval between key frames is reported, in ms. */
const SECOND_KEY_TIMEOUT_SEC = 4;

/** The measurements of one publisher since its first message. */
interface InputMeasurements {
  intervals: InputIntervals;
  timeline: LiveTimeline;
  cadence: FrameCadence;
  picture: AvcVideo | undefined;
  videoCodec: string | null;
  audioCodec: string | null;
  /** The positions of the last frame and the last key frame on the timeline, in ms. */
  frameAtMs: number | undefined;
  keyAtMs: number | undefined;
  keyIntervalMs: number | undefined;
  lost: number;
  displayDelayMs: number | undefined;
  hasBFrames: boolean;
}

/** Measures what a live's publisher sends. Pure; the time is passed in. */
export class InputMeter implements InputListener {
  #measured: InputMeasurements | undefined;
  #isThere = false;

  begin(): void {
    this.#measured = undefined;
    this.#isThere = true;
  }

  gone(): void {
    this.#measured = undefined;
    this.#isThere = false;
  }

  end(): void {
    this.gone();
  }

  message(message: MediaMessage, nowMs: number): void {
    if (!this.#isThere) return;
    this.#measured ??= measureFrom(nowMs);
    const { intervals } = this.#measured;
    intervals.moveTo(nowMs);
    intervals.addBytes(message.payload.length);
    if (message.kind === "audio") recordAudio(this.#measured, message, nowMs);
    if (message.kind === "video") recordVideo(this.#measured, message, nowMs);
  }

  /** The current measurements; null without a publisher, and before the first message. */
  read(nowMs: number): LiveInput | null {
    if (!this.#measured) return null;
    const { intervals, picture, lost, hasBFrames, videoCodec, audioCodec } = this.#measured;
    intervals.moveTo(nowMs);
    const { bitratesKbps, fps, lostPct } = intervals;
    return {
      bitratesKbps,
      fps,
      keyIntervalSec: keyIntervalOf(this.#measured),
      announcedFps: picture?.fps ? Math.round((picture.fps.num / picture.fps.den) * 100) / 100 : null,

      droppedFrames: lost,
      droppedPct: lostPct,
      hasBFrames,

      width: picture?.width ?? null,
      height: picture?.height ?? null,
      videoCodec,
      audioCodec,
    };
  }
}

function measureFrom(nowMs: number): InputMeasurements {
  return {
    intervals: new InputIntervals(nowMs),

    timeline: new LiveTimeline(),
    cadence: new FrameCadence(),

    picture: undefined,
    videoCodec: null,
    audioCodec: null,

    frameAtMs: undefined,
    keyAtMs: undefined,
    keyIntervalMs: undefined,

    lost: 0,
    displayDelayMs: undefined,
    hasBFrames: false,
  };
}

/**
 * Returns the position of a message on the continuous timeline. If the timestamps jump, the interval across the jump is discarded.
 */
function placeMessage(measured: InputMeasurements, message: MediaMessage, nowMs: number): number {
  const { atMs, isJump } = measured.timeline.place(message.kind, message.timestampMs, nowMs);
  if (isJump) {
    measured.cadence.restart();
    measured.frameAtMs = undefined;
    measured.keyAtMs = undefined;
  }
  return atMs;
}

function recordAudio(measured: InputMeasurements, message: MediaMessage, nowMs: number): void {
  const header = readAudioHeader(message);
  if (!header) return;
  measured.audioCodec = header.codec;
  placeMessage(measured, message, nowMs);
}

function recordVideo(measured: InputMeasurements, message: MediaMessage, nowMs: number): void {
  const header = readVideoHeader(message);
  if (!header) return;
  measured.videoCodec = header.codec;
  if (header.isConfig) measured.picture = readAvcConfig(videoConfigOf(message));
  if (header.isMedia) recordFrame(measured, { message, header, nowMs });
}

function recordFrame(
  measured: InputMeasurements,
  { message, header, nowMs }: { message: MediaMessage; header: VideoHeader; nowMs: number },
): void {
  const atMs = placeMessage(measured, message, nowMs);
  const { frameAtMs, cadence, intervals } = measured;
  const lost = frameAtMs === undefined ? 0 : cadence.add(atMs - frameAtMs);
  measured.frameAtMs = atMs;
  measured.lost += lost;
  intervals.addPicture(nowMs, lost);
  if (header.isKeyFrame) recordKeyFrame(measured, atMs);
  recordOrder(measured, message);
}

function recordKeyFrame(measured: InputMeasurements, atMs: number): void {
  if (measured.keyAtMs !== undefined) measured.keyIntervalMs = atMs - measured.keyAtMs;
  measured.keyAtMs = atMs;
}

/** Detects B-frames by their varying display delays. */
function recordOrder(measured: InputMeasurements, message: MediaMessage): void {
  const delayMs = displayDelayMsOf(message);
  if (delayMs === undefined) return;
  measured.displayDelayMs ??= delayMs;
  // Rounding to whole milliseconds causes differences of up to one millisecond.
  if (Math.abs(delayMs - measured.displayDelayMs) > 1) measured.hasBFrames = true;
}

function keyIntervalOf({ frameAtMs, keyAtMs, keyIntervalMs }: InputMeasurements): number | null {
  const sinceMs = frameAtMs === undefined || keyAtMs === undefined ? 0 : frameAtMs - keyAtMs;
  if (keyIntervalMs === undefined && sinceMs <= SECOND_KEY_TIMEOUT_SEC * 1_000) return null;
  return Math.round(Math.max(keyIntervalMs ?? 0, sinceMs) / 10) / 100;
}
