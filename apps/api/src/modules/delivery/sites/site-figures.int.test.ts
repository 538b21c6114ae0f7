import { randomUUID } from "node:crypto";
import { createClient } from "@clickhouse/client";
import { routes, type SitePeriod } from "@shoal/contract";
import type { SessionMinuteRow } from "@shoal/contract/player";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";

let api: TestApi;
let manager: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  manager = await api.addUser(["manager"]);
});
afterAll(() => api.close());

async function addSite() {
  const body = { name: `Offices ${randomUUID()}`, sites: [{ name: "Paris", exchange: "only" as const }] };
  const { uuid: config, sites } = await manager.call(routes.addConfig, { body });
  return { config, site: sites[0]?.uuid ?? "" };
}

const figuresOf = ({ config, site }: { config: string; site: string }, period: SitePeriod = "day") =>
  manager.call(routes.getSiteFigures, { params: { id: config, site }, query: { period } });

/** Adds rows as edges write them. */
async function recordMinutes(
  site: string,
  rows: (Partial<SessionMinuteRow> & { agoSec: number })[],
): Promise<void> {
  const analytics = createClient({ url: api.clickhouseUrl });
  const nowMs = Date.now();
  const values = rows.map(({ agoSec, ...row }) => {
    const atSec = Math.floor(nowMs / 1_000) - agoSec;
    const named = { client_uuid: manager.clientUuid, video_uuid: "film", site_uuid: site };
    return { ...named, minute: Math.floor(atSec / 60) * 60, version: atSec * 1_000, ...row };
  });
  await analytics.insert({ table: "session_minutes", values, format: "JSONEachRow" });
  await analytics.close();
}

test("a site without viewers has figures of zero for each step of the period", async () => {
  const site = await addSite();
  for (const [period, steps] of [
    ["day", 24],
    ["week", 28],
    ["month", 30],
  ] as const) {
    const figures = await figuresOf(site, period);
    expect(figures).toMatchObject({
      viewersNow: 0,
      sessions: 0,
      watchedSec: 0,
      bytesServer: 0,
      bytesWithin: 0,
    });
    expect(figures.steps).toHaveLength(steps);
  }
});

test("bytes from servers, from peers and within the site are summed from the latest report of each minute", async () => {
  const site = await addSite();
  const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
  const within = { is_site_closed: 1, sec_server: 10, sec_peer: 50 } as const;
  await recordMinutes(site.site, [
    { ...within, session_uuid: a, agoSec: 90, bytes_server: 1, bytes_peer: 1, version: 1 },
    { ...within, session_uuid: a, agoSec: 90, bytes_server: 100, bytes_peer: 900, bytes_direct: 300 },
    { ...within, session_uuid: a, agoSec: 30, bytes_server: 100, bytes_peer: 900 },
    { ...within, session_uuid: b, agoSec: 2 * 86_400, bytes_server: 7, bytes_peer: 70 },
    { session_uuid: c, agoSec: 20 * 86_400, bytes_server: 1_000, bytes_peer: 10_000 },
  ]);
  await recordMinutes(randomUUID(), [{ session_uuid: randomUUID(), agoSec: 30, bytes_server: 5 }]);
  const day = await figuresOf(site);
  expect(day).toMatchObject({ viewersNow: 1, sessions: 1, watchedSec: 120 });
  expect(day).toMatchObject({ bytesServer: 500, bytesWithin: 1_500, bytesPeers: 0 });
  expect(day.steps.reduce((sum, step) => sum + step.bytesWithin, 0)).toBe(1_500);
  expect(await figuresOf(site, "week")).toMatchObject({ sessions: 2, bytesServer: 507, bytesWithin: 1_570 });
  const month = await figuresOf(site, "month");
  expect(month).toMatchObject({ sessions: 3, bytesServer: 1_507, bytesWithin: 1_570, bytesPeers: 10_000 });
  expect(month.steps.filter(({ bytesServer }) => bytesServer > 0).length).toBeGreaterThanOrEqual(3);
});

test("a site of another config and a config of another client cannot be found", async () => {
  const site = await addSite();
  const other = await addSite();
  expect(await codeOf(figuresOf({ ...site, site: other.site }))).toBe("not_found");
  const stranger = await api.addUser(["manager"]);
  const call = stranger.call(routes.getSiteFigures, {
    params: { id: site.config, site: site.site },
    query: {},
  });
  expect(await codeOf(call)).toBe("config_not_found");
});
