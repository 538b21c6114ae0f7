import { randomUUID } from "node:crypto";
import { monthOfUtc } from "@shoal/domain/billing";
import { createBillsService } from "../apps/api/src/modules/billing/bills/index.ts";
import {
  createFigureCursorsRepository,
  METERED_CURSOR,
} from "../apps/api/src/modules/insight/figures/index.ts";
import { type Analytics, openAnalytics } from "../apps/api/src/platform/clickhouse.ts";
import { startTestApi, type TestApi } from "../apps/api/src/test-api.ts";
import type { Bench, Figure } from "./bench.ts";

const CLIENT_COUNT = 500;
/** The number of videos of all clients. Each has views in every hour of the month. */
const VIDEO_COUNT = 10_000;
const BILLED_MONTH = "2026-01";
const HOUR_COUNT = 31 * 24;
const TARGET_DURATION_SEC = 30;
const BYTES_PER_TB = 1_000_000_000_000n;

/** Returns the bytes, up to a GB, that servers send of a video per hour. SQL computes the same value. Peers send half as much. */
const serverBytesOf = (video: number, hour: number) => (video * 7_919 + hour * 104_729) % 1_000_000_000;
const SERVER_BYTES_SQL = "toUInt64((video * 7919 + hour_no * 104729) % 1000000000)";

async function fillUsage(api: TestApi, analytics: Analytics): Promise<string[]> {
  const { db } = api.database;
  const fromSec = monthOfUtc(BILLED_MONTH).fromMs / 1_000;
  const clients = Array.from({ length: CLIENT_COUNT }, () => randomUUID());
  await db
    .insertInto("clients")
    .values(
      clients.map((uuid, at) => ({
        uuid,
        name: `Client ${at}`,
        type: "platform" as const,
        created_at: new Date(fromSec * 1_000),
      })),
    )
    .execute();
  await db
    .insertInto("cursors")
    .values({ name: METERED_CURSOR, value: JSON.stringify(fromSec) })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: JSON.stringify(fromSec) }))
    .execute();
  await createFigureCursorsRepository(db).saveClosedUntilSec(monthOfUtc(BILLED_MONTH).untilMs / 1_000);
  await analytics.command({
    query: `INSERT INTO metered_hours (client_uuid, video_uuid, hour, meter, version, bytes_edge, bytes_peer, bytes_up)
      SELECT arrayElement({clients:Array(String)}, 1 + video % ${CLIENT_COUNT}), toString(video),
        toDateTime(${fromSec} + hour_no * 3600, 'UTC'), 'bench', 1, ${SERVER_BYTES_SQL} AS server, intDiv(server, 2), intDiv(server, 2)
      FROM (SELECT intDiv(number, ${HOUR_COUNT}) AS video, number % ${HOUR_COUNT} AS hour_no FROM numbers(${VIDEO_COUNT * HOUR_COUNT}))`,
    query_params: { clients },
  });
  return clients;
}

/** Returns the expected cost of each client's month: 10 € per TB beyond the first. */
function expectedCentsOf(): number[] {
  const bytes = Array.from({ length: CLIENT_COUNT }, () => 0n);
  for (let video = 0; video < VIDEO_COUNT; video += 1) {
    let sum = 0;
    for (let hour = 0; hour < HOUR_COUNT; hour += 1) {
      const server = serverBytesOf(video, hour);
      // Peers report as many bytes sent as received, so nothing is deducted.
      sum += server + Math.floor(server / 2);
    }
    const at = video % CLIENT_COUNT;
    bytes[at] = (bytes[at] ?? 0n) + BigInt(sum);
  }
  return bytes.map((all) => {
    const beyond = all > BYTES_PER_TB ? all - BYTES_PER_TB : 0n;
    return Number((2n * beyond * 1_000n + BYTES_PER_TB) / (2n * BYTES_PER_TB));
  });
}

/** Measures the bills of a month of 500 clients with 10,000 videos. The invoice writer makes them one after the other. */
async function runBench(): Promise<Figure[]> {
  const api = await startTestApi();
  const analytics = openAnalytics(api.clickhouseUrl);
  try {
    const clients = await fillUsage(api, analytics);
    const bills = createBillsService({
      db: api.database.db,
      analytics,
      onError: (error) => {
        throw error;
      },
      now: () => monthOfUtc(BILLED_MONTH).untilMs + 5 * 86_400_000,
    });
    const beganMs = performance.now();
    const cents: number[] = [];
    for (const clientUuid of clients) cents.push((await bills.getMonth({ clientUuid }, BILLED_MONTH)).cents);
    const sec = (performance.now() - beganMs) / 1_000;
    const byHand = expectedCentsOf();
    const wrong = cents.filter((each, at) => each !== byHand[at]).length;
    const total = cents.reduce((sum, each) => sum + each, 0);
    return [
      {
        name: `bills of ${CLIENT_COUNT} clients, 31 days, ${VIDEO_COUNT} videos`,
        value: `${sec.toFixed(1)} s`,
        reach: `≤ ${TARGET_DURATION_SEC} s, equal to sums by hand`,
        isReached: sec <= TARGET_DURATION_SEC && wrong === 0,
        detail: `${(VIDEO_COUNT * HOUR_COUNT) / 1e6} M rows, ${(total / 100).toFixed(2)} €; ${wrong} differ from sums by hand`,
      },
    ];
  } finally {
    await analytics.close();
    await api.close();
  }
}

export const billBench: readonly Bench[] = [{ name: "bill", run: runBench }];
