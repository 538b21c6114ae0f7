import type { VideoNote } from "@shoal/contract";
import type { PlaybackTrack } from "@shoal/contract/edge";
import type { EncodePlan, TrackOutput } from "@shoal/contract/stored-data";
import { type Selectable, sql, type Updateable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { Encoding } from "../../../platform/schema.ts";

export type EncodingRow = Selectable<Encoding>;
export type OutputJob = "open" | "audio" | "encode-piece" | "copy-piece";

/**
 * Creates the repository of encodings and the outputs of their jobs, by video and generation. It serves results of workers, which name no
 * client.
 */
export function createEncodingsRepository(db: Tx) {
  const repository = {
    findEncoding: (uuid: string, generation: number) =>
      db
        .selectFrom("encodings")
        .selectAll()
        .where("video_uuid", "=", uuid)
        .where("generation", "=", generation)
        .executeTakeFirst(),

    /** @returns false if this generation was already opened. */
    async addEncoding(
      uuid: string,
      generation: number,
      plan: EncodePlan,
      notes: readonly VideoNote[] = [],
    ): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("encodings")
        .values({
          video_uuid: uuid,
          generation,
          plan: JSON.stringify(plan),
          tracks: "[]",
          notes: JSON.stringify(notes),
        })
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

    /** Marks an encoding as changed, so that any replica publishes it once this transaction commits. */
    async oweIndexes(uuid: string, generation: number): Promise<void> {
      await sql`UPDATE encodings SET outputs_revision = outputs_revision + 1, outputs_at = now()
        WHERE video_uuid = ${uuid} AND generation = ${generation}`.execute(db);
    },

    /** Deletes the encodings of videos and their job outputs, in every generation. */
    async deleteEncodings(uuids: string[]): Promise<void> {
      await db.deleteFrom("encodings").where(sql<boolean>`video_uuid = ANY(${uuids}::uuid[])`).execute();
    },

    /** Deletes the encoding of one generation of each of these videos. */
    async deleteGenerations(videos: readonly { uuid: string; generation: number }[]): Promise<void> {
      const uuids = videos.map(({ uuid }) => uuid);
      const generations = videos.map(({ generation }) => generation);
      await sql`DELETE FROM encodings USING unnest(${uuids}::uuid[], ${generations}::int[]) AS gone (uuid, generation)
        WHERE encodings.video_uuid = gone.uuid AND encodings.generation = gone.generation`.execute(db);
    },

    /** Adds the output of a job. A repeated result changes nothing. */
    async addOutput(
      key: { uuid: string; generation: number; job: OutputJob; pieceIndex: number },
      outputs: TrackOutput[],
    ) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("encoding_outputs")
        .values({
          video_uuid: key.uuid,
          generation: key.generation,
          job: key.job,
          piece_index: key.pieceIndex,
          outputs: JSON.stringify(outputs),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 1n) await repository.oweIndexes(key.uuid, key.generation);
    },

    /** Adds the output of a job, or replaces an earlier one. */
    async replaceOutput(
      key: { uuid: string; generation: number; job: OutputJob; pieceIndex: number },
      outputs: TrackOutput[],
    ): Promise<void> {
      await db
        .updateTable("encoding_outputs")
        .set({ outputs: JSON.stringify(outputs) })
        .where("video_uuid", "=", key.uuid)
        .where("generation", "=", key.generation)
        .where("job", "=", key.job)
        .where("piece_index", "=", key.pieceIndex)
        .execute();
      await repository.oweIndexes(key.uuid, key.generation);
    },

    async findOutput(key: {
      uuid: string;
      generation: number;
      job: OutputJob;
      pieceIndex: number;
    }): Promise<TrackOutput[] | undefined> {
      const row = await db
        .selectFrom("encoding_outputs")
        .select("outputs")
        .where("video_uuid", "=", key.uuid)
        .where("generation", "=", key.generation)
        .where("job", "=", key.job)
        .where("piece_index", "=", key.pieceIndex)
        .executeTakeFirst();
      return row?.outputs;
    },

    listOutputs: (uuid: string, generation: number) =>
      db
        .selectFrom("encoding_outputs")
        .select(["job", "piece_index", "outputs"])
        .where("video_uuid", "=", uuid)
        .where("generation", "=", generation)
        .orderBy("piece_index")
        .execute(),

    /** Returns by job the number of pieces up to the last completed one. Workers take pieces in order. */
    async countInOrder(uuid: string, generation: number) {
      const countOf = async (job: "copy-piece" | "encode-piece") => {
        const last = await db
          .selectFrom("encoding_outputs")
          .select("piece_index")
          .where("video_uuid", "=", uuid)
          .where("generation", "=", generation)
          .where("job", "=", job)
          .orderBy("piece_index", "desc")
          .limit(1)
          .executeTakeFirst();
        return last ? last.piece_index + 1 : 0;
      };
      return { "copy-piece": await countOf("copy-piece"), "encode-piece": await countOf("encode-piece") };
    },

    /** Reads how many pieces were sent and how many the plan has, without reading the plan, which may be long. */
    findSent: (uuid: string, generation: number) =>
      db
        .selectFrom("encodings")
        .select(["copy_pieces_sent", "encode_pieces_sent"])
        .select(sql<number>`jsonb_array_length(plan->'pieces')`.as("pieces"))
        .where("video_uuid", "=", uuid)
        .where("generation", "=", generation)
        .executeTakeFirst(),

    listDone: (uuid: string, generation: number) =>
      db
        .selectFrom("encoding_outputs")
        .select(["job", "piece_index"])
        .where("video_uuid", "=", uuid)
        .where("generation", "=", generation)
        .execute(),

    /** Lists videos whose publication is overdue because a process did not finish it. */
    async listOwed(olderThanMs: number, limit: number): Promise<string[]> {
      const { rows } = await sql<{ uuid: string }>`
        SELECT videos.uuid FROM encodings JOIN videos ON coalesce(videos.replaces_uuid, videos.uuid) = encodings.video_uuid
          AND videos.generation = encodings.generation
        WHERE outputs_revision > index_version AND outputs_at <= now() - ${olderThanMs} * interval '1 ms'
        ORDER BY outputs_at LIMIT ${limit}`.execute(db);
      return rows.map(({ uuid }) => uuid);
    },
  };
  return repository;
}

export type OutputRow = Awaited<
  ReturnType<ReturnType<typeof createEncodingsRepository>["listOutputs"]>
>[number];
export type { PlaybackTrack };
