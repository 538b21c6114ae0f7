import { randomUUID } from "node:crypto";
import {
  AppError,
  type ExternalStream,
  type ExternalStreamStats,
  type ExternalStreams,
  type FieldError,
  listExternalStreams,
  listOmittedStreams,
  type OmittedStream,
  type ResponseOf,
  type SavedExternalStreams,
} from "@shoal/contract";
import type { liveRoutes } from "@shoal/contract/ingest";
import { isLiveRunning, isLiveUnrecorded } from "@shoal/domain";
import { readRtmpAddress } from "@shoal/rtmp";
import { type FetchPolicy, findUrlFault } from "@shoal/safe-fetch";
import type { SecretBox } from "@shoal/tokens";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createVideosRepository, type VideoRow, videoNotFound } from "../../media/videos/index.ts";
import { presentStats, presentStreams, presentTarget } from "./external-streams.present.ts";
import { createExternalStreamsRepository, type ExternalStreamRow } from "./external-streams.repository.ts";
import { createLivesRepository, type LiveRow } from "./lives.repository.ts";
import { readOrReport } from "./unreadable.ts";

/** The purpose from which the key that seals external stream keys is derived. */
export const EXTERNAL_KEYS = "external stream keys";

type LiveVideo = Pick<VideoRow, "uuid" | "client_uuid">;
type RelayList = ResponseOf<typeof liveRoutes.reportLives>["relays"];

export interface ExternalStreamsDeps {
  db: Database;
  realtime: Pick<Realtime, "emit">;
  /** Encrypts the keys of restream targets. */
  externalKeys: SecretBox;
  /** The servers that the ingest may connect to. */
  relayPolicy: FetchPolicy;
  /** Called if a stored key cannot be read. */
  onError: (error: unknown) => void;
}

/** Manages the restream targets of lives. Each call throws AppError "video_not_found" unless the video is a live. */
export function createExternalStreamsService({
  db,
  realtime,
  externalKeys,
  relayPolicy,
  onError,
}: ExternalStreamsDeps) {
  const keyOf = (row: ExternalStreamRow) => externalKeys.open(row.sealed_key, row.uuid);
  return {
    async getStreams(actor: Actor, uuid: string): Promise<SavedExternalStreams> {
      await getLive(db, actor, uuid);
      return list(db, actor, uuid);
    },

    /**
     * Replaces the targets of a live. Unchanged targets keep running or stay stopped.
     * @returns the saved targets, and which entries were left out because they lack a key or a URL.
     * @throws AppError "bad_request" for a server that is not allowed.
     */
    async setStreams(
      actor: Actor,
      uuid: string,
      wanted: ExternalStreams,
    ): Promise<SavedExternalStreams & { leftOut: OmittedStream[] }> {
      const faults = findServerFaults(wanted, relayPolicy);
      if (faults.length > 0) throw new AppError("bad_request", "Some fields are not valid", faults);
      const saved = await db.transaction().execute(async (tx) => {
        const video = await lockLive(tx, actor, uuid);
        await replace(tx, video, listExternalStreams(wanted));
        return list(tx, actor, uuid);
      });
      realtime.emit(actor.clientUuid, "video.changed", { uuid, isNew: false });
      return { ...saved, leftOut: listOmittedStreams(wanted) };
    },

    /** @param which the target; all targets if omitted. @throws AppError "not_found" if it does not exist. */
    async switchStreams(actor: Actor, uuid: string, isOn: boolean, which?: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const video = await lockLive(tx, actor, uuid);
        const count = await createExternalStreamsRepository(tx).switchStreams(video, isOn, which);
        if (which !== undefined && count === 0) throw new AppError("not_found", "No such external stream");
      });
      realtime.emit(actor.clientUuid, "video.changed", { uuid, isNew: false });
    },

    async listStats(actor: Actor, uuid: string): Promise<ExternalStreamStats[]> {
      const { video, live } = await getLive(db, actor, uuid);
      const isRunning = isLiveRunning(live.state);
      const isUnrecorded = isLiveUnrecorded({ delay: live.delay, isKept: live.is_kept });
      const latest = live.condition;
      const condition = latest?.generation === video.generation ? latest : undefined;
      const rows = await createExternalStreamsRepository(db).listStreams(actor.clientUuid, uuid);
      return rows.map((row) => presentStats(row, { isRunning, isUnrecorded, condition }));
    },

    /**
     * Lists the external streams of an ingest's lives, including keys. A target whose key cannot be read is left out, so that
     * it does not affect the ingest's other lives.
     */
    async listTargets(lives: readonly { uuid: string; generation: number }[]): Promise<RelayList> {
      if (lives.length === 0) return [];
      const uuids = lives.map(({ uuid }) => uuid);
      const rows = await createExternalStreamsRepository(db).listForWork(uuids);
      return lives.map(({ uuid, generation }) => ({
        uuid,
        generation,
        targets: rows
          .filter((row) => row.video_uuid === uuid)
          .flatMap((row) => readOrReport(() => presentTarget(row, keyOf), onError)),
      }));
    },
  };

  async function list(tx: Tx, actor: Actor, uuid: string): Promise<SavedExternalStreams> {
    const rows = await createExternalStreamsRepository(tx).listStreams(actor.clientUuid, uuid);
    return presentStreams(rows, keyOf);
  }

  async function replace(tx: Tx, video: LiveVideo, wanted: ExternalStream[]): Promise<void> {
    const streams = createExternalStreamsRepository(tx);
    const left = await streams.listStreams(video.client_uuid, video.uuid);
    const reuseSame = ({ platform, url, key }: ExternalStream) => {
      const place = left.findIndex(
        (row) => row.platform === platform && row.url === url && keyOf(row) === key,
      );
      return place < 0 ? undefined : left.splice(place, 1)[0];
    };
    const kept = wanted.map(reuseSame);
    const removed = [...left, ...kept.flatMap((row) => (row ? [row] : []))].map(({ uuid }) => uuid);
    if (removed.length > 0) await streams.removeStreams(video.client_uuid, removed);
    await addStreams(tx, video, { wanted, kept, externalKeys });
  }
}
export type ExternalStreamsService = ReturnType<typeof createExternalStreamsService>;

/** Adds targets to a live that has no targets. @param kept their previous state, by index. */
async function addStreams(
  tx: Tx,
  video: LiveVideo,
  {
    wanted,
    kept = [],
    externalKeys,
  }: { wanted: ExternalStream[]; kept?: (ExternalStreamRow | undefined)[]; externalKeys: SecretBox },
): Promise<void> {
  if (wanted.length === 0) return;
  await createExternalStreamsRepository(tx).addStreams(
    wanted.map(({ platform, url, key }, position) => {
      const uuid = kept[position]?.uuid ?? randomUUID();
      return {
        uuid,
        video_uuid: video.uuid,
        client_uuid: video.client_uuid,
        position,
        platform,
        url,

        sealed_key: externalKeys.seal(key, uuid),
        is_on: kept[position]?.is_on ?? true,
      };
    }),
  );
}

/** A new live and the restream targets requested for it. */
export interface NewExternalStreams {
  video: LiveVideo;
  streams: ExternalStreams | undefined;
}

/** Adds targets to new lives. */
export async function addExternalStreams(
  tx: Tx,
  lives: NewExternalStreams[],
  externalKeys: SecretBox,
): Promise<void> {
  for (const { video, streams } of lives)
    if (streams) await addStreams(tx, video, { wanted: listExternalStreams(streams), externalKeys });
}

async function getLive(db: Tx, actor: Actor, uuid: string): Promise<{ video: VideoRow; live: LiveRow }> {
  const video = await createVideosRepository(db).findVideo(actor.clientUuid, uuid);
  const live = video && (await createLivesRepository(db).findLive(actor.clientUuid, uuid));
  if (!video || !live) throw videoNotFound();
  return { video, live };
}

async function lockLive(tx: Tx, actor: Actor, uuid: string): Promise<VideoRow> {
  const video = await createVideosRepository(tx).lockVideo(actor.clientUuid, uuid);
  if (video?.type !== "live") throw videoNotFound();
  return video;
}

/**
 * Finds errors in restream servers that the schema does not check. Host names are resolved only when the ingest connects.
 * @param path where the list is in the request body, for the names of fields in errors.
 */
export function findServerFaults(
  { other }: ExternalStreams,
  policy: FetchPolicy,
  path: string[] = [],
): FieldError[] {
  return other.flatMap(({ url }, index) => {
    const reason = url === "" ? undefined : findServerReason(url, policy);
    return reason === undefined ? [] : [{ path: [...path, "other", index, "url"].join("."), reason }];
  });
}

function findServerReason(url: string, policy: FetchPolicy): string | undefined {
  const address = readRtmpAddress(url);
  if (!address) return "is not the URL of a server";
  const { host, port } = address;
  // The policy checks only host and port, so any scheme that it supports will do.
  const fault = findUrlFault(new URL(`http://${host.includes(":") ? `[${host}]` : host}:${port}`), policy);
  if (fault === "forbidden_port") return "uses a port that is not allowed here";
  return fault && "points to an address that is not allowed";
}
