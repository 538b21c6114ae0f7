import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@clickhouse/client";
import { AppError, routes, sessionHeaders } from "@shoal/contract";
import type { SessionMinuteRow } from "@shoal/contract/player";
import { addMonths, monthBounds, toIsoMonth } from "@shoal/domain/footprint";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Analytics, openAnalytics } from "../../../platform/clickhouse.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createClosedHoursStore, openClosedHours } from "../figures/index.ts";
import { createFootprintService } from "./footprint.service.ts";
import { createFootprintMonthsService } from "./footprint-months.service.ts";

let api: TestApi;
let analytics: Analytics;
beforeAll(async () => {
  api = await startTestApi();
  analytics = openAnalytics(api.clickhouseUrl);
  // Hours are closed before there is data. Otherwise it would be late, or the first test would close ten weeks by hour.
  await openClosedHours(analytics, createClosedHoursStore(api.database.db)).close(Date.now());
});
afterAll(async () => {
  await analytics.close();
  await api.close();
});

/** A month that ended long ago, but still has minutes. */
const PAST_MONTH = addMonths(toIsoMonth(Date.now(), "UTC"), -2);
const MID_MONTH_MS = monthBounds(PAST_MONTH, "UTC").fromMs + 14 * 86_400_000;

/** Writes session minutes like the edge, each of a different session. */
async function recordMinutes(
  user: TestUser,
  minutes: (Partial<SessionMinuteRow> & { atMs: number })[],
): Promise<void> {
  const values = minutes.map(({ atMs, ...row }) => ({
    client_uuid: user.clientUuid,
    video_uuid: "film",
    session_uuid: randomUUID(),
    version: Date.now(),

    minute: Math.floor(atMs / 60_000) * 60,
    country: "FR",
    device: "laptop",
    network: "fixed",
    ...row,
  }));
  const edge = createClient({ url: api.clickhouseUrl });
  await edge.insert({ table: "session_minutes", values, format: "JSONEachRow" });
  await edge.close();
}

/** Closes hours, possibly again, while two replicas process months. */
async function closeHours(): Promise<void> {
  const { db } = api.database;
  await openClosedHours(analytics, createClosedHoursStore(db)).close(Date.now());
  const onError = (error: unknown) => {
    throw error;
  };
  const replica = () => createFootprintMonthsService({ db, analytics, onError }).makeDue();
  await Promise.all([replica(), replica()]);
}

const monthCall = (month: string, query: object = {}) => ({ params: { month }, query });
const HOUR_COUNTERS = { sec_server: 60, bytes_server: 2e9, bytes_peer: 1e9, bytes_up: 9e8 } as const;
const fetchReports = async (user: TestUser) =>
  (await user.call(routes.listFootprintReports, {})).reports.map(({ month, method, revision, reason }) => ({
    month,
    method,
    revision,
    reason,
  }));

test("a past month has one report with its viewers' figures, and a correction adds a revision", async () => {
  const manager = await api.addUser(["manager"]);
  await recordMinutes(manager, [
    { atMs: MID_MONTH_MS, ...HOUR_COUNTERS },
    { atMs: MID_MONTH_MS + 60_000, ...HOUR_COUNTERS, country: "", device: "tv", network: "mobile" },
  ]);
  await closeHours();
  const first = { month: PAST_MONTH, method: "shoal-2026", revision: 1, reason: "closed" };
  expect(await fetchReports(manager)).toEqual([first]);
  const report = await manager.call(routes.getFootprintReport, monthCall(PAST_MONTH));
  const { energyKwh, co2Grams, waterLitres } = report.result;
  expect(waterLitres?.central).toBeGreaterThan(0);
  expect((await manager.call(routes.listFootprintReports, {})).reports).toMatchObject([
    { energyKwh, co2Grams, waterLitres },
  ]);
  expect(report.total).toEqual({
    hours: 120 / 3_600,
    deliveredGb: 6,
    peerGb: 2,
    uploadedGb: 1.8,
  });
  expect(report.assumed).toEqual({ countryPercent: 50, devicePercent: 0, networkPercent: 0 });
  const kwh = ((1.3 + 22 + 1.3 + 100) / 60 + 31.5 * 3 + 100 * 3) / 1_000;
  expect(report.result.energyKwh.central).toBeCloseTo(kwh, 9);
  expect(report.result.peersNetWh?.central).toBeCloseTo(2 * 0.647 - 1.8 * 0.144, 9);

  await recordMinutes(manager, [{ atMs: MID_MONTH_MS + 120_000, ...HOUR_COUNTERS }]);
  await closeHours();
  await closeHours();
  expect(await fetchReports(manager)).toEqual([{ ...first, revision: 2, reason: "corrected" }, first]);
  expect(await manager.call(routes.getFootprintReport, monthCall(PAST_MONTH, { revision: 1 }))).toEqual(
    report,
  );
  expect((await manager.call(routes.getFootprintReport, monthCall(PAST_MONTH))).total.deliveredGb).toBe(9);
});

test("a new method applies from the current month, and can be used for an additional report of a past one", async () => {
  const manager = await api.addUser(["manager"]);
  await recordMinutes(manager, [{ atMs: MID_MONTH_MS, ...HOUR_COUNTERS }]);
  await closeHours();
  const before = await manager.call(routes.getFootprintReport, monthCall(PAST_MONTH));
  await manager.call(routes.chooseFootprintMethod, { body: { method: "swd-4" } });
  await closeHours();
  expect(await manager.call(routes.getFootprintReport, monthCall(PAST_MONTH))).toEqual(before);
  const { method, running } = await manager.call(routes.listFootprintReports, {});
  expect(method).toBe("swd-4");
  expect((await manager.call(routes.getFootprintReport, monthCall(running))).method.id).toBe("swd-4");
  const make = () =>
    manager.call(routes.makeFootprintReport, { params: { month: PAST_MONTH }, body: { method: "iea-2020" } });
  const beside = await make();
  expect(beside).toMatchObject({ revision: 1, reason: "asked", consumption: before.consumption });
  expect(beside.result.energyKwh.central).toBeCloseTo(0.077 / 60, 9);
  expect(await make()).toEqual(beside);
  expect(await fetchReports(manager)).toHaveLength(2);
  expect(await manager.call(routes.getFootprintReport, monthCall(PAST_MONTH))).toEqual(before);
});

test("the current month has a report of the time so far, which is not stored", async () => {
  const manager = await api.addUser(["manager"]);
  await recordMinutes(manager, [{ atMs: Date.now(), ...HOUR_COUNTERS }]);
  const { running } = await manager.call(routes.listFootprintReports, {});
  const report = await manager.call(routes.getFootprintReport, monthCall(running));
  expect(report).toMatchObject({ revision: null, reason: "running", total: { deliveredGb: 3 } });
  expect(Math.abs(Date.parse(report.asOf) - Date.now())).toBeLessThan(60_000);
  expect(await fetchReports(manager)).toEqual([]);
});

test("a past month is listed and can be read before its report is stored", async () => {
  const manager = await api.addUser(["manager"]);
  await recordMinutes(manager, [
    { atMs: MID_MONTH_MS, ...HOUR_COUNTERS },
    { atMs: Date.now(), ...HOUR_COUNTERS },
  ]);
  await closeHours();
  const { running } = await manager.call(routes.listFootprintReports, {});
  const inNextMonth = createFootprintService({
    db: api.database.db,
    analytics,
    onError: () => undefined,
    now: () => monthBounds(running, "UTC").toMs + 1_800_000,
  });
  const actor = { clientUuid: manager.clientUuid } as Actor;
  const { dueMonths, ...months } = await inNextMonth.listReports(actor);
  expect(months.running).toBe(addMonths(running, 1));
  // If the test runs on the first day of a month, the month before is still due too, so only the first is compared.
  expect(dueMonths[0]).toBe(running);
  const report = await inNextMonth.getReport(actor, { month: running });
  expect(report).toMatchObject({ reason: "running", total: { deliveredGb: 3 } });
});

test("each client has its own reports, and files have the same numbers", async () => {
  const [manager, other, editor] = [
    await api.addUser(["manager"]),
    await api.addUser(["manager"]),
    await api.addUser(["editor"]),
  ];
  await recordMinutes(manager, [{ atMs: MID_MONTH_MS, ...HOUR_COUNTERS }]);
  await closeHours();
  expect(await codeOf(other.call(routes.getFootprintReport, monthCall(PAST_MONTH)))).toBe("not_found");
  const asked = { params: { month: PAST_MONTH }, body: { method: "swd-4" as const } };
  expect(await codeOf(other.call(routes.makeFootprintReport, asked))).toBe("not_found");
  expect(await codeOf(editor.call(routes.makeFootprintReport, asked))).toBe("forbidden");
  const report = await manager.call(routes.getFootprintReport, monthCall(PAST_MONTH));
  const read = (file: string) =>
    fetch(`${api.url}/api/footprint/reports/${PAST_MONTH}/${file}`, {
      headers: sessionHeaders(manager.credential, undefined),
    });
  const csv = await read("csv");
  expect(csv.headers.get("content-disposition")).toContain(`footprint-${PAST_MONTH}-shoal-2026-1.csv`);
  expect(await csv.text()).toContain(`,${report.result.energyKwh.central},`);
  const pdf = await read("pdf?language=FR");
  expect([pdf.headers.get("content-type"), (await pdf.text()).slice(0, 5)]).toEqual([
    "application/pdf",
    "%PDF-",
  ]);
});

test.each([
  [addMonths(toIsoMonth(Date.now(), "UTC"), 2), /in the future/],
  ["2026-13", /month/],
  ["garbage", /month/],
])("the month %s is refused with its field and reason", async (month, reason) => {
  const manager = await api.addUser(["manager"]);
  const { code, fields } = await errorOf(manager.call(routes.getFootprintReport, monthCall(month)));
  expect({ code, path: fields?.[0]?.path }).toEqual({ code: "bad_request", path: "month" });
  expect(fields?.[0]?.reason).toMatch(reason);
});

test("a report by another method is refused for the current month", async () => {
  const manager = await api.addUser(["manager"]);
  const params = { month: toIsoMonth(Date.now(), "UTC") };
  const { fields } = await errorOf(
    manager.call(routes.makeFootprintReport, { params, body: { method: "swd-4" } }),
  );
  expect(fields).toMatchObject([{ path: "month", reason: expect.stringContaining("over") }]);
});

test("while the engine is unavailable, the current month is unavailable and no report is stored", async () => {
  const manager = await api.addUser(["manager"]);
  await recordMinutes(manager, [{ atMs: MID_MONTH_MS, ...HOUR_COUNTERS }]);
  const server = createServer((_, response) => response.writeHead(503).end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const away = openAnalytics(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { db } = api.database;
  await openClosedHours(analytics, createClosedHoursStore(db)).close(Date.now());
  const months = createFootprintMonthsService({ db, analytics: away, onError: () => undefined });
  await expect(months.makeDue()).rejects.toThrow();
  const service = createFootprintService({ db, analytics: away, onError: () => undefined });
  const actor = { clientUuid: manager.clientUuid } as Parameters<typeof service.getReport>[0];
  const month = toIsoMonth(Date.now(), "UTC");
  await expect(service.getReport(actor, { month })).rejects.toMatchObject({ code: "unavailable" });
  await expect(service.getReport(actor, { month })).rejects.toBeInstanceOf(AppError);
  await closeHours();
  expect(await fetchReports(manager)).toHaveLength(1);
  await away.close();
  await new Promise((resolve) => server.close(resolve));
});

test("a client whose hours cannot be read does not keep the others from their reports", async () => {
  const [failing, other] = [await api.addUser(["manager"]), await api.addUser(["manager"])];
  for (const user of [failing, other]) await recordMinutes(user, [{ atMs: MID_MONTH_MS, ...HOUR_COUNTERS }]);
  const { db } = api.database;
  await openClosedHours(analytics, createClosedHoursStore(db)).close(Date.now());
  const slow: Analytics = {
    ...analytics,
    query: (params) =>
      params.query_params?.client === failing.clientUuid
        ? Promise.reject(new Error("This took too long"))
        : analytics.query(params),
  };
  const errors: string[] = [];
  const onError = (error: unknown) => void errors.push(String(error));
  await createFootprintMonthsService({ db, analytics: slow, onError }).makeDue();
  expect(errors).toContain("Error: This took too long");
  expect(await fetchReports(other)).toHaveLength(1);
  expect(await fetchReports(failing)).toEqual([]);
  await closeHours();
  expect(await fetchReports(failing)).toHaveLength(1);
});
