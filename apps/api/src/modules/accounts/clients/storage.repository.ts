import { UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

/** Creates the repository that sums up what a client's videos, pictures and files occupy. */
export function createStorageRepository(db: Tx) {
  return {
    /** Reads the bytes of files in chat and comments. A forwarded message shares the file of the original, which counts once. */
    async readSent(clientUuid: string): Promise<number> {
      const { rows } = await sql<{ bytes: number }>`SELECT ((SELECT coalesce(sum(size_bytes), 0) FROM
            (SELECT DISTINCT ON (object_uuid) size_bytes FROM chat_files
              WHERE client_uuid = ${clientUuid} ORDER BY object_uuid) AS kept)
          + (SELECT coalesce(sum(size_bytes), 0) FROM comment_attachments WHERE client_uuid = ${clientUuid}))::bigint
          AS bytes`.execute(db);
      return rows[0]?.bytes ?? 0;
    },

    /**
     * Reads the bytes of received sources, of segments and of the picture bank. Thumbnails, headers and indexes, which take a few
     * thousandths of that space, are not counted.
     */
    async readStored(clientUuid: string): Promise<{ storedBytes: number; videoCount: number }> {
      const { rows } = await sql<{ sources: number; packaged: number; pictures: number; videos: number }>`
        WITH own AS (
          SELECT uuid, kind, size_bytes, chunk_count, contiguous_chunks, is_deleted, replaces_uuid, source_url FROM videos
          WHERE client_uuid = ${clientUuid}
        )
        SELECT
          (SELECT coalesce(sum(stored_bytes), 0)::bigint FROM pictures WHERE client_uuid = ${clientUuid}) AS pictures,
          (SELECT count(*) FROM own WHERE kind = 'video' AND replaces_uuid IS NULL) AS videos,
          (SELECT coalesce(sum(CASE
            WHEN is_deleted THEN 0
            WHEN chunk_count IS NOT NULL AND contiguous_chunks >= chunk_count THEN size_bytes
            WHEN source_url IS NOT NULL THEN contiguous_chunks::bigint * ${UPLOAD_CHUNK_BYTES}
            ELSE (SELECT sum(upload_chunks.size_bytes) FROM upload_chunks WHERE video_uuid = own.uuid)
          END), 0)::bigint FROM own) AS sources,
          (SELECT coalesce(sum(stored_bytes - named_twice_bytes), 0)::bigint
            FROM own JOIN encoding_outputs AS outputs ON outputs.video_uuid = own.uuid
            -- A scene refers to segments of its video, which are counted there. The segment that opened a video is one object with the begin of its first piece, where both made one.
            CROSS JOIN LATERAL (
              SELECT CASE WHEN own.kind = 'scene' THEN (
                SELECT coalesce(sum((segment->>'length')::bigint), 0)
                FROM jsonb_path_query(outputs.outputs, '$[*].segments[*]') AS segment
                WHERE NOT starts_with(segment->>'object', 'videos/' || own.uuid || '/')
              ) WHEN outputs.job = 'open' AND EXISTS (
                SELECT 1 FROM encoding_outputs AS pieces
                WHERE pieces.video_uuid = outputs.video_uuid AND pieces.generation = outputs.generation
                  AND pieces.piece_index = 0 AND pieces.job IN ('copy-piece', 'encode-piece')
                  AND pieces.outputs @> jsonb_build_array(jsonb_build_object('segments', jsonb_build_array(
                    jsonb_build_object('object', outputs.outputs #> '{0,segments,0,object}'))))
              ) THEN (outputs.outputs #>> '{0,segments,0,length}')::bigint ELSE 0 END AS named_twice_bytes
            ) AS opened) AS packaged
      `.execute(db);
      const { sources = 0, packaged = 0, pictures = 0, videos = 0 } = rows[0] ?? {};
      return { storedBytes: sources + packaged + pictures, videoCount: videos };
    },
  };
}
