import type { EdgeConfig } from "../config.ts";
import type { Tracker, TrackerLog } from "../tracker/index.ts";
import { Neighbours } from "./neighbours.ts";
import { Placement } from "./placement.ts";

export interface ClusterDeps {
  /** Returns this edge's tracker. It is created after the cluster, because it also counts the viewers of other edges. */
  tracker: () => Pick<Tracker, "audienceOf" | "recount">;
  log: Pick<TrackerLog, "warn">;
}

/** Opens the connection to the edges that share viewers with this one. If there are no other edges, all viewers stay here. */
export function openCluster(
  { cluster: edges, publicUrl: own, internalSecret }: EdgeConfig,
  { tracker, log }: ClusterDeps,
): { neighbours: Neighbours; placement: Placement } {
  const neighbours = new Neighbours({
    urls: edges.map(({ url }) => url).filter((url) => url !== own),
    internalSecret,
    onReport: () => tracker().recount(),
    onAway: (url, error) => log.warn({ err: error, url }, "An edge of the cluster is unreachable"),
  });
  const known = {
    isAway: (url: string) => url !== own && neighbours.isAway(url),
    countAt: (url: string, swarm: string) =>
      url === own ? tracker().audienceOf(swarm) : neighbours.countAt(url, swarm),
  };
  return { neighbours, placement: new Placement({ own, edges, known }) };
}
