import {
  type BodyOf,
  DEFAULT_PAGE_SIZE,
  type PluginListQuery,
  type PluginVersions,
  type PluginVideoItem,
  type PluginVideoView,
  type routes,
} from "@shoal/contract";
import { presentFigures } from "@shoal/domain/figures";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { figuresOfRow, videoNotFound, withoutDuplicates } from "../../media/videos/index.ts";
import {
  assertNamed,
  columnsOf,
  lockCollection,
  presentCollectionOf,
  readRulesInForce,
} from "../rules/index.ts";
import { createPluginListRepository, type PluginItemRow, readPluginItems } from "./plugin-list.repository.ts";
import { countPluginVersions } from "./plugin-versions.repository.ts";
import { createPluginVideosRepository } from "./plugin-videos.repository.ts";

type PluginVideoChange = BodyOf<typeof routes.updatePluginVideo>;
type BulkChange = BodyOf<typeof routes.changePluginVideos>;
interface ListPage {
  _embedded: PluginVideoItem[];
  _size: number;
}

/** Manages media on other CDNs that are played with the plugin: their list, texts and delivery rules. */
export function createPluginVideosService({
  db,
  realtime,
}: {
  db: Database;
  realtime: Pick<Realtime, "emit">;
}) {
  const list = createPluginListRepository(db);
  const announce = (clientUuid: string) => realtime.emit(clientUuid, "pluginVideos.changed");
  const service = {
    async listPluginVideos({ clientUuid, user }: Actor, query: PluginListQuery): Promise<ListPage> {
      const limit = query.pagesize ?? user.default_page_size ?? DEFAULT_PAGE_SIZE;
      const page = { limit, offset: (query.page - 1) * limit };
      const { size, rows } = await list.listPluginVideos(clientUuid, query, page);
      const nowMs = Date.now();
      return { _embedded: rows.map((row) => presentPluginItem(row, nowMs)), _size: size };
    },

    countVersions: ({ clientUuid }: Actor): Promise<PluginVersions> => countPluginVersions(db, clientUuid),

    /** @throws AppError "collection_not_found". */
    async listCollectionVideos(actor: Actor, collection: string, query: PluginListQuery): Promise<ListPage> {
      await lockCollection(db, actor.clientUuid, collection);
      return service.listPluginVideos(actor, { ...query, filter: { ...query.filter, collection } });
    },

    /** @throws AppError "video_not_found". */
    getPluginVideo: ({ clientUuid }: Actor, uuid: string): Promise<PluginVideoView> =>
      readPluginVideo(db, clientUuid, uuid),

    /** @throws AppError "video_not_found", "collection_not_found", or "not_found" for a foreign ICE set. */
    async updatePluginVideo(
      { clientUuid }: Actor,
      uuid: string,
      change: PluginVideoChange,
    ): Promise<PluginVideoView> {
      const view = await db.transaction().execute(async (tx) => {
        if ((await changeAll(tx, clientUuid, [uuid], change)) === 0) throw videoNotFound();
        return readPluginVideo(tx, clientUuid, uuid);
      });
      announce(clientUuid);
      return view;
    },

    /** @returns the number of changed media. @throws AppError "collection_not_found". */
    async changePluginVideos({ clientUuid }: Actor, { uuids, ...change }: BulkChange) {
      const changed = await db
        .transaction()
        .execute((tx) => changeAll(tx, clientUuid, uuids, { ...change, rules: {} }));
      announce(clientUuid);
      return { changed };
    },

    /** @throws AppError "video_not_found". */
    async deletePluginVideo(actor: Actor, uuid: string): Promise<undefined> {
      if ((await service.deletePluginVideos(actor, [uuid])).deleted === 0) throw videoNotFound();
    },

    /** Deletes media; their figures stay in the client's totals. @returns the number of deleted media. */
    async deletePluginVideos({ clientUuid }: Actor, uuids: readonly string[]) {
      const deleted = await db
        .transaction()
        .execute((tx) => createPluginVideosRepository(tx).deletePluginVideos(clientUuid, uuids));
      announce(clientUuid);
      return { deleted };
    },
  };
  return service;
}
export type PluginVideosService = ReturnType<typeof createPluginVideosService>;

/** @returns how many of them exist. */
async function changeAll(
  tx: Tx,
  clientUuid: string,
  uuids: readonly string[],
  change: PluginVideoChange,
): Promise<number> {
  const videos = createPluginVideosRepository(tx);
  const rows = await videos.lockPluginVideos(clientUuid, uuids);
  await assertNamed(tx, clientUuid, change);
  const texts = textsOf(change);
  const { rules, collection } = change;
  const isForEdges = Object.keys(rules).length > 0 || collection !== undefined;
  for (const row of rows) {
    if (isForEdges)
      await videos.updateRules(clientUuid, row.uuid, { ...texts, ...columnsOf(row, { rules, collection }) });
    else if (Object.keys(texts).length > 0) await videos.updateTexts(clientUuid, row.uuid, texts);
  }
  return rows.length;
}

const textsOf = ({ title, description, tags, isHidden }: PluginVideoChange) => ({
  ...(title === undefined ? {} : { title }),
  ...(description === undefined ? {} : { description }),
  ...(tags === undefined ? {} : { tags: withoutDuplicates(tags) }),
  ...(isHidden === undefined ? {} : { is_hidden: isHidden }),
});

async function readPluginVideo(tx: Tx, clientUuid: string, uuid: string): Promise<PluginVideoView> {
  const [item] = await readPluginItems(tx, clientUuid, [uuid]);
  const row = await createPluginVideosRepository(tx).findPluginVideo(clientUuid, uuid);
  if (!item || !row) throw videoNotFound();
  const nowMs = Date.now();
  return {
    ...presentPluginItem(item, nowMs),
    ...(await readRulesInForce(tx, { clientUuid, row, nowMs })),
    custom: row.rules,
  };
}

/** Returns media with the field names of the API. */
const presentPluginItem = (row: PluginItemRow, nowMs: number): PluginVideoItem => ({
  uuid: row.uuid,
  name: row.name,
  title: row.title,
  description: row.description,
  tags: row.tags,
  isHidden: row.is_hidden,
  createdAt: row.created_at.toISOString(),
  lastReportedAt: row.last_reported_at.toISOString(),
  version: row.version,
  collection: presentCollectionOf(row, nowMs),
  stats: presentFigures(figuresOfRow(row.stats)),
  figuresAsOf: row.figures_as_of?.toISOString() ?? null,
});
