import type { BodyOf, LiveFault } from "@shoal/contract";
import type { IngestRun, LiveSource, liveRoutes } from "@shoal/contract/ingest";
import { isLiveRunning, liveErrorOf, liveStatusOf } from "@shoal/domain";
import type { SecretBox } from "@shoal/tokens";
import type { Database } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { createVideosRepository } from "../../media/videos/index.ts";
import { createLivesRepository } from "./lives.repository.ts";

/** An ingest tells of itself every 2 s; after so long without a word, another one fetches what it did. */
const FORGOTTEN_MS = 15_000;

export interface LiveSourcesDeps {
  db: Database;
  realtime: Pick<Realtime, "emit">;
  streamKeys: SecretBox;
  /** Seals the URLs that users give. */
  sourceUrls: SecretBox;
}

/** Lives that are fetched from URLs: each by one ingest. */
export function createLiveSourcesService({ db, realtime, streamKeys, sourceUrls }: LiveSourcesDeps) {
  return {
    /** Takes how those are that an ingest fetches. @returns all that it is to fetch from now on. */
    async take({ ingest, canFetch, fetched }: BodyOf<typeof liveRoutes.reportLives>): Promise<LiveSource[]> {
      for (const { uuid, fault } of fetched) if (fault) await noteFault(ingest, uuid, fault);
      if (!canFetch) return [];
      const claimed = await db
        .transaction()
        .execute((tx) => createLivesRepository(tx).claimSources(ingest.id, FORGOTTEN_MS));
      return claimed.map(({ uuid, sealed_source_url, sealed_key }) => ({
        uuid,
        url: sourceUrls.open(sealed_source_url, uuid),
        key: streamKeys.open(sealed_key, uuid),
      }));
    },
  };

  /** Its owner is told why nothing comes; once something does, the live begins and the fault is past. */
  async function noteFault(ingest: IngestRun, uuid: string, fault: LiveFault): Promise<void> {
    const told = await db.transaction().execute(async (tx) => {
      const video = await createVideosRepository(tx).lockForWork(uuid);
      const live = video && (await createLivesRepository(tx).findLive(video.client_uuid, uuid));
      if (!video || !live || live.fetcher_id !== ingest.id) return undefined;
      if (!live.is_open || isLiveRunning(live.state) || live.fault === fault) return undefined;
      await createLivesRepository(tx).updateLive(video, { state: "ended", fault });
      return createVideosRepository(tx).writeLive(video, liveStatusOf("ended", fault), {
        error_type: liveErrorOf(fault),
      });
    });
    if (told) realtime.emit(told.client_uuid, "video.changed", { uuid, isNew: false });
  }
}
export type LiveSourcesService = ReturnType<typeof createLiveSourcesService>;
