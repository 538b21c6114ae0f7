import { type LiveInput, routes } from "@shoal/contract";
import type { AdmittedLive, LiveCondition } from "@shoal/contract/ingest";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { RUNNING, reportOf, TestIngest } from "../../../testing/ingest-harness.ts";

const INPUT: LiveInput = {
  bitratesKbps: [4_480, 4_510],
  fps: 25,
  announcedFps: 25,
  keyIntervalSec: 2,

  droppedFrames: 3,
  droppedPct: 0.1,
  hasBFrames: false,

  width: 1_920,
  height: 1_080,
  videoCodec: "h264",
  audioCodec: "aac",
};
const NOTHING = { input: null, leftOutQualities: 0, measuredAt: null };

let api: TestApi;
let editor: TestUser;
let ingest: TestIngest;
let live: AdmittedLive;
let key: string;
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.addUser(["editor"]);
});
afterAll(() => api.close());
beforeEach(async () => {
  ingest = new TestIngest(api);
  const body = { title: "Harbour cam", type: "live" } as never;
  const { uuid } = await editor.call(routes.createVideo, { body });
  key = (await editor.call(routes.getStreamKey, { params: { id: uuid } })).streamKey;
  live = await ingest.begin(key);
  await ingest.report(reportOf(live, RUNNING));
});

const read = (user = editor, id = live.uuid) => user.call(routes.getInputInfos, { params: { id } });
const conditionOf = (input: LiveInput | null, of: AdmittedLive = live): LiveCondition => ({
  uuid: of.uuid,
  generation: of.generation,
  input,
  relays: [],
});
const measure = (input: LiveInput | null, of = live) =>
  ingest.exchange({ reports: [reportOf(of, RUNNING)], conditions: [conditionOf(input, of)] });

test("only users of the client who manage videos can read what an encoder sends", async () => {
  expect(await read()).toEqual(NOTHING);
  await measure(INPUT);
  const { input, measuredAt } = await read();
  expect(input).toEqual(INPUT);
  expect(Math.abs(Date.parse(measuredAt ?? "") - Date.now())).toBeLessThan(60_000);
  const colleague = await api.addUser(["manager"], { clientOf: editor });
  expect((await read(colleague)).input).toEqual(INPUT);
  const reader = await api.addUser(["readAnalytics"], { clientOf: editor });
  expect(await codeOf(read(reader))).toBe("forbidden");
  const stranger = await api.addUser(["editor"]);
  expect(await codeOf(read(stranger))).toBe("video_not_found");
  const { uuid: film } = await editor.call(routes.createVideo, { body: { title: "A film" } as never });
  expect(await codeOf(read(editor, film))).toBe("video_not_found");
});

test("the input infos count the qualities that the server leaves out", async () => {
  await measure(INPUT);
  expect((await read()).leftOutQualities).toBe(0);
  await ingest.exchange({
    reports: [reportOf(live, RUNNING)],
    conditions: [{ ...conditionOf(INPUT), leftOutRungs: 2 }],
  });
  expect((await read()).leftOutQualities).toBe(2);
});

test("the input infos are empty without a publisher, and ten seconds after the last measurement", async () => {
  await measure(INPUT);
  await measure(null);
  expect(await read()).toEqual(NOTHING);
  await measure(INPUT);
  await sql`UPDATE lives SET condition = jsonb_set(condition, '{measuredAt}', to_jsonb(now() - interval '11 seconds'))
    WHERE video_uuid = ${live.uuid}`.execute(api.database.db);
  expect(await read()).toEqual(NOTHING);
  // A reported live is not yet a measured one.
  await ingest.report(reportOf(live, RUNNING));
  expect(await read()).toEqual(NOTHING);
  await measure(INPUT);
  expect((await read()).input).toEqual(INPUT);
});

test("the input infos of an ended live are empty, and late ones of an earlier run are ignored", async () => {
  await measure(INPUT);
  await ingest.report(
    reportOf(live, { ...RUNNING, version: 3, state: "ended", endedAtMs: 1_700_000_060_000 }),
  );
  expect(await read()).toEqual(NOTHING);
  const next = await ingest.begin(key);
  expect(await read()).toEqual(NOTHING);
  // The condition is a late one of the earlier run.
  await ingest.report(reportOf(next, {}));
  await ingest.exchange({ reports: [reportOf(next, {})], conditions: [conditionOf(INPUT)] });
  expect(await read()).toEqual(NOTHING);
});
