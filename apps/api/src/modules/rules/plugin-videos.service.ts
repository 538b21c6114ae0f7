import type { BodyOf, PluginVideoView, routes } from "@shoal/contract";
import { resolveRules } from "@shoal/domain";
import type { Database, Tx } from "../../platform/database.ts";
import type { Actor } from "../auth/index.ts";
import { videoNotFound } from "../videos/index.ts";
import { readClientDescriptor } from "./described-rules.ts";
import { createPluginVideosRepository } from "./plugin-videos.repository.ts";
import { assertNamed, columnsOf } from "./rule-changes.ts";
import { describeRules, presentPluginVideo } from "./rules.present.ts";

/** The delivery rules of media on other CDNs, which the plugin plays. */
export function createPluginVideosService({ db }: { db: Database }) {
  return {
    /** @throws AppError "video_not_found". */
    getPluginVideo: ({ clientUuid }: Actor, uuid: string): Promise<PluginVideoView> =>
      readPluginVideo(db, clientUuid, uuid),

    /** @throws AppError "video_not_found", "collection_not_found", or "not_found" for a foreign ICE set. */
    updatePluginVideo: (
      { clientUuid }: Actor,
      uuid: string,
      change: BodyOf<typeof routes.updatePluginVideo>,
    ): Promise<PluginVideoView> =>
      db.transaction().execute(async (tx) => {
        const videos = createPluginVideosRepository(tx);
        const row = await videos.lockPluginVideo(clientUuid, uuid);
        if (!row) throw videoNotFound();
        await assertNamed(tx, clientUuid, change);
        const { collection } = change;
        await videos.updatePluginVideo(clientUuid, uuid, columnsOf(row, { rules: change.rules, collection }));
        return readPluginVideo(tx, clientUuid, uuid);
      }),
  };
}
export type PluginVideosService = ReturnType<typeof createPluginVideosService>;

async function readPluginVideo(tx: Tx, clientUuid: string, uuid: string): Promise<PluginVideoView> {
  const row = await createPluginVideosRepository(tx).findPluginVideo(clientUuid, uuid);
  if (!row) throw videoNotFound();
  const client = await readClientDescriptor(tx, clientUuid);
  const nowMs = Date.now();
  const resolved = resolveRules({ ...describeRules(row), client: client?.rules ?? {} }, nowMs);
  return presentPluginVideo(row, resolved, { timeZone: client?.timeZone ?? "UTC", nowMs });
}
