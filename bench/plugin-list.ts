import { PLUGIN_SORT_FIELDS, routes } from "@shoal/contract";
import { sql } from "kysely";
import { startTestApi, type TestApi, type TestUser } from "../apps/api/src/test-api.ts";
import type { Bench, Figure } from "./bench.ts";
import { listPathOf, measureLists, vacuumUntilVisible } from "./library.ts";
import { listPairwise } from "./pairwise.ts";

const VIDEO_COUNT = 100_000;
const FILL_BATCH = 10_000;
const FOLDER_NAMES = ["films", "lessons", "trailers", "keynotes", "concerts"];

/**
 * Adds media that are identified by paths, with statistics. A third have a title, a fifth are hidden, and half are in one of 20
 * collections.
 */
export async function fillMediaList(api: TestApi, user: TestUser): Promise<void> {
  const { db } = api.database;
  await sql`INSERT INTO collections (client_uuid, name)
    SELECT ${user.clientUuid}::uuid, 'Collection ' || n FROM generate_series(1, 20) AS n`.execute(db);
  for (let from = 0; from < VIDEO_COUNT; from += FILL_BATCH)
    await sql`
      INSERT INTO plugin_videos (client_uuid, name, title, description, tags, is_hidden, created_at, last_reported_at,
        collection_uuid)
      SELECT ${user.clientUuid}::uuid, '/' || (${FOLDER_NAMES}::text[])[1 + n % 5] || '/' || md5(n::text) || '/master.m3u8',
        CASE WHEN n % 3 = 0 THEN 'Harbour lesson ' || n ELSE '' END, CASE WHEN n % 7 = 0 THEN 'About summit ' || n % 90 ELSE '' END,
        CASE WHEN n % 2 = 0 THEN ARRAY['tag' || n % 50, 'public'] ELSE '{}' END, n % 5 = 0, now() - n * interval '1 minute',
        now() - (n * 37 % 100000) * interval '1 second', CASE WHEN n % 2 = 0 THEN c.uuid END
      FROM generate_series(${from + 1}::int, ${from + FILL_BATCH}::int) AS n
      LEFT JOIN (SELECT uuid, row_number() OVER () AS place FROM collections WHERE client_uuid = ${user.clientUuid}::uuid) AS c
        ON c.place = 1 + n % 20`.execute(db);
  await sql`
    UPDATE video_stats SET nb_view = h % 10000, hourview = h % 500, mean_time_sec = h % 3000, bitrate_kbps = h % 8000,
      rebuff = CASE WHEN h % 3 > 0 THEN h % 70 END, offload = h % 100, data_delivered_mb = h % 90000
    FROM (SELECT uuid, abs(hashtext(uuid::text)) AS h FROM plugin_videos) AS p WHERE video_uuid = p.uuid`.execute(
    db,
  );
  for (const table of ["plugin_videos", "video_stats"]) await vacuumUntilVisible(api, table);
}

/** Returns the paths of lists in which every filter occurs with every other and with every sort, in both directions. */
async function pathsOf(user: TestUser): Promise<string[]> {
  const { _embedded } = await user.call(routes.listCollections, { query: {} });
  const cases = listPairwise({
    sort: PLUGIN_SORT_FIELDS.flatMap((field) => [{ [field]: 1 }, { [field]: -1 }]),
    search: [
      undefined,
      "harbour",
      "films master",
      "ma",
      "a7",
      "tags:tag1",
      "description:summit",
      'title:"lesson 12"',
    ],
    collection: [undefined, _embedded[0]?.uuid, _embedded[7]?.uuid],
    hidden: [undefined, true, false],
    tags: [undefined, ["public"], ["tag8"]],
    excludedTags: [undefined, ["public"], ["tag8", "tag10"]],
    page: [1, 3, 200],
  });
  return cases.map((wanted) => listPathOf(routes.listPluginVideos.path, wanted));
}

/** Measures GET /api/videosplugin of a client with 100,000 media on other CDNs. */
async function runBench(): Promise<Figure[]> {
  const api = await startTestApi();
  try {
    const user = await api.addUser(["manager"]);
    await fillMediaList(api, user);
    const paths = await pathsOf(user);
    return await measureLists(api, user, {
      name: "list of 100,000 media on other CDNs, p99",

      paths,
      table: "plugin_videos",
    });
  } finally {
    await api.close();
  }
}

export const pluginListBench: Bench[] = [{ name: "plugin-list", run: runBench }];
