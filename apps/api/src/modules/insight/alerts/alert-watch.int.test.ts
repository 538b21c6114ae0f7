import { randomUUID } from "node:crypto";
import type { AlertRules } from "@shoal/contract";
import { USUAL_ALERT_RULES } from "@shoal/domain/alerts";
import { eventually, freePorts } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AlertHarness, openAlertHarness } from "../../../testing/alert-harness.ts";
import type { AlertWatch } from "./index.ts";

let harness: AlertHarness;
let watch: AlertWatch;
beforeAll(async () => {
  harness = await openAlertHarness();
  watch = harness.openWatch();
});
beforeEach(async () => {
  await harness.db.deleteFrom("cursors").execute();
  await harness.db.deleteFrom("clients").execute();
  harness.mails.length = 0;
  harness.mailed.length = 0;
});
afterAll(() => harness.close());

const STALLING_COUNTERS = { sec_server: 50, sec_rebuf_http: 5 };
const SMOOTH_COUNTERS = { sec_server: 60 };
/** The next free minute. Each test has its own minutes, so that sessions and clients of other tests are out of range. */
let nextFreeMinute = 0;
const advanceMinutes = (count: number): number => {
  nextFreeMinute += count;
  return nextFreeMinute - count;
};

const alertsOf = (clientUuid: string) =>
  harness.db
    .selectFrom("alerts")
    .selectAll()
    .where("client_uuid", "=", clientUuid)
    .orderBy("since")
    .execute();
const eventsOf = (clientUuid: string) =>
  harness.db
    .selectFrom("alert_events")
    .selectAll()
    .where("client_uuid", "=", clientUuid)
    .orderBy("id")
    .execute();
const saveRules = (clientUuid: string, change: Partial<AlertRules>) => {
  const rules = JSON.stringify({ ...USUAL_ALERT_RULES, ...change });
  return harness.db
    .insertInto("alert_rules")
    .values({ client_uuid: clientUuid, rules })
    .onConflict((conflict) => conflict.column("client_uuid").doUpdateSet({ rules }))
    .execute();
};

/** Simulates consecutive minutes in which ten viewers watch a video. Each is judged once it is over. */
async function passMinutes(
  from: number,
  clientUuid: string,
  minutes: (typeof STALLING_COUNTERS | typeof SMOOTH_COUNTERS)[],
): Promise<void> {
  for (const [place, counters] of minutes.entries()) {
    await harness.watch(from + place, clientUuid, { sessions: 10, video: "film", ...counters });
    await harness.checkAfter(watch, from + place);
  }
}

test("a client whose mail cannot be written does not delay the alerts of others, and gets its own two minutes later", async () => {
  const [failing, other] = [await harness.addClient(), await harness.addClient()];
  const email = await harness.addManager(failing);
  await harness.addManager(other);
  harness.failingAddresses.add(email);
  const from = advanceMinutes(4);
  const passMinute = async (minute: number) => {
    for (const client of [failing, other])
      await harness.watch(minute, client, { sessions: 10, video: `film of ${client}`, ...STALLING_COUNTERS });
    await harness.checkAfter(watch, minute);
  };
  for (const minute of [from, from + 1]) await passMinute(minute);
  expect(await alertsOf(other)).toMatchObject([{ phase: "open" }]);
  expect(await alertsOf(failing)).toMatchObject([{ phase: "rising" }]);
  expect(harness.errors.splice(0)).toEqual([new Error(`no mail to ${email}`)]);
  harness.failingAddresses.clear();
  for (const minute of [from + 2, from + 3]) await passMinute(minute);
  expect(await alertsOf(failing)).toMatchObject([{ phase: "open" }]);
  expect(harness.errors).toEqual([]);
});

test("an alert opens after two minutes of too much waiting and closes after five good ones, with a mail each", async () => {
  const client = await harness.addClient();
  const email = await harness.addManager(client);
  const from = advanceMinutes(8);
  await passMinutes(from, client, [STALLING_COUNTERS, STALLING_COUNTERS]);
  const [opened] = await alertsOf(client);
  expect(opened).toMatchObject({
    kind: "rebuffering",
    subject: "film",
    phase: "open",
    threshold: 50,
    worst: 360,
    last: 360,
    opened_at: new Date(harness.msOf(from + 2)),
  });
  await passMinutes(from + 2, client, [SMOOTH_COUNTERS, SMOOTH_COUNTERS, SMOOTH_COUNTERS, SMOOTH_COUNTERS]);
  expect(await alertsOf(client)).toMatchObject([{ phase: "falling", worst: 360, last: 0 }]);
  await passMinutes(from + 6, client, [SMOOTH_COUNTERS]);
  expect(await alertsOf(client)).toMatchObject([
    { phase: "closed", ending: "recovered", closed_at: new Date(harness.msOf(from + 7)) },
  ]);
  expect((await eventsOf(client)).map(({ type }) => type)).toEqual(["alert.opened", "alert.closed"]);
  expect(harness.mails.map(({ name, to }) => [name, to])).toEqual([
    ["alert-opened", email],
    ["alert-closed", email],
  ]);
  expect(harness.mailed).toEqual([client, client]);
});

test("no alert opens or remains after a single bad minute, or with few viewers", async () => {
  const client = await harness.addClient();
  const from = advanceMinutes(5);
  await passMinutes(from, client, [STALLING_COUNTERS, SMOOTH_COUNTERS, STALLING_COUNTERS, SMOOTH_COUNTERS]);
  for (const minute of [from + 3, from + 4])
    await harness.watch(minute, client, { sessions: 9, video: "rare", ...STALLING_COUNTERS });
  await harness.checkAfter(watch, from + 4);
  expect(await alertsOf(client)).toEqual([]);
});

test("two replicas that check concurrently open one alert and notify once", async () => {
  const client = await harness.addClient();
  await harness.addManager(client);
  const other = harness.openWatch();
  const from = advanceMinutes(2);
  for (const minute of [from, from + 1]) {
    await harness.watch(minute, client, { sessions: 10, video: "film", ...STALLING_COUNTERS });
    await Promise.all([watch, other, watch].map((each) => harness.checkAfter(each, minute)));
  }
  expect(await alertsOf(client)).toHaveLength(1);
  expect(await eventsOf(client)).toHaveLength(1);
  expect(harness.mails).toHaveLength(1);
});

test("a check that meets the deletion of a client with an alert waits for it, without a deadlock", async () => {
  const client = await harness.addClient();
  const from = advanceMinutes(3);
  await passMinutes(from, client, [STALLING_COUNTERS, STALLING_COUNTERS]);
  expect(await alertsOf(client)).toMatchObject([{ phase: "open" }]);
  await harness.watch(from + 2, client, { sessions: 10, video: "film", ...STALLING_COUNTERS });
  const isCheckWaiting = async () => {
    const { rows } = await sql`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND query LIKE '%"clients"%'`.execute(harness.db);
    return rows.length > 0;
  };
  const { checking } = await harness.db.transaction().execute(async (tx) => {
    await sql`SELECT FROM clients WHERE uuid = ${client} FOR UPDATE`.execute(tx);
    const started = { checking: harness.checkAfter(watch, from + 2) };
    await eventually(isCheckWaiting);
    await tx.deleteFrom("clients").where("uuid", "=", client).execute();
    return started;
  });
  await checking;
  expect(await alertsOf(client)).toEqual([]);
});

test("alerts do not change while the engine is unavailable; missed minutes are then judged one by one", async () => {
  const client = await harness.addClient();
  const [port] = await freePorts(1);
  const away = harness.openWatch({ clickhouseUrl: `http://127.0.0.1:${port}` });
  const from = advanceMinutes(10);
  await passMinutes(from, client, [STALLING_COUNTERS, STALLING_COUNTERS]);
  for (let minute = from + 2; minute < from + 8; minute += 1) {
    await harness.watch(minute, client, { sessions: 10, video: "film", ...SMOOTH_COUNTERS });
    await expect(harness.checkAfter(away, minute)).rejects.toThrow(/no answer/);
  }
  expect(await alertsOf(client)).toMatchObject([{ phase: "open" }]);
  await harness.checkAfter(watch, from + 7);
  expect(await alertsOf(client)).toMatchObject([
    { phase: "closed", closed_at: new Date(harness.msOf(from + 7)) },
  ]);
});

test("a rising alert continues in the process that follows a killed one", async () => {
  const client = await harness.addClient();
  const from = advanceMinutes(2);
  await passMinutes(from, client, [STALLING_COUNTERS]);
  await harness.watch(from + 1, client, { sessions: 10, video: "film", ...STALLING_COUNTERS });
  await harness.checkAfter(harness.openWatch(), from + 1);
  expect(await alertsOf(client)).toMatchObject([{ phase: "open" }]);
});

test("problems of all videos open one alert instead of one for each video", async () => {
  const client = await harness.addClient();
  const from = advanceMinutes(2);
  for (const minute of [from, from + 1]) {
    for (const video of ["one", "two"])
      await harness.watch(minute, client, { sessions: 10, video, attempts: 1, errors: 1 });
    await harness.checkAfter(watch, minute);
  }
  const found = (await alertsOf(client)).map(({ kind, subject, last }) => ({ kind, subject, last }));
  expect(found).toEqual([{ kind: "errors", subject: "", last: 100 }]);
});

test("a raised threshold applies to open alerts, and switching a kind off closes them", async () => {
  const client = await harness.addClient();
  const from = advanceMinutes(5);
  await passMinutes(from, client, [STALLING_COUNTERS, STALLING_COUNTERS]);
  await saveRules(client, { rebuffering: { isOn: true, threshold: 400 } });
  await passMinutes(from + 2, client, [STALLING_COUNTERS]);
  expect(await alertsOf(client)).toMatchObject([{ phase: "falling", threshold: 400 }]);
  await saveRules(client, { rebuffering: { isOn: false, threshold: 400 } });
  await passMinutes(from + 3, client, [STALLING_COUNTERS]);
  expect(await alertsOf(client)).toMatchObject([{ phase: "closed", ending: "switched_off" }]);
  await passMinutes(from + 4, client, [STALLING_COUNTERS]);
  expect(await alertsOf(client)).toHaveLength(1);
});

test("an alert opens if peers deliver less than half of the previous day's share, and its usual value does not change", async () => {
  const client = await harness.addClient();
  const from = advanceMinutes(2);
  const hour = new Date(harness.msOf(from) - 5 * 3_600_000).toISOString().slice(0, 13).replace("T", " ");
  const bytes = { bytes_server: 40_000_000, bytes_peer: 60_000_000 };
  await harness.insertHour({
    client_uuid: client,
    video_uuid: "film",
    hour: `${hour}:00:00`,
    version: 1,
    ...bytes,
  });
  for (const minute of [from, from + 1]) {
    const counters = { ...SMOOTH_COUNTERS, bytes_server: 900_000, bytes_peer: 100_000 };
    await harness.watch(minute, client, { sessions: 10, video: "film", ...counters });
    await harness.checkAfter(watch, minute);
  }
  expect(await alertsOf(client)).toMatchObject([
    { kind: "offload_lost", phase: "open", usual: 60, threshold: 30, worst: 10 },
  ]);
});

test("an alert opens once a client on the free tier has delivered four fifths of its monthly limit", async () => {
  const client = await harness.addClient();
  await harness.db.updateTable("clients").set({ free_tier: true }).where("uuid", "=", client).execute();
  const from = advanceMinutes(12);
  await harness.watch(from, client, { sessions: 1, video: "film", bytes_server: 9e12 });
  const hour = Math.floor(harness.msOf(from) / 3_600_000) * 3_600;
  const measured = { client_uuid: client, video_uuid: "film", hour, meter: "edge", version: 1 };
  await harness.insertMetered({ ...measured, bytes_edge: 810_000_000_000 });
  for (const minute of [from, from + 1, from + 2]) await harness.checkAfter(watch, minute);
  expect(await alertsOf(client)).toMatchObject([{ kind: "quota", subject: "", phase: "open", last: 81 }]);
  const values = await harness.db.selectFrom("alert_values").select("value").execute();
  expect(values.length).toBeGreaterThan(0);
  // Missed minutes are judged with the same result.
  await harness.checkAfter(watch, from + 11);
  expect(await alertsOf(client)).toMatchObject([{ kind: "quota", phase: "open" }]);
});

/** Adds a live whose publisher was lost according to the ingest's last report. */
async function addLive(client: string): Promise<string> {
  const uuid = randomUUID();
  await harness.db
    .insertInto("videos")
    .values({
      uuid,
      client_uuid: client,
      title: "Regatta",
      type: "live",
      status: "encoding",
      input_qualities: '"x"',
    })
    .execute();
  await harness.db
    .insertInto("lives")
    .values({
      video_uuid: uuid,
      client_uuid: client,
      live_type: "shoalRTMP",
      seek_back_sec: 0,
      state: "lost",

      key_hash: Buffer.from(uuid),
      sealed_key: "sealed",
      started_at: new Date(),
    })
    .execute();
  return uuid;
}

/** Checks lives every ten seconds. */
async function runChecks(from: number, seconds: number): Promise<void> {
  for (let sec = 0; sec <= seconds; sec += 10) await watch.checkOnce(harness.msOf(from) + sec * 1_000);
}

test("an alert opens for a live without a publisher for two minutes, and closes when the live is stopped", async () => {
  const client = await harness.addClient();
  const uuid = await addLive(client);
  const from = advanceMinutes(6);
  await runChecks(from, 110);
  expect(await alertsOf(client)).toMatchObject([{ phase: "rising" }]);
  await runChecks(from + 2, 60);
  expect(await alertsOf(client)).toMatchObject([
    { kind: "stream_down", subject: uuid, subject_title: "Regatta", phase: "open", is_ours: true },
  ]);
  await harness.db.updateTable("lives").set({ is_open: false }).where("video_uuid", "=", uuid).execute();
  await runChecks(from + 4, 0);
  expect(await alertsOf(client)).toMatchObject([{ phase: "closed", ending: "subject_gone" }]);
});

test.each([
  ["whose encoder ended it properly", { is_signed_off: true }, {}],
  [
    "that has ended after its encoder ended it properly",
    { is_signed_off: true, state: "ended", ended_at: new Date() },
    {},
  ],
  ["that is scheduled for later", {}, { starts_at: new Date(Date.now() + 86_400_000) }],
] as const)("no alert opens for a live %s", async (_, live, video) => {
  const client = await harness.addClient();
  const uuid = await addLive(client);
  await harness.db
    .updateTable("lives")
    .set({ state: "lost", ...live })
    .where("video_uuid", "=", uuid)
    .execute();
  await harness.db
    .updateTable("videos")
    .set({ starts_at: null, ...video })
    .where("uuid", "=", uuid)
    .execute();
  await runChecks(advanceMinutes(5), 180);
  expect(await alertsOf(client)).toEqual([]);
});

test("an alert opens for a live that its encoder ended after no media could be read", async () => {
  const client = await harness.addClient();
  const uuid = await addLive(client);
  const failed = { is_signed_off: true, state: "ended", ended_at: new Date(), fault: "no_media" } as const;
  await harness.db.updateTable("lives").set(failed).where("video_uuid", "=", uuid).execute();
  await runChecks(advanceMinutes(5), 180);
  expect(await alertsOf(client)).toMatchObject([{ kind: "stream_down", phase: "open" }]);
});

test("an alert closes when its video is deleted, and is deleted with its client", async () => {
  const client = await harness.addClient();
  const uuid = await addLive(client);
  const from = advanceMinutes(5);
  await runChecks(from, 130);
  await harness.db.updateTable("videos").set({ is_deleted: true }).where("uuid", "=", uuid).execute();
  await runChecks(from + 3, 0);
  expect(await alertsOf(client)).toMatchObject([{ phase: "closed", ending: "subject_gone" }]);
  await harness.db.deleteFrom("clients").where("uuid", "=", client).execute();
  await harness.watch(from + 3, client, { sessions: 10, video: "film", ...STALLING_COUNTERS });
  await harness.checkAfter(watch, from + 3);
  const { rows } = await sql`SELECT 1 FROM alerts UNION ALL SELECT 1 FROM alert_events`.execute(harness.db);
  expect(rows).toEqual([]);
});

test("video names that look like statements are treated as names", async () => {
  const client = await harness.addClient();
  const video = `x'; DROP TABLE alerts; -- \\' {client:String} ${"é".repeat(20)}`;
  const from = advanceMinutes(2);
  for (const minute of [from, from + 1]) {
    await harness.watch(minute, client, { sessions: 10, video, ...STALLING_COUNTERS });
    await harness.checkAfter(watch, minute);
  }
  expect(await alertsOf(client)).toMatchObject([{ subject: video, phase: "open" }]);
});

const createClaims = (clientUuid: string, minute: number, counters: object) => ({
  client_uuid: clientUuid,
  video_uuid: "elsewhere",
  hour: Math.floor(harness.msOf(minute) / 3_600_000) * 3_600,
  meter: "edge 1",
  version: 1,
  ...counters,
});

test("alerts open for unbilled claims, and for one address that claims unusually much", async () => {
  const [client, quiet] = [await harness.addClient(), await harness.addClient()];
  const email = await harness.addManager(client);
  const from = advanceMinutes(3);
  await harness.insertMetered(
    createClaims(client, from, { bytes_elsewhere: 6e9, bytes_unverified: 4e9, address_percent: 55 }),
  );
  await harness.insertMetered(
    createClaims(quiet, from, { bytes_elsewhere: 1e9, bytes_unverified: 0.9e9, address_percent: 49 }),
  );
  for (const minute of [0, 1]) await harness.checkAfter(watch, from + minute);
  expect((await alertsOf(client)).toSorted((a, b) => a.kind.localeCompare(b.kind))).toMatchObject([
    { kind: "address_quota", subject: "", phase: "open", last: 55, threshold: 50 },
    { kind: "unverified", subject: "", phase: "open", last: 40, threshold: 10 },
  ]);
  expect(await alertsOf(quiet)).toEqual([]);
  expect(harness.mails.map(({ name, to }) => [name, to])).toEqual([
    ["alert-opened", email],
    ["alert-opened", email],
  ]);
});

test("rules saved before a kind existed use its default", async () => {
  const client = await harness.addClient();
  const { unverified: _, address_quota: __, ...older } = USUAL_ALERT_RULES;
  await harness.db
    .insertInto("alert_rules")
    .values({ client_uuid: client, rules: JSON.stringify(older) })
    .execute();
  const from = advanceMinutes(3);
  await harness.insertMetered(createClaims(client, from, { bytes_elsewhere: 1e9, bytes_unverified: 2e9 }));
  for (const minute of [0, 1]) await harness.checkAfter(watch, from + minute);
  expect(await alertsOf(client)).toMatchObject([{ kind: "unverified", phase: "open" }]);
});
