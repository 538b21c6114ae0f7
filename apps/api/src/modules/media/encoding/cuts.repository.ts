import { type Insertable, type Selectable, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { CutRecord, InheritedConditions } from "../../../platform/schema.ts";

export type CutRow = Selectable<CutRecord>;

/** Creates the repository of the sources of cuts, and of the media that they refer to. The caller has found the videos in their client. */
export function createCutsRepository(db: Tx) {
  return {
    findCuts: (uuids: string[]): Promise<CutRow[]> =>
      db.selectFrom("cuts").selectAll().where(sql<boolean>`video_uuid = ANY(${uuids}::uuid[])`).execute(),

    async saveCut(cut: Insertable<CutRecord>): Promise<void> {
      const { video_uuid: _, ...change } = cut;
      await db
        .insertInto("cuts")
        .values(cut)
        .onConflict((conflict) => conflict.column("video_uuid").doUpdateSet(change))
        .execute();
    },

    /** Reads what a cut inherits from this video, which the caller has locked. */
    async readConditions(uuid: string): Promise<InheritedConditions> {
      const { rows } = await sql<InheritedConditions>`
        SELECT videos.password_hash AS "passwordHash", coalesce(video_rules.rules, '{}') AS rules,
          video_rules.collection_uuid AS "collectionUuid", video_rules.config_uuid AS "configUuid"
        FROM videos LEFT JOIN video_rules ON video_rules.video_uuid = videos.uuid
        WHERE videos.uuid = ${uuid}`.execute(db);
      const [conditions] = rows;
      if (!conditions) throw new Error("The origin of a cut is missing");
      return conditions;
    },

    /** Releases the media referenced by cuts that are removed. */
    async deleteCuts(uuids: string[]): Promise<void> {
      await db.deleteFrom("cuts").where(sql<boolean>`video_uuid = ANY(${uuids}::uuid[])`).execute();
    },

    /** Lists the prefixes to which a cut or a recording still refers. */
    async listHeld(prefixes: string[]): Promise<string[]> {
      const { rows } = await sql<{ prefix: string }>`
        SELECT prefix FROM unnest(${prefixes}::text[]) AS prefix
        WHERE EXISTS (SELECT FROM cuts, unnest(held_prefixes) AS held WHERE starts_with(held, prefix))
          OR EXISTS (SELECT FROM live_archives WHERE starts_with(folder, prefix))`.execute(db);
      return rows.map(({ prefix }) => prefix);
    },

    async listKept(): Promise<string[]> {
      const rows = await db.selectFrom("kept_media").select("prefix").execute();
      return rows.map(({ prefix }) => prefix);
    },

    async keep(prefixes: string[]): Promise<void> {
      if (prefixes.length === 0) return;
      const values = prefixes.map((prefix) => ({ prefix }));
      await db
        .insertInto("kept_media")
        .values(values)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async deleteKept(prefixes: string[]): Promise<void> {
      await db.deleteFrom("kept_media").where(sql<boolean>`prefix = ANY(${prefixes}::text[])`).execute();
    },
  };
}
