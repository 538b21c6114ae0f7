import type { SORT_FIELDS, VideoListQuery } from "@shoal/contract";
import { type RawBuilder, sql } from "kysely";
import { expect } from "vitest";
import type { TestApi, TestUser } from "../../../../test-api.ts";
import { listConditions } from "../list-conditions.ts";
import { countOf, pageAmongMatches, pageAndSize } from "../list-matches.ts";
import { orderOf } from "../list-order.ts";

/** Adds a client with 700 videos. A tenth are in the trash, and many share each sort key. */
export async function addManyVideos(api: TestApi): Promise<TestUser> {
  const { db } = api.database;
  const owner = await api.addUser(["manager"]);
  const others = [await api.addUser(["editor"], { clientOf: owner }), await api.addUser(["admin"])];
  const authors = [owner, ...others].map(({ userUuid }) => userUuid);
  await sql`
    INSERT INTO videos (client_uuid, user_uuid, title, tags, type, status, input_qualities, created_at, duration_sec,
      uploading_eta_sec, encoding_eta_sec, trashed_at, upload_feedback_at)
    SELECT ${owner.clientUuid}, (${authors}::uuid[])[1 + n % 4], 'Title ' || n % 13, ARRAY['tag' || n % 11],
      CASE WHEN n % 5 = 0 THEN 'live' ELSE 'vod' END, (ARRAY['encoded', 'encoding', 'uploading', 'error'])[1 + n % 4],
      '"shoalOptimization"', now() - n % 29 * interval '1 minute', CASE WHEN n % 3 > 0 THEN n % 17 END,
      CASE WHEN n % 2 = 0 THEN n % 7 END, CASE WHEN n % 3 = 0 THEN n % 9 END, CASE WHEN n % 10 = 0 THEN now() END,
      -- Chunks still come.
      now()
    FROM generate_series(1, 700) AS n`.execute(db);
  await sql`UPDATE video_stats SET nb_view = abs(hashtext(video_uuid::text)) % 20,
    rebuff = CASE WHEN abs(hashtext(video_uuid::text)) % 19 > 0 THEN abs(hashtext(video_uuid::text)) % 80 END, offload = 1
    WHERE client_uuid = ${owner.clientUuid}`.execute(db);
  return owner;
}

const REBUFFERING_WARNINGS = ["mediumRebuffering", "highRebuffering"] as const;
type ListFilter = NonNullable<VideoListQuery["filter"]>;
export const WARNING_FILTERS: readonly ListFilter[] = [
  { warnings: [REBUFFERING_WARNINGS[0]] },
  { warnings: [REBUFFERING_WARNINGS[1]] },
  { warnings: [...REBUFFERING_WARNINGS] },
];

/**
 * Expects the same page of `addManyVideos` from sorting all matches and from walking the order, in both directions, at the start,
 * middle and end of the list.
 */
export async function expectSamePages(
  { database: { db } }: TestApi,
  clientUuid: string,
  field: (typeof SORT_FIELDS)[number],
  filter: ListFilter,
): Promise<void> {
  const rowOf = async <Row>(query: RawBuilder<Row>) => (await query.execute(db)).rows[0] as Row;
  for (const direction of [1, -1] as const)
    for (const offset of [0, 40, 600]) {
      const query = { page: 1, filter, sort: { [field]: direction } };
      const conditions = listConditions(clientUuid, query);
      const search = { clientUuid, conditions, order: orderOf(query), limit: 30, offset };
      const found = await rowOf(pageAmongMatches(search, 1_000));
      const begun = await rowOf(pageAmongMatches(search, 50));
      expect([begun.size, begun.uuids]).toEqual([51, null]);
      const walked = await rowOf(pageAndSize(search, countOf(search.conditions)));
      const shown = { field, direction, offset, filter };
      expect({ ...shown, ...walked }).toEqual({ ...shown, ...found });
    }
}
