import {
  AppError,
  type BodyOf,
  type ClientRulesView,
  type routes,
  type VideoRulesView,
} from "@shoal/contract";
import { changeSettings } from "@shoal/domain";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { assertOwnClient, touchClient } from "../../accounts/clients/index.ts";
import { createVideosRepository, videoNotFound } from "../../media/videos/index.ts";
import { readRulesInForce } from "./described-rules.ts";
import { assertNamed, columnsOf } from "./rule-changes.ts";
import { presentVideoRules } from "./rules.present.ts";
import { touchVideos } from "./touch-videos.ts";
import { createClientRulesRepository, createVideoRulesRepository } from "./video-rules.repository.ts";

type VideoRulesChange = BodyOf<typeof routes.updateVideoRules>;

/** Manages the delivery rules of videos, and the defaults of their client. */
export function createVideoRulesService({
  db,
  realtime,
  edgeUrl,
}: {
  db: Database;
  realtime: Pick<Realtime, "emit">;
  edgeUrl: string;
}) {
  async function readClientRules(tx: Tx, clientUuid: string): Promise<ClientRulesView> {
    const row = await createClientRulesRepository(tx).findRules(clientUuid);
    return {
      rules: row?.rules ?? {},
      timeZone: row?.time_zone ?? "UTC",
      isIndexed: row?.is_indexed ?? true,
      sitemapUrl: `${edgeUrl}/sitemaps/${clientUuid}.xml`,
      revision: row?.revision ?? 0,
    };
  }

  return {
    /** @throws AppError "video_not_found". */
    async getVideoRules({ clientUuid }: Actor, uuid: string): Promise<VideoRulesView> {
      if (!(await createVideosRepository(db).findVideo(clientUuid, uuid))) throw videoNotFound();
      return readVideoRules(db, clientUuid, uuid);
    },

    /** @throws AppError "video_not_found", "edit_conflict", "collection_not_found", "config_not_found", or "not_found" for a foreign ICE set. */
    async updateVideoRules(
      { clientUuid }: Actor,
      uuid: string,
      change: VideoRulesChange,
    ): Promise<VideoRulesView> {
      const view = await db.transaction().execute(async (tx) => {
        if (!(await createVideosRepository(tx).lockVideo(clientUuid, uuid))) throw videoNotFound();
        const rules = createVideoRulesRepository(tx);
        const row = await rules.findRules(clientUuid, uuid);
        if ((row?.revision ?? 0) !== change.revision) throw editConflict();
        await assertNamed(tx, clientUuid, change);
        await rules.saveRules(clientUuid, uuid, columnsOf(row, change));
        await touchVideos(tx, clientUuid, [uuid]);
        return readVideoRules(tx, clientUuid, uuid);
      });
      realtime.emit(clientUuid, "video.changed", { uuid, isNew: false });
      return view;
    },

    /** @throws AppError "client_not_found". */
    async getClientRules(actor: Actor, clientUuid: string): Promise<ClientRulesView> {
      assertOwnClient(actor, clientUuid);
      return readClientRules(db, clientUuid);
    },

    /** @throws AppError "client_not_found" or "edit_conflict". */
    async updateClientRules(
      actor: Actor,
      clientUuid: string,
      change: BodyOf<typeof routes.updateClientRules>,
    ) {
      assertOwnClient(actor, clientUuid);
      return db.transaction().execute(async (tx) => {
        // The client is locked, because two concurrent first changes would both find no row.
        await touchClient(tx, clientUuid);
        const present = await readClientRules(tx, clientUuid);
        if (present.revision !== change.revision) throw editConflict();
        const rules = JSON.stringify(changeSettings(present.rules, change.rules));
        await createClientRulesRepository(tx).saveRules(clientUuid, {
          rules,
          ...(change.timeZone === undefined ? {} : { time_zone: change.timeZone }),
          ...(change.isIndexed === undefined ? {} : { is_indexed: change.isIndexed }),
        });
        return readClientRules(tx, clientUuid);
      });
    },
  };
}
export type VideoRulesService = ReturnType<typeof createVideoRulesService>;

async function readVideoRules(tx: Tx, clientUuid: string, uuid: string): Promise<VideoRulesView> {
  const row = await createVideoRulesRepository(tx).findRules(clientUuid, uuid);
  const nowMs = Date.now();
  return presentVideoRules(row, await readRulesInForce(tx, { clientUuid, row, nowMs }), nowMs);
}

const editConflict = () =>
  new AppError("edit_conflict", "Someone else changed these rules: fetch them again");
