import {
  type BodyOf,
  DEFAULT_PAGE_SIZE,
  type ResponseOf,
  type routes,
  type VideoListQuery,
  type VideoView,
} from "@shoal/contract";
import { hiddenFieldsRequested } from "@shoal/domain";
import { OWNER_PASS_LIFETIME_MS, signOwnerPass } from "@shoal/tokens";
import type { Database, Tx } from "../../../platform/database.ts";
import { hiddenFields } from "../../../platform/http/hidden-fields.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import type { LivesOfVideos, RestartOfVideos } from "./upper-wings.ts";
import type { VideoChange } from "./video-changes.ts";
import { createVideoListRepository, readVideos } from "./video-list.repository.ts";
import { decidePasswordHash, hashVideoPassword } from "./video-password.ts";
import { assertKeyMayChange, assertRevision, textsOf, type VideoRow, videoNotFound } from "./video-row.ts";
import { presentVideo, type ServingEdge } from "./videos.present.ts";
import { createVideosRepository } from "./videos.repository.ts";

export interface VideosDeps {
  db: Database;
  realtime: Pick<Realtime, "emit">;
  edge: ServingEdge;
  lives: Pick<LivesOfVideos, "changeLive" | "changeSource" | "assertMayCopy">;
  encoding: Pick<RestartOfVideos, "restartIfChanged">;
}

type VideoChangeBody = BodyOf<typeof routes.updateVideo>;

export function createVideosService(deps: VideosDeps) {
  const { db, realtime, edge, lives, encoding } = deps;
  const list = createVideoListRepository(db);
  const service = {
    /**
     * @param userUuid the user whose videos are listed; undefined for all.
     * @throws AppError "forbidden" for a search, filter or sort by a field hidden from the actor.
     */
    async listVideos(
      actor: Actor,
      query: VideoListQuery,
      userUuid?: string,
    ): Promise<{ _embedded: VideoView[]; _size: number }> {
      const hidden = hiddenFieldsRequested(actor.roles, query);
      if (hidden.length > 0) throw hiddenFields(hidden);
      const limit = query.pagesize ?? actor.user.default_page_size ?? DEFAULT_PAGE_SIZE;
      const page = { limit, offset: (query.page - 1) * limit };
      const wanted = { ...query, userUuid };
      if (limit === 0) return { _embedded: [], _size: await list.countVideos(actor.clientUuid, wanted) };
      const { size, rows } = await list.listVideos(actor.clientUuid, wanted, page);
      return { _embedded: rows.map((row) => presentVideo(row, edge)), _size: size };
    },

    /** @throws AppError "video_not_found", also for another client's video and for a video in the trash. */
    async getVideo(actor: Actor, uuid: string): Promise<VideoView> {
      const [row] = await readVideos(db, actor.clientUuid, [uuid]);
      if (!row || row.trashed_at) throw videoNotFound();
      return presentVideo(row, edge);
    },

    /**
     * Allows a user of the client to watch a preview for a few minutes, which edges do not count as a view.
     * @throws the same errors as `getVideo`.
     */
    async getOwnerPass(
      { clientUuid, userUuid }: Actor,
      uuid: string,
    ): Promise<ResponseOf<typeof routes.getOwnerPass>> {
      if (!(await createVideosRepository(db).isShown(clientUuid, uuid))) throw videoNotFound();
      const expiresAtMs = Math.floor((Date.now() + OWNER_PASS_LIFETIME_MS) / 1000) * 1000;
      return {
        pass: signOwnerPass({ uuid, userUuid, expiresAtMs }, edge.secret),
        expiresAt: new Date(expiresAtMs).toISOString(),
      };
    },

    /** Returns videos in the requested order, including those in the trash; missing videos are omitted. */
    async getVideos(actor: Actor, uuids: string[]): Promise<VideoView[]> {
      const rows = await readVideos(db, actor.clientUuid, uuids);
      return rows.map((row) => presentVideo(row, edge));
    },

    /**
     * @param columns the columns written in addition to the change.
     * Other encoding parameters restart the encoding of a file (§4); those of a live apply from its next start.
     * @throws AppError "video_not_found", "edit_conflict", or "illegal_transition" for other encoding parameters of a file that
     *   cannot be encoded again now.
     */
    async updateVideo(
      actor: Actor,
      uuid: string,
      change: VideoChangeBody,
      columns: VideoChange = {},
    ): Promise<VideoView> {
      // The video is checked first, so that no password is hashed for a video that does not exist.
      if (change.password) await service.getVideo(actor, uuid);
      const hash = change.password ? await hashVideoPassword(change.password, actor.userUuid) : undefined;
      const { keepLive, seekLive, liveToKeepDuration, targetLatencySec } = change;
      const directStream = change.directStream ?? change.delay;
      const ofLive = definedOf({ keepLive, seekLive, liveToKeepDuration, targetLatencySec, directStream });
      const decide = (video: VideoRow) => {
        assertKeyMayChange(actor, video);
        assertRevision(video, change.revision);
        return {
          ...columnsOf(change),
          ...columns,
          password_hash: decidePasswordHash(change, video.password_hash, hash),
        };
      };
      return service.changeVideo(actor, uuid, decide, async (tx, video, saved) => {
        if (change.encoding === "passthrough") await lives.assertMayCopy(tx, video);
        // Programs of the old API send the whole video back (§7): a file ignores the options of lives, as when it is created.
        if (video.type === "live" && Object.keys(ofLive).length > 0)
          await lives.changeLive(tx, actor, video, ofLive);
        if (change.url !== undefined) await lives.changeSource(tx, video, change.url);
        await encoding.restartIfChanged(tx, video, saved);
      });
    },

    /**
     * Saves columns of one video and notifies the browsers. Undefined columns are unchanged.
     * @param decide receives the locked video and may reject by throwing.
     * @param also runs in the same transaction, with the video as it was and as it was saved.
     */
    async changeVideo(
      actor: Actor,
      uuid: string,
      decide: (video: VideoRow) => VideoChange,
      also?: (tx: Tx, video: VideoRow, saved: VideoRow) => Promise<void>,
    ): Promise<VideoView> {
      await db.transaction().execute(async (tx) => {
        const videos = createVideosRepository(tx);
        const video = await videos.lockVideo(actor.clientUuid, uuid);
        if (!video) throw videoNotFound();
        const saved = await videos.updateVideo(actor.clientUuid, uuid, definedOf(decide(video)));
        await also?.(tx, video, saved);
      });
      realtime.emit(actor.clientUuid, "video.changed", { uuid, isNew: false });
      return service.getVideo(actor, uuid);
    },
  };
  return service;
}
export type VideosService = ReturnType<typeof createVideosService>;

function columnsOf(change: VideoChangeBody): VideoChange {
  const progress = change.uploadingPercent !== undefined || change.uploadingETA !== undefined;
  return {
    title: change.title,
    ...textsOf(change),
    tags: change.tags && withoutDuplicates(change.tags),
    autoplay: change.autoplay,
    first_pass: change.firstPass,
    encoding: change.encoding,
    input_qualities: change.inputQualities && JSON.stringify(change.inputQualities),
    starts_at: startOf(change.startDate),
    intro_modal: change.introModal && JSON.stringify(change.introModal),
    place: change.place && JSON.stringify(change.place),
    uploading_percent: change.uploadingPercent,
    uploading_eta_sec: change.uploadingETA,
    upload_feedback_at: progress ? new Date() : undefined,
  };
}

/** Returns an object without its undefined values. */
const definedOf = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** Returns the start as stored; null if it is in the past. */
function startOf(date: string | null | undefined): Date | null | undefined {
  if (!date) return date === undefined ? undefined : null;
  const start = new Date(date);
  return start.getTime() > Date.now() ? start : null;
}

/** Removes duplicate tags. */
export const withoutDuplicates = (tags: readonly string[]): string[] => [...new Set(tags)];
