import type { EncodePlan, PlaybackTrack, TrackOutput } from "@shoal/contract";
import { type Selectable, sql, type Updateable } from "kysely";
import type { Tx } from "../../platform/database.ts";
import type { Encoding } from "../../platform/schema.ts";

export type EncodingRow = Selectable<Encoding>;
export type OutputJob = "open" | "audio" | "encode-piece" | "copy-piece";

/** Encodings and what their jobs made, by video and generation. Serves results of workers, which name no client. */
export function createEncodingsRepository(db: Tx) {
  return {
    findEncoding: (uuid: string, generation: number) =>
      db
        .selectFrom("encodings")
        .selectAll()
        .where("video_uuid", "=", uuid)
        .where("generation", "=", generation)
        .executeTakeFirst(),

    /** False when this generation was opened before. */
    async addEncoding(uuid: string, generation: number, plan: EncodePlan): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("encodings")
        .values({ video_uuid: uuid, generation, plan: JSON.stringify(plan), tracks: "[]" })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },

    async updateEncoding(uuid: string, generation: number, change: Updateable<Encoding>): Promise<void> {
      await db
        .updateTable("encodings")
        .set(change)
        .where("video_uuid", "=", uuid)
        .where("generation", "=", generation)
        .execute();
    },

    /** Forgets the encodings of videos and what their jobs gave, every generation. */
    async deleteEncodings(uuids: string[]): Promise<void> {
      await db.deleteFrom("encodings").where(sql<boolean>`video_uuid = ANY(${uuids}::uuid[])`).execute();
    },

    /** Forgets one generation of each of these videos. */
    async deleteGenerations(videos: readonly { uuid: string; generation: number }[]): Promise<void> {
      const uuids = videos.map(({ uuid }) => uuid);
      const generations = videos.map(({ generation }) => generation);
      await sql`DELETE FROM encodings USING unnest(${uuids}::uuid[], ${generations}::int[]) AS gone (uuid, generation)
        WHERE encodings.video_uuid = gone.uuid AND encodings.generation = gone.generation`.execute(db);
    },

    /** A repeated result changes nothing. */
    async addOutput(
      key: { uuid: string; generation: number; job: OutputJob; pieceIndex: number },
      outputs: TrackOutput[],
    ) {
      await db
        .insertInto("encoding_outputs")
        .values({
          video_uuid: key.uuid,
          generation: key.generation,
          job: key.job,
          piece_index: key.pieceIndex,
          outputs: JSON.stringify(outputs),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    listOutputs: (uuid: string, generation: number) =>
      db
        .selectFrom("encoding_outputs")
        .select(["job", "piece_index", "outputs"])
        .where("video_uuid", "=", uuid)
        .where("generation", "=", generation)
        .orderBy("piece_index")
        .execute(),

    listDone: (uuid: string, generation: number) =>
      db
        .selectFrom("encoding_outputs")
        .select(["job", "piece_index"])
        .where("video_uuid", "=", uuid)
        .where("generation", "=", generation)
        .execute(),

    /** Videos whose encodings go on: what a start publishes again. */
    listWorking: () =>
      db
        .selectFrom("videos")
        .select("uuid")
        .where("status", "not in", ["encoded", "stopped", "error"])
        .where(sql<boolean>`(trashed_at IS NULL OR replaces_uuid IS NOT NULL)`)
        .execute(),
  };
}

export type OutputRow = Awaited<
  ReturnType<ReturnType<typeof createEncodingsRepository>["listOutputs"]>
>[number];
export type { PlaybackTrack };
