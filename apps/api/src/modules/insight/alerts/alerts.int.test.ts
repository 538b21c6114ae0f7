import { randomUUID } from "node:crypto";
import { createClient } from "@clickhouse/client";
import { type AlertRulesInput, type AppError, routes } from "@shoal/contract";
import { USUAL_ALERT_RULES } from "@shoal/domain/alerts";
import type { Insertable } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AlertRow } from "../../../platform/schema.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf, verifyEmailOf } from "../../../testing/account-harness.ts";

let api: TestApi;
let manager: TestUser;
let analyst: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  manager = await api.addUser(["manager"]);
  analyst = await api.addUser(["readAnalytics"], { clientOf: manager });
});
afterAll(() => api.close());

const MINUTE_MS = 60_000;
const nowMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
const minutesAgo = (minutes: number) => new Date(nowMs - minutes * MINUTE_MS);

/** Adds a closed alert of an hour ago. */
async function addAlert(user: TestUser, change: Partial<Insertable<AlertRow>> = {}): Promise<string> {
  const uuid = randomUUID();
  await api.database.db
    .insertInto("alerts")
    .values({
      uuid,
      client_uuid: user.clientUuid,
      kind: "errors",
      subject: "film",
      subject_title: "A film",

      is_ours: false,
      phase: "closed",
      ending: "recovered",
      threshold: 10,
      worst: 80,
      last: 1,

      since: minutesAgo(40),
      judged_until: minutesAgo(40),
      opened_at: minutesAgo(60),
      closed_at: minutesAgo(40),
      ...change,
    })
    .execute();
  return uuid;
}
const OPEN_COLUMNS = { phase: "open", ending: null, closed_at: null } as const;

test("alerts are listed from the latest, filtered by state, kind, video and time", async () => {
  const user = await api.addUser(["readAnalytics"]);
  const [old, latest, live] = [
    await addAlert(user, { opened_at: minutesAgo(600), closed_at: minutesAgo(500), subject: "other" }),
    await addAlert(user, { kind: "rebuffering", opened_at: minutesAgo(30) }),
    await addAlert(user, { ...OPEN_COLUMNS, opened_at: minutesAgo(20), judged_until: minutesAgo(1) }),
  ];
  await addAlert(user, { ...OPEN_COLUMNS, phase: "rising", opened_at: null, subject: "rises" });
  const list = async (query: object) => {
    const page = await user.call(routes.listAlerts, { query: query as never });
    return page._embedded.map(({ uuid }) => uuid);
  };
  const by = (filter: object) => list({ filter: JSON.stringify(filter) });
  expect(await list({})).toEqual([live, latest, old]);
  expect(await list({ sort: JSON.stringify({ closedAt: 1 }) })).toEqual([old, latest, live]);
  expect(await by({ state: "open" })).toEqual([live]);
  expect(await by({ state: "closed", kind: "rebuffering" })).toEqual([latest]);
  expect(await by({ video: "other" })).toEqual([old]);
  expect(await by({ video: "' OR 1=1 --" })).toEqual([]);
  expect(await by({ to: minutesAgo(400).toISOString() })).toEqual([old]);
  expect(await by({ from: minutesAgo(25).toISOString() })).toEqual([live]);
  expect(await list({ pagesize: 1, page: 2 })).toEqual([latest]);
  expect(await user.call(routes.countOpenAlerts, {})).toMatchObject({ count: 1 });
});

test("an alert is read with its subject and history, and alerts of other clients are not found", async () => {
  const uuid = await addAlert(manager, { usual: 60 });
  const alert = await analyst.call(routes.getAlert, { params: { id: uuid } });
  expect(alert).toMatchObject({
    kind: "errors",
    state: "closed",
    threshold: 10,
    extreme: 80,
    last: 1,
    baseline: 60,
    ending: "recovered",
    subject: { type: "video", video: "film", title: "A film", hasPage: false },

    openedAt: minutesAgo(60).toISOString(),
    closedAt: minutesAgo(40).toISOString(),
    history: [],
  });
  const stranger = await api.addUser(["manager"]);
  const codes = await Promise.all([
    codeOf(stranger.call(routes.getAlert, { params: { id: uuid } })),
    codeOf(stranger.call(routes.getAlertSeries, { params: { id: uuid } })),
    codeOf(stranger.call(routes.acknowledgeAlert, { params: { id: uuid }, body: {} })),
  ]);
  expect(codes).toEqual(["alert_not_found", "alert_not_found", "alert_not_found"]);
  const [listed] = (await stranger.call(routes.listAlerts, { query: {} }))._embedded;
  expect(listed).toBeUndefined();
});

test("an alert names the first user who acknowledges it, and the second is told who did", async () => {
  const uuid = await addAlert(manager, { ...OPEN_COLUMNS, subject: "acknowledged" });
  const id = { params: { id: uuid } };
  const alert = await analyst.call(routes.acknowledgeAlert, { ...id, body: { remark: "  On it.  " } });
  expect(alert.state).toBe("acknowledged");
  expect(alert.acknowledgement).toMatchObject({ by: analyst.username, remark: "On it." });
  expect(alert.history).toMatchObject([
    { type: "alert.acknowledged", by: analyst.username, remark: "On it." },
  ]);
  const error = await errorOf(manager.call(routes.acknowledgeAlert, { ...id, body: {} }));
  expect(error.code).toBe("alert_acknowledged");
  expect(error.message).toContain(analyst.username);
  const both = await addAlert(manager, { ...OPEN_COLUMNS, subject: "at once" });
  const calls = [analyst, manager].map((user) =>
    codeOf(user.call(routes.acknowledgeAlert, { params: { id: both }, body: {} })),
  );
  expect((await Promise.all(calls)).toSorted()).toEqual(["alert_acknowledged", "success"]);
});

test("the chart of an alert shows its values from a quarter of an hour before to a quarter of an hour after it", async () => {
  const uuid = await addAlert(manager);
  const analytics = createClient({ url: api.clickhouseUrl });
  const row = (minutes: number, errors: number) => ({
    client_uuid: manager.clientUuid,
    video_uuid: "film",
    session_uuid: randomUUID(),

    minute: (nowMs - minutes * MINUTE_MS) / 1_000,
    version: 1,
    attempts: 1,
    errors,
  });
  const values = [row(62, 3), row(62, 0), row(50, 1)];
  await analytics.insert({ table: "session_minutes", values, format: "JSONEachRow" });
  await analytics.close();
  const { points, threshold } = await analyst.call(routes.getAlertSeries, { params: { id: uuid } });
  expect(threshold).toBe(10);
  expect(points).toHaveLength(50);
  expect(points[0]?.at).toBe(minutesAgo(75).toISOString());
  expect(points.filter(({ value }) => value !== null)).toEqual([
    { at: minutesAgo(62).toISOString(), to: minutesAgo(61).toISOString(), value: 50 },
    { at: minutesAgo(50).toISOString(), to: minutesAgo(49).toISOString(), value: 100 },
  ]);
});

const saveSettings = (user: TestUser, change: object) =>
  user.call(routes.saveAlertRules, {
    body: { ...USUAL_ALERT_RULES, revision: 0, ...change } as AlertRulesInput,
  });

test("managers change rules, which others can read, and outdated changes are refused", async () => {
  const boss = await api.addUser(["manager"]);
  const reader = await api.addUser(["readAnalytics"], { clientOf: boss });
  expect((await reader.call(routes.getAlertSettings, {})).rules).toEqual(USUAL_ALERT_RULES);
  expect(await codeOf(saveSettings(reader, {}))).toBe("forbidden");
  const saved = await saveSettings(boss, { rebuffering: { isOn: false, threshold: 20 } });
  expect(saved).toMatchObject({ revision: 1, rules: { rebuffering: { isOn: false, threshold: 20 } } });
  expect(await codeOf(saveSettings(boss, {}))).toBe("edit_conflict");
  expect(await saveSettings(boss, { revision: 1 })).toMatchObject({ revision: 2, rules: USUAL_ALERT_RULES });
});

test.each<[string, object]>([
  ["rebuffering.threshold", { rebuffering: { isOn: true, threshold: 0 } }],
  ["errors.threshold", { errors: { isOn: true, threshold: 101 } }],
  ["quota.threshold", { quota: { isOn: true, threshold: "80' --" } }],
  ["offload_lost.threshold", { offload_lost: { isOn: true, threshold: 9 } }],
  ["stream_down.isOn", { stream_down: { isOn: "yes" } }],
  ["minimumSessions", { minimumSessions: 0.5 }],
])("invalid rules are refused with the field %s and the reason", async (path, change) => {
  const error: AppError = await errorOf(saveSettings(manager, change));
  expect(error.code).toBe("bad_request");
  expect(error.fields).toMatchObject([{ path }]);
  expect(error.fields?.[0]?.reason).toMatch(/\w/);
});

test("managers receive mails unless they opt out, others only if they opt in", async () => {
  const settings = async (user: TestUser) => user.call(routes.getAlertSettings, {});
  expect(await settings(manager)).toMatchObject({ isMailWanted: true, canBeMailed: false });
  await verifyEmailOf(api, analyst);
  expect(await settings(analyst)).toMatchObject({ isMailWanted: false, canBeMailed: true });
  const choose = (user: TestUser, isMailWanted: boolean) =>
    user.call(routes.saveAlertMails, { body: { isMailWanted } });
  expect(await choose(analyst, true)).toMatchObject({ isMailWanted: true });
  expect(await choose(manager, false)).toMatchObject({ isMailWanted: false });
});

test("users without analytics access cannot read alerts", async () => {
  const nobody = await api.addUser([], { clientOf: manager });
  expect(await codeOf(nobody.call(routes.listAlerts, { query: {} }))).toBe("forbidden");
  expect(await codeOf(api.anonymous(routes.countOpenAlerts, {}))).toBe("not_signed_in");
});
