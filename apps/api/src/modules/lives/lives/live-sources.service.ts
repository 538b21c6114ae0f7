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
import { readOrReport } from "./unreadable.ts";

/** An ingest reports every 2 s; after this long without a report, another ingest takes over its sources. */
const INGEST_SILENCE_LIMIT_MS = 15_000;

export interface LiveSourcesDeps {
  db: Database;
  realtime: Pick<Realtime, "emit">;
  streamKeys: SecretBox;
  /** Encrypts source URLs. */
  sourceUrls: SecretBox;
  /** Called if a stored URL or key cannot be read. */
  onError: (error: unknown) => void;
}

/** Assigns the lives that are fetched from URLs, each to one ingest. */
export function createLiveSourcesService({ db, realtime, streamKeys, sourceUrls, onError }: LiveSourcesDeps) {
  return {
    /** Stores the state of an ingest's sources. @returns everything that it must fetch, except what cannot be read. */
    async claim({ ingest, canFetch, fetched }: BodyOf<typeof liveRoutes.reportLives>): Promise<LiveSource[]> {
      for (const { uuid, fault } of fetched) if (fault) await recordFault(ingest, uuid, fault);
      if (!canFetch) return [];
      const claimed = await createLivesRepository(db).claimSources(ingest.id, INGEST_SILENCE_LIMIT_MS);
      return claimed.flatMap(({ uuid, sealed_source_url, sealed_key }) =>
        readOrReport(
          () => ({
            uuid,
            url: sourceUrls.open(sealed_source_url, uuid),
            key: streamKeys.open(sealed_key, uuid),
          }),
          onError,
        ),
      );
    },
  };

  /** Shows the owner why there is no signal. The error is cleared when the live starts. */
  async function recordFault(ingest: IngestRun, uuid: string, fault: LiveFault): Promise<void> {
    const changed = await db.transaction().execute(async (tx) => {
      const video = await createVideosRepository(tx).lockForWork(uuid);
      const live = video && (await createLivesRepository(tx).findLive(video.client_uuid, uuid));
      if (!video || !live || live.fetcher_id !== ingest.id) return undefined;
      if (!live.is_open || isLiveRunning(live.state) || live.fault === fault) return undefined;
      await createLivesRepository(tx).updateLive(video, { state: "ended", fault });
      return createVideosRepository(tx).writeLive(video, liveStatusOf("ended", fault), {
        error_type: liveErrorOf(fault),
      });
    });
    if (changed) realtime.emit(changed.client_uuid, "video.changed", { uuid, isNew: false });
  }
}
export type LiveSourcesService = ReturnType<typeof createLiveSourcesService>;

/**
 * Returns why a live cannot be fetched from this URL. Host names are resolved and checked at connection time; allowed ports are
 * those of cameras and encoders.
 */
export function findSourceReason(
  url: string,
  { isPrivateAllowed }: Pick<FetchPolicy, "isPrivateAllowed">,
): string | undefined {
  const { host } = new URL(url);
  if (host === "") return "does not name a server";
  const fault = findUrlFault(new URL(`http://${host}`), { isPrivateAllowed, ports: "any" });
  return fault && "points to an address that is not allowed";
}

/** Returns the columns that store the source of a fetched live. @param sourceUrls seals addresses with credentials. */
export const sourceColumnsOf = (uuid: string, url: string, sourceUrls: SecretBox) => ({
  source_url: publicLiveUrlOf(url),
  sealed_source_url: sourceUrls.seal(url, uuid),
});

interface SourceChangeDeps {
  fetchPolicy: FetchPolicy;
  /** Encrypts the URLs that users enter. */
  sourceUrls: SecretBox;
}

/**
 * Changes the URL of a locked live. A running live switches to it: its ingest receives it with its next report, and the new
 * source continues the same live, as it does when an encoder reconnects. For a waiting live, the error of the previous URL is
 * cleared.
 * @throws AppError "bad_request" if the live is not fetched from a URL, or if the URL is not allowed.
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
    // The edit is recorded even if the visible part of the URL stays the same.
    await videos.recordEdit(video.client_uuid, video.uuid);
  };
