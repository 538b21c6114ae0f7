import type { PublishAddress, ResponseOf, routes } from "@shoal/contract";
import { ROOM_PASS_LIFETIME_MS, type SecretBox, signRoomPass } from "@shoal/tokens";
import type { Database } from "../../../platform/database.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createVideosRepository, videoNotFound } from "../../media/videos/index.ts";
import { createLivesRepository, DATABASE_NOW, type LiveRow } from "./lives.repository.ts";
import { makeStreamKey } from "./stream-key.ts";

export interface LiveKeysDeps {
  db: Database;
  /** Encrypts stream keys. */
  streamKeys: SecretBox;
  /** The RTMP address for encoders. */
  rtmpUrl: string;
  /** The RTMPS address; null if not offered. */
  rtmpsUrl: string | null;
  /** The SRT address, `srt://host:port`; null if not offered. */
  srtUrl: string | null;
  captureUrl: string;
  /** The address of the rooms in which pages publish without delay. */
  roomUrl: string;
  internalSecret: string;
  /** @throws AppError "client_not_found" for another client. */
  assertOwnClient(actor: Actor, clientUuid: string): void;
}

/** Manages the stream keys of lives and clients. */
export function createLiveKeysService(deps: LiveKeysDeps) {
  const { db, streamKeys, rtmpUrl, rtmpsUrl, srtUrl, captureUrl, assertOwnClient } = deps;
  const { roomUrl, internalSecret } = deps;
  const service = {
    /** @throws AppError "video_not_found" unless the video is a live that encoders can publish to. */
    async getKey(actor: Actor, uuid: string): Promise<PublishAddress> {
      const video = await createVideosRepository(db).findVideo(actor.clientUuid, uuid);
      const live = video && (await createLivesRepository(db).findLive(actor.clientUuid, uuid));
      if (!live || live.live_type === "custom") throw videoNotFound();
      const client = live.is_clients_own && (await createLivesRepository(db).findClientKey(actor.clientUuid));
      const key = client ? client.stream_key : streamKeys.open(live.sealed_key, uuid);
      return addressOf(uuid, key, directOf(live));
    },

    /** Finds the encryption key for a publisher that names this live or client; null if it cannot be published to. */
    async findKey(id: string): Promise<string | null> {
      const lives = createLivesRepository(db);
      const live = await lives.findPublished(id);
      if (live && !live.is_clients_own) return streamKeys.open(live.sealed_key, id);
      return (await lives.findClientKey(live?.client_uuid ?? id))?.stream_key ?? null;
    },

    /** Replaces the key. A broadcast running with the old key continues until it stops. @throws AppError "video_not_found". */
    async renewKey(actor: Actor, uuid: string): Promise<PublishAddress> {
      const isClientsOwn = await db.transaction().execute(async (tx) => {
        const video = await createVideosRepository(tx).lockVideo(actor.clientUuid, uuid);
        const live = video && (await createLivesRepository(tx).findLive(actor.clientUuid, uuid));
        if (!video || !live || live.live_type === "custom") throw videoNotFound();
        const change = { ...makeStreamKey(uuid, streamKeys), key_made_at: DATABASE_NOW };
        await createLivesRepository(tx).updateLive(video, change);
        return live.is_clients_own;
      });
      return isClientsOwn ? service.renewClientKey(actor, actor.clientUuid) : service.getKey(actor, uuid);
    },

    /** Lists stream keys, the client's own first. @throws AppError "client_not_found". */
    async listKeys(actor: Actor, clientUuid: string): Promise<ResponseOf<typeof routes.listStreamKeys>> {
      assertOwnClient(actor, clientUuid);
      const lives = createLivesRepository(db);
      const own = await lives.findClientKey(clientUuid);
      const keys = await lives.listKeys(clientUuid);
      return [
        ...(own
          ? [{ uuid: null, title: null, streamKey: own.stream_key, createdAt: own.created_at.toISOString() }]
          : []),
        ...keys.map(({ uuid, title, sealed_key, key_made_at }) => ({
          uuid,
          title,
          createdAt: key_made_at.toISOString(),
          streamKey: streamKeys.open(sealed_key, uuid),
        })),
      ];
    },

    /** @throws AppError "client_not_found". */
    async renewClientKey(actor: Actor, clientUuid: string): Promise<PublishAddress> {
      assertOwnClient(actor, clientUuid);
      return addressOf(clientUuid, await createLivesRepository(db).renewClientKey(clientUuid));
    },
  };
  return service;

  /** @param id the uuid of the live or of the client that the key belongs to. */
  function addressOf(id: string, streamKey: string, direct: PublishAddress["direct"] = null): PublishAddress {
    const srt = srtUrl && `${srtUrl}?streamid=${id}&passphrase=${streamKey}`;
    return { url: rtmpUrl, secureUrl: rtmpsUrl, streamKey, srtUrl: srt, captureUrl, direct };
  }

  function directOf({ video_uuid, live_type, delay, is_kept }: LiveRow): PublishAddress["direct"] {
    if (live_type !== "camera" || delay === "yes") return null;
    const pass = signRoomPass(video_uuid, internalSecret, Date.now() + ROOM_PASS_LIFETIME_MS);
    return { url: roomUrl, pass, isRecorded: is_kept || delay === "middle" };
  }
}
export type LiveKeysService = ReturnType<typeof createLiveKeysService>;
