import { type LiveInput, routes } from "@shoal/contract";
import type { AdmittedLive, LiveCondition } from "@shoal/contract/ingest";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { createReport, RUNNING, TestIngest } from "../../../testing/ingest-harness.ts";

const SAMPLE_INPUT: LiveInput = {
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
const NO_INPUT_INFOS = { input: null, leftOutQualities: 0, measuredAt: null };

let api: TestApi;
let editor: TestUser;
let ingest: TestIngest;
let admittedLive: AdmittedLive;
let liveStreamKey: string;
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.addUser(["editor"]);
});
afterAll(() => api.close());
beforeEach(async () => {
  ingest = new TestIngest(api);
  const body = { title: "Harbour cam", type: "live" } as never;
  const { uuid } = await editor.call(routes.createVideo, { body });
  liveStreamKey = (await editor.call(routes.getStreamKey, { params: { id: uuid } })).streamKey;
  admittedLive = await ingest.begin(liveStreamKey);
  await ingest.report(createReport(admittedLive, RUNNING));
});

const readInput = (user = editor, id = admittedLive.uuid) =>
  user.call(routes.getInputInfos, { params: { id } });
const createCondition = (input: LiveInput | null, of: AdmittedLive = admittedLive): LiveCondition => ({
  uuid: of.uuid,
  generation: of.generation,
  input,
  relays: [],
});
const reportInput = (input: LiveInput | null, of = admittedLive) =>
  ingest.exchange({ reports: [createReport(of, RUNNING)], conditions: [createCondition(input, of)] });

test("only users of the client who manage videos can read what an encoder sends", async () => {
  expect(await readInput()).toEqual(NO_INPUT_INFOS);
  await reportInput(SAMPLE_INPUT);
  const { input, measuredAt } = await readInput();
  expect(input).toEqual(SAMPLE_INPUT);
  expect(Math.abs(Date.parse(measuredAt ?? "") - Date.now())).toBeLessThan(60_000);
  const colleague = await api.addUser(["manager"], { clientOf: editor });
  expect((await readInput(colleague)).input).toEqual(SAMPLE_INPUT);
  const reader = await api.addUser(["readAnalytics"], { clientOf: editor });
  expect(await codeOf(readInput(reader))).toBe("forbidden");
  const stranger = await api.addUser(["editor"]);
  expect(await codeOf(readInput(stranger))).toBe("video_not_found");
  const { uuid: film } = await editor.call(routes.createVideo, { body: { title: "A film" } as never });
  expect(await codeOf(readInput(editor, film))).toBe("video_not_found");
});

test("the input infos count the qualities that the server leaves out", async () => {
  await reportInput(SAMPLE_INPUT);
  expect((await readInput()).leftOutQualities).toBe(0);
  await ingest.exchange({
    reports: [createReport(admittedLive, RUNNING)],
    conditions: [{ ...createCondition(SAMPLE_INPUT), leftOutRungs: 2 }],
  });
  expect((await readInput()).leftOutQualities).toBe(2);
});

test("the input infos are empty without a publisher, and ten seconds after the last measurement", async () => {
  await reportInput(SAMPLE_INPUT);
  await reportInput(null);
  expect(await readInput()).toEqual(NO_INPUT_INFOS);
  await reportInput(SAMPLE_INPUT);
  await sql`UPDATE lives SET condition = jsonb_set(condition, '{measuredAt}', to_jsonb(now() - interval '11 seconds'))
    WHERE video_uuid = ${admittedLive.uuid}`.execute(api.database.db);
  expect(await readInput()).toEqual(NO_INPUT_INFOS);
  // An ingest has reported the live, but without measurements.
  await ingest.report(createReport(admittedLive, RUNNING));
  expect(await readInput()).toEqual(NO_INPUT_INFOS);
  await reportInput(SAMPLE_INPUT);
  expect((await readInput()).input).toEqual(SAMPLE_INPUT);
});

test("the input infos of an ended live are empty, and late ones of an earlier run are ignored", async () => {
  await reportInput(SAMPLE_INPUT);
  await ingest.report(
    createReport(admittedLive, { ...RUNNING, version: 3, state: "ended", endedAtMs: 1_700_000_060_000 }),
  );
  expect(await readInput()).toEqual(NO_INPUT_INFOS);
  const next = await ingest.begin(liveStreamKey);
  expect(await readInput()).toEqual(NO_INPUT_INFOS);
  // The report's measurements arrive late: they are from the previous run.
  await ingest.report(createReport(next, {}));
  await ingest.exchange({ reports: [createReport(next, {})], conditions: [createCondition(SAMPLE_INPUT)] });
  expect(await readInput()).toEqual(NO_INPUT_INFOS);
});
