import type { PlaybackDescriptor } from "@shoal/contract/edge";
import type { PlaySession } from "@shoal/contract/player";
import { joinRequest } from "@shoal/p2p/protocol";
import { freePorts } from "@shoal/testkit";
import type { EdgeConfig } from "../config.ts";
import { TrackerPeer } from "../tracker/tracker-peer.ts";
import { type EdgeHarness, startEdgeHarness } from "./edge-harness.ts";

/**
 * Starts a cluster of edges, one per given region, which share the first edge's api. Their public URLs are the addresses on
 * which they listen.
 */
export async function startClusterHarness(
  regions: readonly string[],
  changes: Partial<EdgeConfig> = {},
): Promise<EdgeHarness[]> {
  const ports = await freePorts(regions.length);
  const cluster = regions.map((region, at) => ({ region, url: `http://127.0.0.1:${ports[at]}` }));
  const harnesses: EdgeHarness[] = [];
  for (const [at, { url }] of cluster.entries()) {
    const own = { ...changes, port: ports[at] ?? 0, publicUrl: url, cluster };
    harnesses.push(
      await startEdgeHarness({ ...own, ...(harnesses[0] ? { apiUrl: harnesses[0].api.url } : {}) }),
    );
  }
  return harnesses;
}

/** Returns the URL of an edge's own tracker. */
export const trackerUrlOf = (harness: EdgeHarness): string =>
  `${harness.config.publicUrl.replace("http", "ws")}/tracker`;

/**
 * Joins the tracker of a session as a viewer.
 * @param url the tracker's URL; that of the session by default.
 */
export async function joinTracker({ p2p }: PlaySession, url = p2p.trackerUrl): Promise<TrackerPeer> {
  const peer = await TrackerPeer.open(url);
  peer.send(joinRequest(p2p.ticket));
  return peer;
}

/** Orders the first two edges, which share a region, so that the edge whose tracker has a video's room comes first. */
export async function orderByTracker(
  [a, b]: readonly EdgeHarness[],
  video: PlaybackDescriptor,
): Promise<[EdgeHarness, EdgeHarness]> {
  if (!a || !b) throw new Error("Two edges are needed");
  const { p2p } = await a.play(video.uuid);
  return p2p.trackerUrl === trackerUrlOf(a) ? [a, b] : [b, a];
}
