import { type FrameRate, rangeFrames } from "@shoal/frames";
import { cleanText, foldText, sortedComments } from "./comment-text.ts";
import type { ExchangeTimeline } from "./exchange.types.ts";
import { writeXml } from "./xml.ts";

/**
 * Writes FCPXML 1.10 for Final Cut Pro and DaVinci Resolve: a sequence with one gap of the video's length, which has a to-do
 * marker for each comment.
 */
export function writeFcpxml(timeline: ExchangeTimeline): string {
  const { format, title, frames } = timeline;
  const time = (count: number) => rationalSec(count, format.rate);
  const name = foldText(title);
  const markers = sortedComments(timeline).map(({ range, text, author, isDone }) => ({
    name: "marker",
    attributes: {
      start: time(range.firstFrame),
      duration: time(rangeFrames(range)),
      value: foldText(author) || "Comment",
      note: cleanText(text),
      completed: isDone ? 1 : 0,
    },
  }));
  const gap = {
    name: "gap",
    attributes: { name, offset: time(format.startFrames), start: "0s", duration: time(frames) },
    children: markers,
  };
  const sequence = {
    name: "sequence",
    attributes: {
      format: "r1",
      duration: time(frames),
      tcStart: time(format.startFrames),
      tcFormat: format.isDropFrame ? "DF" : "NDF",
    },
    children: [{ name: "spine", children: [gap] }],
  };
  const video = {
    id: "r1",
    frameDuration: time(1),
    width: timeline.widthPx,
    height: timeline.heightPx,
  };
  const project = { name: "project", attributes: { name }, children: [sequence] };
  const event = { name: "event", attributes: { name }, children: [project] };
  return writeXml(
    {
      name: "fcpxml",
      attributes: { version: "1.10" },
      children: [
        { name: "resources", children: [{ name: "format", attributes: video }] },
        { name: "library", children: [event] },
      ],
    },
    "fcpxml",
  );
}

/** Returns the duration of these frames in seconds as a reduced fraction, such as "1001/30000s" or "5s". */
export function rationalSec(frames: number, { num, den }: FrameRate): string {
  const numerator = BigInt(frames) * BigInt(den);
  const divisor = greatestDivisor(numerator, BigInt(num));
  const [over, under] = [numerator / divisor, BigInt(num) / divisor];
  return under === 1n ? `${over}s` : `${over}/${under}s`;
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b);
}
