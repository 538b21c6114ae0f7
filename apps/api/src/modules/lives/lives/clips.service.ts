import { randomUUID } from "node:crypto";
import { AppError, fillPath } from "@shoal/contract";
import { INTERNAL_SECRET_HEADER } from "@shoal/contract/edge";
import { LIVE_CLIPS_PATH, LiveClip, type LiveClipRequest, liveClipFolderOf } from "@shoal/contract/ingest";
import type { Database } from "../../../platform/database.ts";
import { defineTask, type JobQueue } from "../../../platform/queue/job-queue.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import type { StorageService } from "../../accounts/clients/index.ts";
import { createVideosRepository, type VideoRow, videoNotFound } from "../../media/videos/index.ts";
import { createArchivesRepository } from "./archives.repository.ts";
import type { ArchivesService } from "./archives.service.ts";
import { createLivesRepository } from "./lives.repository.ts";

/** Milliseconds to wait for an ingest, which needs less time even for ten minutes of all qualities. */
const TIMEOUT_MS = 60_000;
/** Seconds until remains are deleted, which is longer than any ingest takes to write a clip. */
const SWEPT_AFTER_SEC = 3_600;

/** Removes the written bytes of a clip that was not created. */
export const SWEEP_CLIP = defineTask<{ folder: string }>("sweep-clip");

export interface ClipsDeps {
  db: Database;
  queue: Pick<JobQueue, "sendTask" | "sendPurge">;
  internalSecret: string;
  archives: Pick<ArchivesService, "makeOf">;
  storage: Pick<StorageService, "assertMayCreate">;
}

/** Creates videos of the last moments of running lives. */
export function createClipsService({ db, queue, internalSecret, archives, storage }: ClipsDeps) {
  return {
    /**
     * Makes a video of the last seconds of a live.
     * @throws AppError "video_not_found"; "illegal_transition" while it is not on air; "unavailable" when its ingest does not
     * respond; "free_tier_exceeded", "budget_reached".
     */
    async clip(actor: Actor, uuid: string, seconds: number): Promise<VideoRow> {
      await storage.assertMayCreate(actor);
      const video = await createVideosRepository(db).findVideo(actor.clientUuid, uuid);
      const live = video && (await createLivesRepository(db).findLive(actor.clientUuid, uuid));
      if (!video || !live) throw videoNotFound();
      const isOnAir = live.state === "live" || live.state === "lost";
      if (!isOnAir || !live.ingest_url) throw notOnAirError();
      const path = fillPath(LIVE_CLIPS_PATH, { uuid, generation: video.generation });
      const clipId = randomUUID();
      const folder = liveClipFolderOf(uuid, clipId);
      // The sweep is scheduled before anything is written, so that a killed process cannot leave media behind permanently.
      await queue.sendTask(db, SWEEP_CLIP, { folder }, SWEPT_AFTER_SEC);
      const { durationSec } = await requestClip(`${live.ingest_url}${path}`, { clipId, seconds });
      if (durationSec === 0) throw notOnAirError();
      const { client_uuid, generation } = video;
      const made = await archives.makeOf({ live_uuid: uuid, client_uuid, generation, folder });
      if (!made) throw notOnAirError();
      return made;
    },

    /** Removes what an interrupted ingest or api left in a folder, unless it became a video. */
    async sweep(folder: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        if (await createArchivesRepository(tx).hasFolder(folder)) return;
        await queue.sendPurge(tx, { prefixes: [folder] });
      });
    },
  };

  async function requestClip(url: string, wanted: LiveClipRequest): Promise<LiveClip> {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", [INTERNAL_SECRET_HEADER]: internalSecret },
      body: JSON.stringify(wanted),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => {
      throw new AppError("unavailable", "The server of this live does not answer");
    });
    if (response.ok) return LiveClip.parse(await response.json());
    await response.body?.cancel();
    if (response.status === 404) throw notOnAirError();
    throw new AppError("unavailable", `The server of this live answered ${response.status}`);
  }
}
export type ClipsService = ReturnType<typeof createClipsService>;

const notOnAirError = () => new AppError("illegal_transition", "This live is not on air");
