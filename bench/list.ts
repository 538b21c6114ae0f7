import { fillPath, routes } from "@shoal/contract";
import { sql } from "kysely";
import { startTestApi, type TestApi, type TestUser } from "../apps/api/src/test-api.ts";
import type { Bench, Figure } from "./bench.ts";
import { formatGetRequest, sendLoad } from "./load-generator.ts";

const OWN_VIDEO_COUNT = 20_000;
const OTHER_VIDEO_COUNT = 80_000;
const CONNECTION_COUNT = 2;
const REQUEST_COUNT = 600;
const DURATION_MS = 8_000;
const TARGET_P50_MS = 5;
const TARGET_P99_MS = 20;

/** The words in titles. A search for one of them matches a twentieth of the videos. */
const VOCABULARY =
  "harbour lesson keynote interview garden summit workshop review product mountain river winter science market music city train night forest coast".split(
    " ",
  );

/** The number of videos inserted by one statement. A larger statement would be slow, because it updates the search index. */
const FILL_BATCH = 10_000;

async function fillLibrary(api: TestApi, user: TestUser, count: number): Promise<void> {
  for (let from = 0; from < count; from += FILL_BATCH)
    await sql`
    INSERT INTO videos (client_uuid, user_uuid, title, tags, status, input_qualities, created_at, duration_sec)
    SELECT ${user.clientUuid}::uuid, ${user.userUuid}::uuid,
      (${VOCABULARY}::text[])[1 + n % 20] || ' ' || (${VOCABULARY}::text[])[1 + (n / 20) % 20] || ' ' || n,
      ARRAY['tag' || n % 50, 'year' || n % 7, CASE WHEN n % 3 = 0 THEN 'public' ELSE 'internal' END],
      (ARRAY['encoded', 'encoded', 'encoded', 'error', 'stopped', 'encoding'])[1 + n % 6],
      '"shoalOptimization"', now() - n * interval '1 minute', n % 7200
    FROM generate_series(${from + 1}::int, ${Math.min(count, from + FILL_BATCH)}::int) AS n`.execute(
      api.database.db,
    );
  await sql`
    INSERT INTO video_stats (video_uuid, client_uuid, nb_view, hourview, offload)
    SELECT uuid, client_uuid, abs(hashtext(uuid::text)) % 10000, abs(hashtext(uuid::text)) % 500, abs(hashtext(uuid::text)) % 100
    FROM videos WHERE client_uuid = ${user.clientUuid}::uuid
    ON CONFLICT (video_uuid) DO UPDATE SET nb_view = excluded.nb_view, hourview = excluded.hourview,
      offload = excluded.offload`.execute(api.database.db);
}

function listQueries(): string[] {
  const sorts = ["createdAt", "title", "nbView", "status", "duration", "offload"];
  return Array.from({ length: REQUEST_COUNT }, (_, index) => {
    const query = new URLSearchParams({
      page: String(1 + (index % 3)),
      pagesize: "20",
      search: VOCABULARY[index % VOCABULARY.length] ?? "",
      tags: JSON.stringify([index % 2 ? `tag${index % 50}` : "public"]),
      sort: JSON.stringify({ [sorts[index % sorts.length] ?? "title"]: index % 2 ? 1 : -1 }),
    });
    return fillPath(`${routes.listVideos.path}?${query}`);
  });
}

interface MeasuredRequests {
  /** The timings of all requests, in ascending order. */
  timings: { ms: number; path: string }[];
  /** The CPU time that the api's process used per response. */
  cpuMs: number;
}

async function measureRequests(api: TestApi, user: TestUser): Promise<MeasuredRequests> {
  const paths = listQueries();
  const requests = paths.map((path) =>
    formatGetRequest(path, { authorization: `Bearer ${user.credential}` }),
  );
  const before = process.cpuUsage();
  const load = await sendLoad({
    origin: api.url,
    requests,
    connections: CONNECTION_COUNT,
    durationMs: DURATION_MS,
  });
  const { user: userUs, system: systemUs } = process.cpuUsage(before);
  const timings = load.timings.map(([request, ms]) => ({ ms, path: paths[request] ?? "" }));
  return {
    timings: timings.toSorted((a, b) => a.ms - b.ms),
    cpuMs: (userUs + systemUs) / 1000 / load.responses,
  };
}

/** Measures GET /api/videos with tag filter, search, sort and count: 20 of 100,000 videos, of which a client has 20,000. */
async function runBench(): Promise<Figure[]> {
  const api = await startTestApi();
  try {
    const user = await api.addUser(["manager"]);
    await fillLibrary(api, user, OWN_VIDEO_COUNT);
    await fillLibrary(api, await api.addUser(["manager"]), OTHER_VIDEO_COUNT);
    await sql`VACUUM ANALYZE videos`.execute(api.database.db);
    await sql`VACUUM ANALYZE video_stats`.execute(api.database.db);
    await measureRequests(api, user);
    const { timings, cpuMs } = await measureRequests(api, user);
    const at = (share: number) =>
      timings[Math.min(timings.length - 1, Math.floor(timings.length * share))]?.ms ?? 0;
    const worst = timings.slice(-3).map(({ ms, path }) => `${ms.toFixed(0)} ms ${decodeURIComponent(path)}`);
    return [
      {
        name: "list of videos, p50",
        value: `${at(0.5).toFixed(1)} ms`,
        reach: `≤ ${TARGET_P50_MS} ms`,
        isReached: at(0.5) <= TARGET_P50_MS,
        detail: `${timings.length} answers, ${cpuMs.toFixed(1)} ms of the api's CPU each`,
      },
      {
        name: "list of videos, p99",
        value: `${at(0.99).toFixed(1)} ms`,
        reach: `≤ ${TARGET_P99_MS} ms`,
        isReached: at(0.99) <= TARGET_P99_MS,
        detail: worst.join("; "),
      },
    ];
  } finally {
    await api.close();
  }
}

export const listBench: Bench[] = [{ name: "list", run: runBench }];
