import { AppError, type ResponseOf, type routes } from "@shoal/contract";
import { bundleBytes, listDownloads } from "@shoal/domain";
import { readStoryboard } from "@shoal/media";
import type { MediaStore } from "@shoal/store";
import { DOWNLOAD_LINK_LIFETIME_MS, signDownload } from "@shoal/tokens";
import { need } from "../../../platform/composition/need.ts";
import type { Database } from "../../../platform/database.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createEncodingsRepository } from "../encoding/index.ts";
import { createVideosRepository, type VideoRow, videoNotFound } from "../videos/index.ts";
import { createOwnerRightsRepository } from "./owner-rights.repository.ts";

export interface DownloadsDeps {
  db: Database;
  store: Pick<MediaStore, "read">;
  edgeUrl: string;
  /** The installation's secret, with which the edge verifies links. */
  secret: string;
  mayGuestOpen: RightsOfGuests;
}

/** Checks whether links and passes that were made for a guest of a review link still open a video. */
export type RightsOfGuests = (holderUuid: string, videoUuid: string) => Promise<boolean>;
export const RIGHTS_OF_GUESTS = need<RightsOfGuests>("rights of guests");

/** The person a link is for: a user of the client, or a guest's id. */
type LinkHolder = Pick<Actor, "clientUuid" | "userUuid">;

/** Makes links to whole files for users of the client. The edge serves the files. */
export function createDownloadsService({ db, store, edgeUrl, secret, mayGuestOpen }: DownloadsDeps) {
  return {
    /** @throws AppError "video_not_found", "playback_not_ready" until the video is encoded. */
    async listDownloads(actor: LinkHolder, uuid: string): Promise<ResponseOf<typeof routes.listDownloads>> {
      const { video, tracks } = await open(actor, uuid);
      const { urlOf, expiresAt } = linksTo(actor, uuid);
      const { duration_sec: durationSec } = video;
      const files = listDownloads(tracks, durationSec, urlOf);
      return { expiresAt, files, approximateBundleBytes: bundleBytes(tracks, durationSec) };
    },

    /** @throws the same errors as `listDownloads`. */
    async makeDashBundle(actor: Actor, uuid: string): Promise<ResponseOf<typeof routes.makeDashBundle>> {
      const { video, tracks } = await open(actor, uuid);
      const { urlOf, expiresAt } = linksTo(actor, uuid);
      return { expiresAt, url: urlOf("dash.zip"), approximateBytes: bundleBytes(tracks, video.duration_sec) };
    },

    /** @throws AppError "video_not_found". */
    async getStoryboard(actor: Actor, uuid: string): Promise<ResponseOf<typeof routes.getStoryboard>> {
      const video = await findVideo(actor, uuid);
      const encoding = await createEncodingsRepository(db).findEncoding(uuid, video.generation);
      if (!encoding?.storyboard || video.is_deleted) return { storyboard: null };
      const { vttObject, sprites, isWhole = true } = encoding.storyboard;
      const names = sprites.map((object) => object.split("/").at(-1));
      const { urlOf } = linksTo(actor, uuid);
      const tiles = readStoryboard(Buffer.from(await store.read(vttObject)).toString());
      return {
        storyboard: {
          isWhole,
          sheets: sprites.map((_, position) => urlOf(`storyboard-${position}.jpg`)),
          tiles: tiles.map(({ startSec: start, sheetUri, ...region }) => ({
            start,
            sheet: names.indexOf(sheetUri),
            ...region,
          })),
        },
      };
    },

    /** Whether a link of a user, a backend or a guest still opens the video. Edges check this at each use. */
    async mayOwn(userUuid: string, videoUuid: string): Promise<boolean> {
      const rights = createOwnerRightsRepository(db);
      return (
        (await rights.mayOwn(userUuid, videoUuid)) ||
        (await rights.mayOwnByKey(userUuid, videoUuid)) ||
        (await mayGuestOpen(userUuid, videoUuid))
      );
    },

    /** Lists the servers of a video, which are only the platform's own edge. @throws AppError "video_not_found". */
    async listCopies(actor: Actor, uuid: string): Promise<ResponseOf<typeof routes.listCopies>> {
      const video = await findVideo(actor, uuid);
      const encoding = await createEncodingsRepository(db).findEncoding(uuid, video.generation);
      const ready = (encoding?.tracks.length ?? 0) > 0 && video.status !== "error" && !video.is_deleted;
      return [{ name: "edge", url: `${edgeUrl}/hls/${uuid}.m3u8`, ready }];
    },
  };

  async function findVideo(actor: LinkHolder, uuid: string): Promise<VideoRow> {
    const video = await createVideosRepository(db).findVideo(actor.clientUuid, uuid);
    if (!video) throw videoNotFound();
    return video;
  }

  async function open(actor: LinkHolder, uuid: string) {
    const video = await findVideo(actor, uuid);
    const encoding = await createEncodingsRepository(db).findEncoding(uuid, video.generation);
    const isPlayable = !video.is_deleted && video.status !== "error";
    if (!isPlayable || !encoding?.is_ended || encoding.tracks.length === 0)
      throw new AppError("playback_not_ready", "The video cannot be downloaded before it is encoded");
    return { video, tracks: encoding.tracks };
  }

  function linksTo({ userUuid }: LinkHolder, uuid: string) {
    const expiresAtMs = Date.now() + DOWNLOAD_LINK_LIFETIME_MS;
    const token = signDownload({ audience: "owner", uuid, userUuid, expiresAtMs }, secret);
    return {
      expiresAt: new Date(expiresAtMs).toISOString(),
      urlOf: (name: string) => `${edgeUrl}/download/${token}/${name}`,
    };
  }
}
export type DownloadsService = ReturnType<typeof createDownloadsService>;
