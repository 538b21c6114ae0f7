import { fpsOf, rangeFrames } from "@shoal/frames";
import { cleanText, foldText, sortedComments } from "./comment-text.ts";
import type { ExchangeTimeline } from "./exchange.types.ts";

/** The namespace of the platform's own fields in a marker's metadata. */
export const OTIO_NAMESPACE = "shoal";

/** Writes OpenTimelineIO JSON: a timeline with one gap, whose stack has a marker for each comment. */
export function writeOtio(timeline: ExchangeTimeline): string {
  const { format, title, frames } = timeline;
  const rate = fpsOf(format.rate);
  const time = (value: number) => ({ OTIO_SCHEMA: "RationalTime.1", rate, value });
  const range = (start: number, count: number) => ({
    OTIO_SCHEMA: "TimeRange.1",
    start_time: time(start),
    duration: time(count),
  });
  const markers = sortedComments(timeline).map((comment) => ({
    OTIO_SCHEMA: "Marker.2",
    name: foldText(comment.author),
    comment: cleanText(comment.text),
    color: comment.color.toUpperCase(),
    marked_range: range(comment.range.firstFrame, rangeFrames(comment.range)),
    metadata: { [OTIO_NAMESPACE]: { isDone: comment.isDone, ...comment.mark } },
  }));
  const gap = {
    OTIO_SCHEMA: "Gap.1",
    name: "",
    source_range: range(0, frames),
    effects: [],
    markers: [],
    enabled: true,
    metadata: {},
  };
  const track = {
    OTIO_SCHEMA: "Track.1",
    name: "V1",
    kind: "Video",
    source_range: null,
    effects: [],
    markers: [],
    enabled: true,
    metadata: {},
    children: [gap],
  };
  const stack = {
    OTIO_SCHEMA: "Stack.1",
    name: "tracks",
    source_range: null,
    effects: [],
    markers,
    enabled: true,
    metadata: {},
    children: [track],
  };
  const root = {
    OTIO_SCHEMA: "Timeline.1",
    name: cleanText(title),
    global_start_time: time(format.startFrames),
    metadata: { [OTIO_NAMESPACE]: { rate: format.rate, isDropFrame: format.isDropFrame } },
    tracks: stack,
  };
  return `${JSON.stringify(root, null, 2)}\n`;
}
