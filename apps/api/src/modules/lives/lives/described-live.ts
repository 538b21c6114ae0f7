import { MAX_SEEK_BACK_SEC } from "@shoal/contract";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import type { Tx } from "../../../platform/database.ts";
import type { VideoRow } from "../../media/videos/index.ts";
import { createLivesRepository, type LiveRow } from "./lives.repository.ts";

type DescribedLive = Pick<PlaybackDescriptor, "state" | "live">;

/** Reads the live part of an edge's descriptor, which names the ingest while the live can be watched. */
export async function readDescribedLive(
  db: Tx,
  video: Pick<VideoRow, "uuid" | "client_uuid">,
): Promise<DescribedLive> {
  const live = await createLivesRepository(db).findLive(video.client_uuid, video.uuid);
  const delay = live?.run_delay ?? "yes";
  const base = {
    latencySec: live?.target_latency_sec ?? null,
    isSeekable: delay !== "no" && (live?.is_seekable ?? true),
    ...(live ? { heldSec: retainedSecOf(live) } : {}),
    delay,
  };
  if (!live?.ingest_url || !isWatchable(live)) return { state: "waiting", live: { ...base, isOver: true } };
  return {
    state: "playable",
    live: { ...base, ingestUrl: live.ingest_url, isOver: live.state === "ended" },
  };
}

/**
 * Returns the seconds of a live that stay available. The rewind window matters only for lives that are not kept (§5).
 * A viewer at twice the target latency is still served.
 */
export const retainedSecOf = ({ is_kept, seek_back_sec, target_latency_sec }: LiveRow): number =>
  is_kept ? MAX_SEEK_BACK_SEC : Math.max(seek_back_sec, 2 * (target_latency_sec ?? 0));

/** Whether the live can be watched, or could be until just now. */
const isWatchable = ({ state, started_at }: LiveRow): boolean =>
  started_at !== null && (state === "live" || state === "lost" || state === "ended");
