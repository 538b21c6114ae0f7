import { AppError, type Guard, type Role, routes } from "@shoal/contract";
import { hasRole, readsAnalyticsOnly } from "@shoal/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClosedHoursStore, openClosedHours } from "../../apps/api/src/modules/insight/figures/index.ts";
import { openAnalytics } from "../../apps/api/src/platform/clickhouse.ts";
import { startTestApi, type TestApi } from "../../apps/api/src/test-api.ts";
import { periodOf, RANGES } from "../../apps/dashboard/src/components/analytics/period/period.ts";
import { addDemoAccounts } from "../../scripts/seed/accounts.ts";
import { addOutageAlerts } from "../../scripts/seed/alerts.ts";
import { addCameras } from "../../scripts/seed/cameras.ts";
import { insertMinutes } from "../../scripts/seed/figures.ts";
import { addPluginMedia } from "../../scripts/seed/plugin-media.ts";
import { addProofRuns } from "../../scripts/seed/proof.ts";
import { sessionMinutesOf } from "../../scripts/seed/watching.ts";
import { DEMO_ACCOUNTS, type DemoSession, signInDemo } from "../support/seeded/demo-session.ts";
import { shiftDate } from "../support/seeded/shift-date.ts";

const DAY_MS = 86_400_000;
/** The number of days that are kept of the three months that the seed creates. Five days are aggregated together. */
const RETAINED_DAYS = 8;
/** The time on the API's clock: some minutes past three o'clock tomorrow, when the previous day has been aggregated. */
const API_CLOCK_MS = Math.ceil(Date.now() / DAY_MS) * DAY_MS + 3 * 3_600_000 + 300_000;

/**
 * The seed's data, except for the data that takes long to create, in an API whose clock shows the middle of the night.
 * `seeded-screens.long.test.ts` covers complete installations with every screen, also at other times of the day.
 */
let api: TestApi;
let restoreClock: () => void;
beforeAll(async () => {
  restoreClock = shiftDate(API_CLOCK_MS - Date.now());
  api = await startTestApi();
  const { db } = api.database;
  const nowMs = Date.now();
  const { watched } = await addDemoAccounts(db);
  watched.push(...(await addPluginMedia(db, api.url, nowMs)));
  const clientUuids = new Set(watched.map(({ clientUuid }) => clientUuid));
  await addOutageAlerts(db, clientUuids, nowMs);
  await addProofRuns(db, clientUuids);
  watched.push(...(await addCameras(api.url)));
  const sinceMs = nowMs - RETAINED_DAYS * DAY_MS;
  const minutes = watched.flatMap((video) => sessionMinutesOf(video, nowMs, sinceMs));
  await insertMinutes(api.clickhouseUrl, minutes);
  const analytics = openAnalytics(api.clickhouseUrl);
  const days = createClosedHoursStore(db);
  await openClosedHours(analytics, days).close(nowMs);
  await analytics.close();
  // If no day had been aggregated, the requests below would not be served from daily aggregates.
  const yesterdaySec = (Math.floor(nowMs / DAY_MS) - 1) * 86_400;
  expect([...(await days.days.listSummed()).keys()]).toContain(yesterdaySec);
});
afterAll(async () => {
  await api?.close();
  restoreClock?.();
});

const PART_OF_ACCOUNT: Record<string, "export" | "scenelist" | "vireed"> = {
  listExportLinks: "export",
  listProjects: "vireed",
  listSharedProjects: "vireed",
  listTeams: "vireed",
  listNews: "vireed",
  countUnreadNews: "vireed",
  getNewsSettings: "vireed",
  listSceneLists: "scenelist",
};

test("every list that a demo account's screens request is answered", async () => {
  const faults: string[] = [];
  for (const { username } of DEMO_ACCOUNTS) {
    const session = await signInDemo(api.url, username);
    for (const [name, route] of Object.entries(routes)) {
      const isList = route.method === "GET" && "response" in route && !("params" in route);
      const takesNothing = !("query" in route) || route.query.safeParse({}).success;
      // This call requires fields by name. Its schema cannot express this, because Elasticsearch also accepts them in the body.
      if (name === "findFieldsByAddress") continue;
      // This call is for uploads with a token, which signed-in users do not have.
      if (name === "getCurrentUpload") continue;
      if (!isList || !takesNothing || !mayCall(route.guard, session.user.roles)) continue;
      // A screen of a feature that a client lacks redirects to the client's start page.
      const flag = PART_OF_ACCOUNT[name];
      if (flag && !session.user.client_infos[0]?.[flag]) continue;
      await session.call(route as typeof routes.getMe, {}).catch(recordFault(faults, `${username}: ${name}`));
    }
  }
  expect(faults).toEqual([]);
});

test("every figure that analytics, rankings and the map request for any period is answered", async () => {
  const faults: string[] = [];
  const unwatched: string[] = [];
  for (const { username } of DEMO_ACCOUNTS) {
    const session = await signInDemo(api.url, username);
    for (const range of rangesOf(session.user.roles, username)) {
      const watchedSec = await requestAllFigures(
        session,
        range,
        recordFault(faults, `${username}: ${range}`),
      );
      // Analytics show yesterday by default.
      if (range === "yesterday" && watchedSec === 0) unwatched.push(username);
    }
  }
  expect(faults).toEqual([]);
  expect(unwatched).toEqual([]);
});

/** The accounts for which all ranges are tested: one client of each type. For the other accounts, the default range suffices. */
const ALL_RANGES_OF = ["lagoon-media", "reef-player", "harbour-webcams"];
type AskedRange = Exclude<(typeof RANGES)[number], "own">;
const rangesOf = (roles: readonly Role[], username: string): readonly AskedRange[] => {
  if (ALL_RANGES_OF.includes(username)) return RANGES.filter((range) => range !== "own");
  return hasRole(roles, "editor", "readAnalytics") ? ["yesterday"] : [];
};

const recordFault = (faults: string[], what: string) => (error: unknown) => {
  faults.push(`${what}: ${error instanceof AppError ? `${error.code} ${error.message}` : String(error)}`);
  return undefined;
};

/** Requests all figures of a range. @returns the time watched, in seconds. */
async function requestAllFigures(
  { call }: DemoSession,
  range: AskedRange,
  onError: (error: unknown) => undefined,
): Promise<number> {
  const nowMs = Date.now();
  const { fromMs, toMs } = periodOf(range, { fromMs: 0, toMs: 0 }, { nowMs, timeZone: "UTC" });
  const query = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
  const totals = await call(routes.getStatisticsTotals, { query }).catch(onError);
  await call(routes.getStatisticsSeries, { query }).catch(onError);
  await call(routes.getStatisticsPeaks, { query }).catch(onError);
  await call(routes.getStatisticsPlaces, { query }).catch(onError);
  await call(routes.listStatisticsSessions, { query }).catch(onError);
  await call(routes.getStatisticsRanking, { query }).catch(onError);
  await call(routes.getStatisticsBreakdown, { query: { ...query, dimension: "video" } }).catch(onError);
  return totals ? totals.figures.serverSec + totals.figures.peerSec : 0;
}

function mayCall(guard: Guard, roles: readonly Role[]): boolean {
  if (guard === "apiKey" || guard === "guest") return false;
  if (guard === "admin") return roles.includes("admin");
  if (guard === "member") return !readsAnalyticsOnly(roles);
  if (guard === "readAnalytics" || guard === "readAnalyticsOrKey")
    return hasRole(roles, "editor", "readAnalytics");
  return guard === "editor" || guard === "manager" ? hasRole(roles, guard) : true;
}
