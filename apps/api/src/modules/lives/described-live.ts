import type { PlaybackDescriptor } from "@shoal/contract";
import type { Tx } from "../../platform/database.ts";
import type { VideoRow } from "../videos/index.ts";
import { createLivesRepository, type LiveRow } from "./lives.repository.ts";

type Described = Pick<PlaybackDescriptor, "state" | "live">;

/** What edges learn of a live: where it is made, while there is something to watch. */
export async function readDescribedLive(
  db: Tx,
  video: Pick<VideoRow, "uuid" | "client_uuid">,
): Promise<Described> {
  const live = await createLivesRepository(db).findLive(video.client_uuid, video.uuid);
  const delay = live?.run_delay ?? "yes";
  const base = {
    latencySec: live?.target_latency_sec ?? null,
    isSeekable: delay !== "no" && (live?.is_seekable ?? true),
    delay,
  };
  if (!live?.ingest_url || !isWatchable(live)) return { state: "waiting", live: { ...base, isOver: true } };
  return {
    state: "playable",
    live: { ...base, ingestUrl: live.ingest_url, isOver: live.state === "ended" },
  };
}

/** Whether there is, or was until now, something to watch. */
const isWatchable = ({ state, started_at }: LiveRow): boolean =>
  started_at !== null && (state === "live" || state === "lost" || state === "ended");
