import { createClient } from "@clickhouse/client";
import { routes } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Analytics, openAnalytics } from "../../../platform/clickhouse.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { readClientForEdge } from "../../accounts/clients/index.ts";
import { METERED_CURSOR } from "../figures/index.ts";
import { createUsualClaims } from "./usual-claims.ts";

const DAY_SEC = 86_400;
const BYTES_PER_GB = 1_000_000_000;
const TODAY_SEC = Math.floor(Date.now() / 1_000 / DAY_SEC) * DAY_SEC;

let api: TestApi;
let analytics: Analytics;
let admin: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  analytics = openAnalytics(api.clickhouseUrl);
  admin = await api.addUser(["admin"]);
});
afterAll(async () => {
  await analytics.close();
  await api.close();
});

/** The counters of an hour this many days ago. */
interface ClaimedHour {
  daysAgo: number;
  hour: number;
  counters: object;
}
async function insertHours(client: TestUser, hours: readonly ClaimedHour[]): Promise<void> {
  const writer = createClient({ url: api.clickhouseUrl });
  const values = hours.map(({ daysAgo, hour, counters }) => ({
    client_uuid: client.clientUuid,
    video_uuid: "elsewhere",
    hour: TODAY_SEC - daysAgo * DAY_SEC + hour * 3_600,
    meter: "edge 1",
    version: 1,
    ...counters,
  }));
  await writer.insert({ table: "metered_hours", values, format: "JSONEachRow" });
  await writer.close();
}
const hoursOfDays = (count: number, hour: number, counters: object): ClaimedHour[] =>
  Array.from({ length: count }, (_, nth) => ({ daysAgo: nth + 1, hour, counters }));

const refreshUsualClaims = () => createUsualClaims({ db: api.database.db, analytics }).refresh();
const claimsOf = async ({ clientUuid }: TestUser) =>
  (await readClientForEdge(api.database.db, clientUuid))?.claims;

test("usual claims are the median of four weeks for each hour of the day, including withheld claims", async () => {
  const [usual, fresh] = [await api.addUser(["manager"]), await api.addUser(["manager"])];
  await insertHours(usual, [
    ...hoursOfDays(20, 18, {
      bytes_elsewhere: 30 * BYTES_PER_GB,
      bytes_peer: 20 * BYTES_PER_GB,
      bytes_unverified: 10 * BYTES_PER_GB,
    }),
    ...hoursOfDays(14, 3, { bytes_elsewhere: 900 * BYTES_PER_GB }),
    { daysAgo: 0, hour: 18, counters: { bytes_elsewhere: 5_000 * BYTES_PER_GB } },
    { daysAgo: 29, hour: 18, counters: { bytes_elsewhere: 5_000 * BYTES_PER_GB } },
  ]);
  await insertHours(fresh, hoursOfDays(14, 18, { bytes_elsewhere: 30 * BYTES_PER_GB }));
  const before = (await readClientForEdge(api.database.db, usual.clientUuid))?.revision ?? 0;
  await refreshUsualClaims();
  const expected = Array<number>(24)
    .fill(0)
    .fill(60 * BYTES_PER_GB, 17, 20);
  expect(await claimsOf(usual)).toEqual({ isLifted: false, bytesByHour: expected });
  expect(await claimsOf(fresh)).toBeUndefined();
  // The client's revision, by which edges detect it, changes once.
  const after = (await readClientForEdge(api.database.db, usual.clientUuid))?.revision;
  expect(after).toBe(before + 1);
  await refreshUsualClaims();
  expect((await readClientForEdge(api.database.db, usual.clientUuid))?.revision).toBe(after);
});

test("the operator lifts the limit of usual claims for one client, and edges learn of it", async () => {
  const client = await api.addUser(["manager"]);
  const params = { id: client.clientUuid };
  const own = client.call(routes.updateClientAsAdmin, { params, body: { claimsLifted: true } });
  await expect(own).rejects.toMatchObject({ code: "forbidden" });
  const view = await admin.call(routes.updateClientAsAdmin, { params, body: { claimsLifted: true } });
  expect(view.claimsLifted).toBe(true);
  expect(await claimsOf(client)).toEqual({ isLifted: true, bytesByHour: [] });
});

test("withheld claims are listed for each client and not billed", async () => {
  const client = await api.addUser(["manager"]);
  await api.database.db
    .updateTable("cursors")
    .set({ value: JSON.stringify(TODAY_SEC) })
    .where("name", "=", METERED_CURSOR)
    .execute();
  await insertHours(client, [
    {
      daysAgo: 0,
      hour: 0,
      counters: { bytes_elsewhere: 3 * BYTES_PER_GB, bytes_unverified: 2 * BYTES_PER_GB },
    },
  ]);
  const { _embedded: rows } = await admin.call(routes.listConsumption, { query: { page: 1, pagesize: 100 } });
  const row = rows.find(({ client: { uuid } }) => uuid === client.clientUuid);
  expect(row).toMatchObject({
    unverifiedBytes: 2 * BYTES_PER_GB,
    serverBytes: 3 * BYTES_PER_GB,
    deliveredBytes: 3 * BYTES_PER_GB,
  });
});
