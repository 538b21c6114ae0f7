import { AppError } from "@shoal/contract";
import { isLiveRunning, publicLiveUrlOf } from "@shoal/domain";
import { type FetchPolicy, findUrlFault } from "@shoal/safe-fetch";
import type { SecretBox } from "@shoal/tokens";
import type { Tx } from "../../../platform/database.ts";
import { createVideosRepository, type VideoRow } from "../../media/videos/index.ts";
import { openLives } from "./live-doors.ts";
import { createLivesRepository } from "./lives.repository.ts";

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

/** What is written of where a live is fetched from. @param sourceUrls seals what may hold credentials. */
export const sourceColumnsOf = (uuid: string, url: string, sourceUrls: SecretBox) => ({
  source_url: publicLiveUrlOf(url),
  sealed_source_url: sourceUrls.seal(url, uuid),
});

export interface SourceChangeDeps {
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
    // What is shown of it may be the same.
    await videos.noteEdit(video.client_uuid, video.uuid);
  };
