import { type EdgeReport, type EdgeRoom, MAX_EDGE_ROOMS } from "@shoal/contract";
import type { DirectServer } from "../direct/direct.types.ts";
import { VERSION } from "../platform/version.ts";
import { parseSubject, type UuidSealer } from "../rules/rule-subjects.ts";
import type { Tracker } from "../tracker/index.ts";
import type { RecentBytes } from "./recent-bytes.ts";
import type { RecentCounts } from "./recent-counts.ts";

/** The state of an edge's dependencies, for the operator. */
export type Condition = Pick<
  EdgeReport,
  "isClosing" | "isApiAway" | "isFollowing" | "isDelivering" | "spoolBytes" | "edgesAway"
>;

export interface ReportDeps {
  tracker: Pick<Tracker, "countPeers" | "rooms">;
  direct: Pick<DirectServer, "count">;
  counts: Pick<RecentCounts, "read">;
  condition: () => Condition;
}

const startedAtMs = Math.round(Date.now() - process.uptime() * 1_000);

/** Reads the state of this edge, for the operator. */
export async function readReport({ tracker, direct, counts, condition }: ReportDeps): Promise<EdgeReport> {
  const { placesTaken, waiting } = direct.count();
  return {
    version: VERSION,
    startedAtMs,
    viewers: tracker.countPeers(),
    rooms: tracker.rooms(),

    placesTaken,
    waiting,
    ...(await counts.read()),
    ...condition(),
  };
}

export interface RoomsDeps {
  tracker: Pick<Tracker, "occupied">;
  sealing: UuidSealer;
  recent: Pick<RecentBytes, "of">;
}

/** Lists the largest rooms on this edge. A video may have several rooms. */
export function listRooms({ tracker, sealing, recent }: RoomsDeps): EdgeRoom[] {
  const rooms = [...tracker.occupied()].toSorted((a, b) => b.size - a.size);
  return rooms.slice(0, MAX_EDGE_ROOMS).flatMap(({ swarm, size, claims }) => {
    const [client = ""] = swarm.split("/");
    if (!claims.watch) return [];
    const subject = parseSubject(claims.watch.subject, sealing);
    const video = subject.kind === "video" ? subject.uuid : subject.video;
    return [{ client, video, viewers: size, ...recent.of({ client, video }) }];
  });
}
