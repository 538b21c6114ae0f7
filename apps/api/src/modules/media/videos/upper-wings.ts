import type { LiveOptions } from "@shoal/contract";
import { need } from "../../../platform/composition/need.ts";
import type { Tx } from "../../../platform/database.ts";
import type { InheritedConditions } from "../../../platform/schema.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import type { VideoRow } from "./video-row.ts";

/** Carries out actions on lives that the caller has locked. */
export interface LivesOfVideos {
  /** Changes the live-specific settings of a video. @throws AppError "bad_request" if it is not a live. */
  changeLive(tx: Tx, actor: Actor, video: VideoRow, options: LiveOptions): Promise<void>;
  /** Changes the URL that a live is fetched from. @throws AppError "bad_request" for another video or a forbidden URL. */
  changeSource(tx: Tx, video: VideoRow, url: string): Promise<void>;
  /** @throws AppError "bad_request" for a video that has to be encoded. */
  assertMayCopy(tx: Tx, video: VideoRow): Promise<void>;
  canStopLive(tx: Tx, video: VideoRow): Promise<boolean>;
  closeLive(tx: Tx, video: VideoRow): Promise<void>;
  /** Allows publishing to lives of one client again. */
  openLives(tx: Tx, clientUuid: string, videos: VideoRow[]): Promise<void>;
}
export const LIVES_OF_VIDEOS = need<LivesOfVideos>("lives of videos");

/** Restarts the encoding of locked videos. */
export interface RestartOfVideos {
  /** @throws AppError for a video that may not be encoded again. */
  assertRestartable(video: VideoRow): void;
  restartVideos(tx: Tx, videos: VideoRow[]): Promise<void>;
  /**
   * Restarts a video whose saved encoding parameters differ from the previous parameters. @throws AppError if it may not restart.
   */
  restartIfChanged(tx: Tx, before: VideoRow, saved: VideoRow): Promise<void>;
}
export const RESTART_OF_VIDEOS = need<RestartOfVideos>("restart of videos");

/** Finds and deletes the media of videos that were recorded from lives. */
export interface ArchivesOfVideos {
  /** Lists folders in the media store, each with a `/` at the end. */
  listFolders(tx: Tx, clientUuid: string, uuids: string[]): Promise<string[]>;
  /** Deletes the archives of deleted videos. */
  deleteOf(tx: Tx, clientUuid: string, uuids: string[]): Promise<void>;
}
export const ARCHIVES_OF_VIDEOS = need<ArchivesOfVideos>("archives of videos");

/** A video and its original, which the caller has locked. */
export interface CopyOfVideo {
  clientUuid: string;
  uuid: string;
  originUuid: string;
}

/** Sets the access rules of derived videos. */
export interface RulesOfCopies {
  /**
   * Gives a copy the rules of its original. Settings already made for the copy stay.
   * @param former what the copy inherited when it was last made. Inherited rules that were not changed follow the original.
   */
  inheritRules(tx: Tx, copy: CopyOfVideo, former?: InheritedConditions | null): Promise<void>;
  /** Blocks all viewers of a copy whose original was deleted or is in the trash. */
  refuseAll(tx: Tx, copy: Pick<CopyOfVideo, "clientUuid" | "uuid">): Promise<void>;
}
export const RULES_OF_COPIES = need<RulesOfCopies>("rules of copies");
