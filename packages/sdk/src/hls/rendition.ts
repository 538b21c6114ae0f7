import type { Transport } from "@shoal/p2p";
import type Hls from "hls.js";
import type { FragBufferedData } from "hls.js";
import type { Rendition } from "../metrics/meter.ts";
import type { SegmentTimeline } from "../metrics/segment-timeline.ts";

/** Records the buffered fragment, or the buffered part of one, in the timeline of played segments. */
export function recordBuffered(
  hls: Hls,
  timeline: SegmentTimeline,
  { frag, part }: Pick<FragBufferedData, "frag" | "part">,
  transport: Transport,
): void {
  if (frag.type !== "main" || frag.sn === "initSegment") return;
  const level = hls.levels[frag.level];
  const { start: startSec, end: endSec } = part ?? frag;
  const [kbps, height] = [(level?.bitrate ?? 0) / 1000, level?.height ?? 0];
  timeline.put({ startSec, endSec, transport, kbps, height });
}

/** Returns the rendition under the playhead. */
export function renditionAt(
  hls: Hls,
  video: HTMLVideoElement,
  timeline: SegmentTimeline,
  positionSec: number,
): Rendition {
  const heights = hls.levels.map(({ height }) => height);
  return timeline.renditionAt(positionSec, heights, video);
}
