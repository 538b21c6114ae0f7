import type { ExternalStreams, FieldError, LiveOptions, LiveType, VideoView } from "@shoal/contract";
import { need } from "../../../platform/composition/need.ts";
import type { Tx } from "../../../platform/database.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import type { VideoRow } from "../videos/index.ts";

/** A video that was just added, with the settings of its live. */
export interface RequestedLive extends LiveOptions {
  video: VideoRow;
  /** How the live is received; by RTMP by default. */
  liveType?: LiveType | undefined;
}

/** Checks and stores the additional data of announced lives. */
export interface NewLives {
  /** @throws AppError "bad_request" for a client whose lives are never kept. */
  assertMayKeep(actor: Actor, options: LiveOptions): void;
  findDelayFaults(liveType: LiveType | undefined, options: Pick<LiveOptions, "directStream">): FieldError[];
  findCopyFaults(liveType: LiveType | undefined, encoding: VideoView["encoding"] | undefined): FieldError[];
  /** Returns why a live cannot have these restream servers. @param path where their list is in the request body. */
  findServerFaults(streams: ExternalStreams, path: string[]): FieldError[];
  /** Returns why a live cannot be fetched from this URL. */
  findSourceReason(url: string): string | undefined;
  /** Returns the columns that store the source of a fetched live. */
  sourceColumnsOf(uuid: string, url: string): { source_url: string; sealed_source_url: string };
  /** Creates the live-specific rows of live videos. */
  addLives(tx: Tx, lives: RequestedLive[]): Promise<void>;
  /** Adds restreaming targets to new lives. */
  addExternalStreams(
    tx: Tx,
    lives: { video: VideoRow; streams: ExternalStreams | undefined }[],
  ): Promise<void>;
}
export const NEW_LIVES = need<NewLives>("new lives");
