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

const CLIENTS = 500;
/** The number of videos of all clients. Each is watched in every hour of the month. */
const VIDEOS = 10_000;
const MONTH = "2026-01";
const HOURS = 31 * 24;
const TARGET_SEC = 30;
const TB = 1_000_000_000_000n;

/** Returns the bytes of a video per hour from servers, up to a GB, as SQL also computes them. Peers send half as much. */
const serverOf = (video: number, hour: number) => (video * 7_919 + hour * 104_729) % 1_000_000_000;
const SERVER_SQL = "toUInt64((video * 7919 + hour_no * 104729) % 1000000000)";

async function fill(api: TestApi, analytics: Analytics): Promise<string[]> {
  const { db } = api.database;
  const fromSec = monthOfUtc(MONTH).fromMs / 1_000;
  const clients = Array.from({ length: CLIENTS }, () => randomUUID());
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
  await createFigureCursorsRepository(db).saveClosedUntilSec(monthOfUtc(MONTH).untilMs / 1_000);
  await analytics.command({
    query: `INSERT INTO metered_hours (client_uuid, video_uuid, hour, meter, version, bytes_edge, bytes_peer, bytes_up)
      SELECT arrayElement({clients:Array(String)}, 1 + video % ${CLIENTS}), toString(video),
        toDateTime(${fromSec} + hour_no * 3600, 'UTC'), 'bench', 1, ${SERVER_SQL} AS server, intDiv(server, 2), intDiv(server, 2)
      FROM (SELECT intDiv(number, ${HOURS}) AS video, number % ${HOURS} AS hour_no FROM numbers(${VIDEOS * HOURS}))`,
    query_params: { clients },
  });
  return clients;
}

/** Returns the expected cost of each client's month: 10 € per TB beyond the first. */
function centsByHand(): number[] {
  const bytes = Array.from({ length: CLIENTS }, () => 0n);
  for (let video = 0; video < VIDEOS; video += 1) {
    let sum = 0;
    for (let hour = 0; hour < HOURS; hour += 1) {
      const server = serverOf(video, hour);
      // Peers report as many bytes sent as received, so nothing is deducted.
      sum += server + Math.floor(server / 2);
    }
    const at = video % CLIENTS;
    bytes[at] = (bytes[at] ?? 0n) + BigInt(sum);
  }
  return bytes.map((all) => {
    const beyond = all > TB ? all - TB : 0n;
    return Number((2n * beyond * 1_000n + TB) / (2n * TB));
  });
}

/** Measures the bills of a month of 500 clients with 10,000 videos, which the invoice writer makes one after the other. */
async function run(): Promise<Figure[]> {
  const api = await startTestApi();
  const analytics = openAnalytics(api.clickhouseUrl);
  try {
    const clients = await fill(api, analytics);
    const bills = createBillsService({
      db: api.database.db,
      analytics,
      onError: (error) => {
        throw error;
      },
      now: () => monthOfUtc(MONTH).untilMs + 5 * 86_400_000,
    });
    const beganMs = performance.now();
    const cents: number[] = [];
    for (const clientUuid of clients) cents.push((await bills.getMonth({ clientUuid }, MONTH)).cents);
    const sec = (performance.now() - beganMs) / 1_000;
    const byHand = centsByHand();
    const wrong = cents.filter((each, at) => each !== byHand[at]).length;
    const total = cents.reduce((sum, each) => sum + each, 0);
    return [
      {
        name: `bills of ${CLIENTS} clients, 31 days, ${VIDEOS} videos`,
        value: `${sec.toFixed(1)} s`,
        reach: `≤ ${TARGET_SEC} s, equal to sums by hand`,
        isReached: sec <= TARGET_SEC && wrong === 0,
        detail: `${(VIDEOS * HOURS) / 1e6} M rows, ${(total / 100).toFixed(2)} €; ${wrong} differ from sums by hand`,
      },
    ];
  } finally {
    await analytics.close();
    await api.close();
  }
}

export const billBench: readonly Bench[] = [{ name: "bill", run }];
