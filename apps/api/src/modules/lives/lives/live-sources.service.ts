import { AppError, type BodyOf, type LiveFault } from "@shoal/contract";
import type { IngestRun, LiveSource, liveRoutes } from "@shoal/contract/ingest";
import { isLiveRunning, liveErrorOf, liveStatusOf, publicLiveUrlOf } from "@shoal/domain";
import { type FetchPolicy, findUrlFault } from "@shoal/safe-fetch";
import type { SecretBox } from "@shoal/tokens";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { createVideosRepository, type VideoRow } from "../../media/videos/index.ts";
import { createLivesRepository } from "./lives.repository.ts";
import { openLives } from "./publish-gate.ts";

/** An ingest tells of itself every 2 s; after so long without a word, another one fetches what it did. */
const FORGOTTEN_MS = 15_000;

export interface LiveSourcesDeps {
  db: Database;
  realtime: Pick<Realtime, "emit">;
  streamKeys: SecretBox;
  /** Seals the URLs of users. */
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

  /** The owner sees why nothing is received; once something is, the live begins and the fault is cleared. */
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

/** Why a live cannot be fetched from there. Names are looked up when it is, and checked again; ports are those of cameras and encoders. */
export function findSourceReason(
  url: string,
  { isPrivateAllowed }: Pick<FetchPolicy, "isPrivateAllowed">,
): string | undefined {
  const { host } = new URL(url);
  if (host === "") return "does not name a server";
  const fault = findUrlFault(new URL(`http://${host}`), { isPrivateAllowed, ports: "any" });
  return fault && "points to an address that is not allowed";
}

/** The stored source of a fetched live. @param sourceUrls seals addresses with credentials. */
export const sourceColumnsOf = (uuid: string, url: string, sourceUrls: SecretBox) => ({
  source_url: publicLiveUrlOf(url),
  sealed_source_url: sourceUrls.seal(url, uuid),
});

interface SourceChangeDeps {
  fetchPolicy: FetchPolicy;
  /** Seals the URLs that users give. */
  sourceUrls: SecretBox;
}

/**
 * Gives a locked live another URL. One that runs goes over to it: its ingest hears of it with its next report, and what comes
 * from there goes on in the same live, as when an encoder returns. Of one that waits, what was wrong with the former URL is past.
 * @throws AppError "bad_request" for a video that is not fetched so, and for a URL that may not be.
 */
export const createSourceChange =
  ({ fetchPolicy, sourceUrls }: SourceChangeDeps) =>
  async (tx: Tx, video: VideoRow, url: string): Promise<void> => {
    const live = await createLivesRepository(tx).findLive(video.client_uuid, video.uuid);
    const reason =
      live?.live_type === "custom"
        ? findSourceReason(url, fetchPolicy)
        : "applies only to lives of type custom";
    if (!live || reason)
      throw new AppError("bad_request", "Some fields are not valid", [{ path: "url", reason: reason ?? "" }]);
    const videos = createVideosRepository(tx);
    await videos.updateVideo(video.client_uuid, video.uuid, sourceColumnsOf(video.uuid, url, sourceUrls));
    if (live.is_open && live.fault !== null && !isLiveRunning(live.state))
      await openLives(tx, video.client_uuid, [video]);
    // The visible part may stay the same.
    await videos.noteEdit(video.client_uuid, video.uuid);
  };
