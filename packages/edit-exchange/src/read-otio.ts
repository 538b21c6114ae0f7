import { type FrameRate, fpsOf, frameRate, isSameRate, parseFrameRate } from "@shoal/frames";
import { findColour } from "./color-names.ts";
import { markOf } from "./comment-mark.ts";
import { unfoldText } from "./comment-text.ts";
import type { ReadOptions, ReadResult } from "./exchange.types.ts";
import { createFailure, type FoundComment, finishReading, refuseRate, refuseSize } from "./read-comments.ts";
import { OTIO_NAMESPACE } from "./write-otio.ts";

/** The maximum depth of a timeline: only timelines that are meant to break readers are deeper. */
const MAX_DEPTH = 32;

/** Reads the markers of an OpenTimelineIO timeline: markers of its stack, of tracks, and of clips and gaps at their position. */
export function readOtio(text: string, options: ReadOptions): ReadResult {
  const refused = refuseSize(text);
  if (refused) return refused;
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch (fault) {
    return createFailure("not-json", { detail: fault instanceof Error ? fault.message : "" });
  }
  const timeline = fieldsOf(root);
  if (!String(timeline.OTIO_SCHEMA).startsWith("Timeline."))
    return createFailure("not-otio", { detail: String(timeline.OTIO_SCHEMA) });
  const walk = new MarkerWalk();
  walk.visit(timeline.tracks, 0, 0);
  if (walk.isUnreadable) return createFailure("not-otio");
  const [first] = walk.found;
  if (!first) return createFailure("empty");
  const { rate } = first;
  if (!rate) return createFailure("rate");
  const other = walk.found.find((each) => each.rate && !isSameRate(each.rate, rate));
  if (other || walk.found.some((each) => !each.rate)) return createFailure("rate");
  const otherRate = refuseRate(rate, options);
  if (otherRate) return otherRate;
  const frames = walk.found.map(({ startSec, durationSec, comment }): FoundComment => {
    const firstFrame = Math.round(startSec * fpsOf(rate));
    return {
      ...comment,
      firstFrame,
      endFrame: firstFrame + Math.max(1, Math.round(durationSec * fpsOf(rate))),
    };
  });
  return finishReading(frames, rate, options);
}

type JsonFields = Record<string, unknown>;
const fieldsOf = (value: unknown): JsonFields =>
  typeof value === "object" && value !== null ? (value as JsonFields) : {};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const toText = (value: unknown): string => (typeof value === "string" ? value : "");

interface FoundMarker {
  startSec: number;
  durationSec: number;
  rate: FrameRate | undefined;
  comment: Omit<FoundComment, "firstFrame" | "endFrame">;
}

class MarkerWalk {
  readonly found: FoundMarker[] = [];
  isUnreadable = false;

  /**
   * Reads the markers of an item and of the items in it.
   * @param originSec the time in the timeline at which the item starts.
   * @returns the duration of the item in seconds.
   */
  visit(value: unknown, originSec: number, depth: number): number {
    const item = fieldsOf(value);
    if (depth > MAX_DEPTH) this.isUnreadable = true;
    if (this.isUnreadable) return 0;
    const schema = toText(item.OTIO_SCHEMA);
    // A transition overlaps its neighbors, so it adds no duration.
    if (schema.startsWith("Transition.")) return 0;
    const own = rangeOf(item.source_range);
    const startSec = own?.startSec ?? rangeOf(mediaOf(item).available_range)?.startSec ?? 0;
    for (const marker of listOf(item.markers)) this.#add(fieldsOf(marker), originSec - startSec);
    let endSec = 0;
    for (const child of listOf(item.children)) {
      if (schema.startsWith("Track.")) endSec += this.visit(child, originSec - startSec + endSec, depth + 1);
      else endSec = Math.max(endSec, this.visit(child, originSec - startSec, depth + 1));
    }
    return own?.durationSec ?? rangeOf(mediaOf(item).available_range)?.durationSec ?? endSec;
  }

  #add(marker: JsonFields, shiftSec: number): void {
    const range = rangeOf(marker.marked_range);
    if (!range) {
      this.isUnreadable = true;
      return;
    }
    const name = toText(marker.name);
    const text = toText(marker.comment);
    // In the schema Marker.3, a color is an object with a name.
    const color = toText(marker.color) || toText(fieldsOf(marker.color).name);
    const own = fieldsOf(fieldsOf(marker.metadata)[OTIO_NAMESPACE]);
    const mark = markOf(toText(own.id), toText(own.answers) || undefined, own.isInternal === true);
    this.found.push({
      startSec: range.startSec + shiftSec,
      durationSec: range.durationSec,
      rate: range.rate,
      comment: {
        text: text || unfoldText(name),
        author: text ? unfoldText(name) : "",
        color: findColour(color) ?? "blue",
        isDone: own.isDone === true,
        ...(mark ? { mark } : {}),
      },
    });
  }
}

function mediaOf(item: JsonFields): JsonFields {
  const key = toText(item.active_media_reference_key) || "DEFAULT_MEDIA";
  return fieldsOf(fieldsOf(item.media_references)[key] ?? item.media_reference);
}

function rangeOf(
  value: unknown,
): { startSec: number; durationSec: number; rate: FrameRate | undefined } | undefined {
  const { start_time, duration } = fieldsOf(value);
  const [start, length] = [fieldsOf(start_time), fieldsOf(duration)];
  const numbers = [start.value, start.rate, length.value, length.rate];
  if (!numbers.every((each): each is number => typeof each === "number" && Number.isFinite(each)))
    return undefined;
  const [at = 0, atRate = 0, count = 0, countRate = 0] = numbers;
  if (atRate <= 0 || countRate <= 0) return undefined;
  return { startSec: at / atRate, durationSec: count / countRate, rate: rateOf(atRate) };
}

/** Returns the rate that was written as a floating-point number, such as 29.97002997002997 or 23.976. */
function rateOf(fps: number): FrameRate | undefined {
  if (Number.isInteger(fps) && fps <= 1_000) return frameRate(fps);
  return parseFrameRate(fps.toFixed(3));
}
