import { randomUUID } from "node:crypto";
import { createClient } from "@clickhouse/client";
import { createApiClient, type ProofInput, routes, sessionHeaders } from "@shoal/contract";
import type { SessionMinuteRow } from "@shoal/contract/player";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Analytics, openAnalytics } from "../../../platform/clickhouse.ts";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, emailOf, errorOf, mailTo, verifyEmailOf } from "../../../testing/account-harness.ts";
import { readClientDescriptor } from "../../delivery/rules/index.ts";
import { createClosedHoursStore, openClosedHours } from "../figures/index.ts";
import { openProofReader } from "../statistics/index.ts";
import { createProofRepository } from "./proof.repository.ts";
import { createProofWatch } from "./proof-watch.ts";

let api: TestApi;
let analytics: Analytics;
const sentMails: { name: string; to: string }[] = [];
const reportedErrors: unknown[] = [];
beforeAll(async () => {
  api = await startTestApi();
  analytics = openAnalytics(api.clickhouseUrl);
});
afterAll(async () => {
  await analytics.close();
  await api.close();
});

const TURNED_ON: ProofInput = { isOn: true, isAgreed: true, sharePct: 5, limitGb: null, revision: 0 };
const saveSettings = (user: TestUser, change: Partial<ProofInput> = {}) =>
  user.call(routes.saveProof, { body: { ...TURNED_ON, ...change } });
const getReport = (user: TestUser, query: { month?: string } = {}) => user.call(routes.getProof, { query });
const descriptorOf = (user: TestUser) => readClientDescriptor(api.database.db, user.clientUuid);

type MinuteFields = Partial<SessionMinuteRow>;
const GROUP_MINUTES: Record<"with" | "without", MinuteFields> = {
  with: {
    proof_group: 1,
    sec_server: 20,
    sec_peer: 40,
    bytes_server: 1e6,
    bytes_peer: 3e6,
    kbps_seconds: 60_000,
  },
  without: { proof_group: 2, sec_server: 60, bytes_server: 4e6, kbps_seconds: 90_000 },
};
const currentMinuteSec = () => Math.floor(Date.now() / 60_000) * 60;

/** Writes one minute each for this many sessions. */
async function recordSessions(
  user: TestUser,
  count: number,
  rowOf: (index: number) => MinuteFields,
): Promise<void> {
  const values = Array.from({ length: count }, (_, index) => ({
    client_uuid: user.clientUuid,
    video_uuid: "film",
    session_uuid: randomUUID(),
    version: Date.now(),

    minute: currentMinuteSec(),
    country: "FR",
    device: "laptop",
    network: "fixed",
    views: 1,
    attempts: 1,
    ...rowOf(index),
  }));
  const edge = createClient({ url: api.clickhouseUrl });
  await edge.insert({ table: "session_minutes", values, format: "JSONEachRow" });
  await edge.close();
}

function createTestWatch() {
  const { db } = api.database;
  const onError = (error: unknown) => void reportedErrors.push(error);
  return createProofWatch({
    db,
    reader: openProofReader({ analytics, onError }),
    publicUrl: "https://shoal.example",
    onError,
    mails: { send: async (_tx, { mail, to }) => void sentMails.push({ name: mail.name, to }) },
    logs: {
      write: async (tx, entry) =>
        void (await (tx ?? db)
          .insertInto("logs")
          .values({
            type: entry.type,
            target: entry.target ?? null,
            client_uuid: entry.clientUuid ?? null,
            status: 200,
          })
          .execute()),
    },
  });
}

/** Checks on two replicas at the same time. */
async function checkOnTwoReplicas(): Promise<void> {
  await Promise.all([createTestWatch().checkOnce(), createTestWatch().checkOnce()]);
  expect(reportedErrors).toEqual([]);
}

test("proof mode is off until a manager agrees, edges then divide viewers, and invalid settings are refused", async () => {
  const manager = await api.addUser(["manager"]);
  const analyst = await api.addUser(["readAnalytics"], { clientOf: manager });
  const before = await getReport(analyst);
  expect(before.settings).toEqual({ isOn: false, sharePct: 5, limitGb: null, consent: null, revision: 0 });
  expect(before.state.code).toBe("off");
  expect(await descriptorOf(manager)).not.toHaveProperty("proof");
  expect(await codeOf(saveSettings(analyst))).toBe("forbidden");
  const refused: [Partial<ProofInput>, string][] = [
    [{ isAgreed: false }, "isAgreed"],
    [{ sharePct: 0 }, "sharePct"],
    [{ sharePct: 21 }, "sharePct"],
    [{ limitGb: 0 }, "limitGb"],
  ];
  for (const [change, path] of refused)
    expect(await errorOf(saveSettings(manager, change))).toMatchObject({
      code: "bad_request",
      fields: [{ path, reason: expect.any(String) }],
    });
  const { settings, state } = await saveSettings(manager, { limitGb: 50 });
  expect(settings).toMatchObject({ isOn: true, limitGb: 50, revision: 1 });
  expect(settings.consent?.by).toBe(manager.username);
  expect(state).toMatchObject({ code: "gathering", sessions: 0, sessionsNeeded: 200, stop: null });
  const described = (await descriptorOf(manager))?.proof;
  expect(described).toEqual({ sharePct: 5, salt: expect.any(String) });
  expect(await codeOf(saveSettings(manager, { sharePct: 6 }))).toBe("edit_conflict");

  const taken = await saveSettings(manager, { isOn: false, isAgreed: false, revision: 1 });
  expect(taken.settings).toMatchObject({ isOn: false, consent: null });
  expect(await descriptorOf(manager)).not.toHaveProperty("proof");
  await saveSettings(manager, { revision: 2 });
  // When proof mode restarts, the same viewers as before play without peers.
  expect((await descriptorOf(manager))?.proof).toEqual(described);
});

test("other clients can neither read nor change the settings, whatever revision they state", async () => {
  const manager = await api.addUser(["manager"]);
  const stranger = await api.addUser(["manager"]);
  await saveSettings(manager, { sharePct: 9, limitGb: 50 });
  const { settings } = await saveSettings(manager, { sharePct: 9, limitGb: 60, revision: 1 });
  const [described, untold] = [await descriptorOf(manager), (await getReport(stranger)).settings];
  expect(untold).toEqual({ isOn: false, sharePct: 5, limitGb: null, consent: null, revision: 0 });
  expect(await codeOf(saveSettings(stranger, { isOn: false, isAgreed: false, revision: 2 }))).toBe(
    "edit_conflict",
  );
  // The header that names a client to view has no effect, because only administrators may use it.
  const asTheirs = createApiClient({
    baseUrl: api.url,
    credential: () => stranger.credential,
    clientView: () => manager.clientUuid,
  });
  const input = { ...TURNED_ON, isOn: false, isAgreed: false };
  for (const revision of [0, 2])
    expect(await codeOf(asTheirs(routes.saveProof, { body: { ...input, revision } }))).toBe("forbidden");
  expect(await codeOf(asTheirs(routes.getProof, { query: {} }))).toBe("forbidden");
  await saveSettings(stranger, { sharePct: 20 });
  expect((await getReport(manager)).settings).toEqual(settings);
  expect((await descriptorOf(manager))?.proof).toEqual(described?.proof);
});

test("figures are the sums of each group including closed hours, without other sessions and clients", async () => {
  const manager = await api.addUser(["manager"]);
  const stranger = await api.addUser(["manager"]);
  const viewer = randomUUID();
  const current = new Date();
  const monthSec = Date.UTC(current.getUTCFullYear(), current.getUTCMonth(), 1) / 1_000;
  // Events of the previous month would belong to that month's report.
  const earlier = Math.max(currentMinuteSec() - 3_600, monthSec);
  const startedAt = new Date((earlier - 60) * 1_000);
  await saveSettings(manager);
  await api.database.db
    .updateTable("proof_events")
    .set({ at: startedAt })
    .where("client_uuid", "=", manager.clientUuid)
    .execute();
  await recordSessions(manager, 4, (index) => ({
    ...GROUP_MINUTES.with,

    viewer: index < 2 ? viewer : "",
    sec_rebuf_p2p: index,
    startup_ms: 100 * (index + 1),

    minute: index % 2 ? earlier : currentMinuteSec(),
  }));
  await recordSessions(manager, 2, (index) => ({
    ...GROUP_MINUTES.without,
    sec_rebuf_http: 3,
    startup_ms: 500 + index,
  }));
  await recordSessions(manager, 3, () => ({ sec_server: 60, bytes_server: 9e9 }));
  await recordSessions(stranger, 3, () => GROUP_MINUTES.without);
  const { month: _month, from: _from, to: _to, ...open } = await getReport(manager);
  expect(open.with).toEqual({
    sessions: 4,
    viewers: 3,
    hours: 240 / 3_600,
    serverBytes: 4e6,
    startupMedianMs: expect.any(Number),
  });
  expect(open.without).toMatchObject({ sessions: 2, viewers: 2, serverBytes: 8e6 });
  const values = Object.fromEntries(
    open.metrics.map((each) => [each.metric, [each.with.value, each.without.value, each.difference.value]]),
  );
  expect(values).toEqual({
    rebuffering: [90, 180, -90],
    offload: [75, 0, 75],
    startup: [250, 500.5, -250.5],
    bitrate: [1_000, 1_500, -500],
  });
  expect(new Set(open.metrics.map(({ verdict }) => verdict.code))).toEqual(new Set(["tooFew"]));
  await openClosedHours(analytics, createClosedHoursStore(api.database.db)).close(Date.now());
  expect(await getReport(manager)).toMatchObject({ with: open.with, without: open.without });
  expect((await getReport(stranger)).with.sessions).toBe(0);
  const ahead = await errorOf(getReport(manager, { month: "2099-01" }));
  expect(ahead).toMatchObject({ code: "bad_request", fields: [{ path: "month" }] });
  const file = await fetch(`${api.url}/api/proof/csv`, {
    headers: sessionHeaders(manager.credential, undefined),
  });
  expect(file.headers.get("content-type")).toContain("text/csv");
  const text = await file.text();
  expect(text).toMatch(/rebuffering,s\/h,with peers,4,3,[^,]+,90,/);
  expect(text).toMatch(/rebuffering,s\/h,difference,,,,-90,.*tooFew/);
});

test("proof mode stops once with a mail if viewers without peers certainly wait too long, and can be restarted", async () => {
  const manager = await api.addUser(["manager"]);
  await verifyEmailOf(api, manager);
  await saveSettings(manager);
  const slow = (index: number) => ({ ...GROUP_MINUTES.without, sec_rebuf_http: index % 2 });
  await recordSessions(manager, 230, () => GROUP_MINUTES.with);
  await recordSessions(manager, 199, slow);
  await checkOnTwoReplicas();
  expect((await getReport(manager)).state).toMatchObject({ code: "gathering", sessions: 199 });
  await recordSessions(manager, 1, slow);
  sentMails.length = 0;
  await checkOnTwoReplicas();
  await checkOnTwoReplicas();
  const { state, metrics, settings } = await getReport(manager);
  expect(state).toMatchObject({ code: "stopped", sessions: 200, stop: { reason: "rebuffering" } });
  expect(state.stop?.value).toBeGreaterThan(5);
  expect(state.stop?.value).toBeLessThan(30);
  const [rebuffering] = metrics;
  expect(rebuffering?.verdict).toMatchObject({ code: "lower", by: rebuffering?.without.value });
  // The api itself checks each minute, and may have stopped proof mode first.
  if (sentMails.length === 0) await mailTo(api, emailOf(manager), /Proof mode/);
  else expect(sentMails).toEqual([{ name: "proof-stopped", to: emailOf(manager) }]);
  const { db } = api.database;
  const events = await db
    .selectFrom("proof_events")
    .select("type")
    .where("client_uuid", "=", manager.clientUuid)
    .orderBy("id")
    .execute();
  expect(events.map(({ type }) => type)).toEqual(["proof.started", "proof.stopped"]);
  const logged = await db
    .selectFrom("logs")
    .select("target")
    .where("client_uuid", "=", manager.clientUuid)
    .where("target", "is not", null)
    .execute();
  expect(logged.map(({ target }) => target)).toEqual(["rebuffering"]);
  expect(await descriptorOf(manager)).not.toHaveProperty("proof");

  const anew = await saveSettings(manager, { revision: settings.revision });
  expect(anew.state).toMatchObject({ code: "gathering", sessions: 0, stop: null });
  expect(await descriptorOf(manager)).toHaveProperty("proof");
});

test("proof mode stops if viewers without peers exceed the client's traffic limit, even if they are few", async () => {
  const manager = await api.addUser(["manager"]);
  await saveSettings(manager, { limitGb: 0.012 });
  await recordSessions(manager, 3, () => GROUP_MINUTES.without);
  await checkOnTwoReplicas();
  expect((await getReport(manager)).state.code).toBe("gathering");
  await recordSessions(manager, 1, () => GROUP_MINUTES.without);
  await checkOnTwoReplicas();
  expect((await getReport(manager)).state.stop).toMatchObject({ reason: "traffic", value: 0.016 });
});

test("a stop at the moment in which a manager saves the settings waits for them, without a deadlock", async () => {
  const manager = await api.addUser(["manager"]);
  await saveSettings(manager, { limitGb: 0.012 });
  await recordSessions(manager, 4, () => GROUP_MINUTES.without);
  const { db } = api.database;
  const isCheckWaiting = async () => {
    const { rows } = await sql`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND query LIKE '%"clients"%'`.execute(db);
    return rows.length > 0;
  };
  // The transaction locks rows in the order in which saving the settings does.
  const { checking } = await db.transaction().execute(async (tx) => {
    const saving = createProofRepository(tx);
    await saving.lockClient(manager.clientUuid);
    const started = { checking: createTestWatch().checkOnce() };
    await eventually(isCheckWaiting);
    await saving.lockMode(manager.clientUuid);
    return started;
  });
  await checking;
  expect(reportedErrors).toEqual([]);
  expect((await getReport(manager)).state.stop).toMatchObject({ reason: "traffic" });
});
