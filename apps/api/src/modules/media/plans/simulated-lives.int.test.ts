import { routes, SIMULATED_LIVE_LATENCY_SEC } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { listenAs } from "../../../testing/realtime-listener.ts";
import { addVideo, findDescriptor } from "../../../testing/video-harness.ts";

const DAY_MS = 24 * 3_600_000;
const DURATION_SEC = 100;
let api: TestApi;
let editor: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.addUser(["editor"]);
});
afterAll(() => api.close());

const buildParams = (id: string) => ({ params: { id } });
const isoFromNow = (ms: number) => new Date(Date.now() + ms).toISOString();
const fetchVideo = (uuid: string) => editor.call(routes.getVideo, buildParams(uuid));
const startPlaying = (uuid: string, body: { startDate?: string | null } = {}, user = editor) =>
  user.call(routes.playAsLive, { ...buildParams(uuid), body });
const endLive = (uuid: string) => editor.call(routes.endPlayingAsLive, buildParams(uuid));
const setColumns = (uuid: string, columns: object) =>
  api.database.db.updateTable("videos").set(columns).where("uuid", "=", uuid).execute();
const statusOf = (status: "stopped" | "segmented") => addVideo(api, editor, { status });

test("a video plays as a live at once for its own duration, and its descriptor describes the live", async () => {
  const uuid = await addVideo(api, editor);
  const page = await listenAs(api, editor);
  const { vodToLive } = await startPlaying(uuid);
  expect(await page.next("video.changed", uuid)).toEqual({ uuid, isNew: false });
  page.close();
  const startedAtMs = Date.parse(vodToLive?.startDate ?? "");
  expect(Math.abs(Date.now() - startedAtMs)).toBeLessThan(60_000);
  expect(Date.parse(vodToLive?.endDate ?? "") - startedAtMs).toBe(DURATION_SEC * 1000);
  expect(await findDescriptor(api, uuid)).toMatchObject({
    generation: 2,
    state: "playable",
    startsAt: vodToLive?.startDate,
    durationSec: null,
    isEnded: false,
    tracks: [{ kind: "video" }],
    live: { latencySec: SIMULATED_LIVE_LATENCY_SEC, isOnClock: true, simulatedFromMs: startedAtMs },
  });
});

test("a live can be scheduled and moved, and a past date starts it at once", async () => {
  const uuid = await addVideo(api, editor);
  const first = isoFromNow(DAY_MS);
  expect(await startPlaying(uuid, { startDate: first })).toMatchObject({ vodToLive: { startDate: first } });
  expect(await findDescriptor(api, uuid)).toMatchObject({ generation: 2, startsAt: first });
  const second = isoFromNow(2 * DAY_MS);
  expect(await editor.call(routes.addVodToLiveTask, { body: { uuid, startDate: second } })).toMatchObject({
    vodToLive: { startDate: second },
  });
  // The moved live has a generation of its own, because caches know segments by number.
  expect(await findDescriptor(api, uuid)).toMatchObject({ generation: 3, startsAt: second });
  const { vodToLive } = await startPlaying(uuid, { startDate: isoFromNow(-DAY_MS) });
  expect(Math.abs(Date.now() - Date.parse(vodToLive?.startDate ?? ""))).toBeLessThan(60_000);
  expect(
    (await errorOf(startPlaying(await addVideo(api, editor), { startDate: "soon" }))).fields?.[0]?.path,
  ).toBe("startDate");
});

test("a simulated live cannot be watched before the start date of its video", async () => {
  const startsAt = isoFromNow(DAY_MS);
  const uuid = await addVideo(api, editor, { starts_at: startsAt });
  await startPlaying(uuid);
  expect(await findDescriptor(api, uuid)).toMatchObject({ startsAt });
});

test("ending a running or scheduled live restores the video", async () => {
  const uuid = await addVideo(api, editor);
  const before = await findDescriptor(api, uuid);
  for (const startDate of [null, isoFromNow(DAY_MS)]) {
    await startPlaying(uuid, { startDate });
    expect(await endLive(uuid)).toMatchObject({ vodToLive: null });
    expect(await findDescriptor(api, uuid)).toEqual({ ...before, revision: expect.any(Number) });
  }
  expect(await endLive(uuid)).toMatchObject({ vodToLive: null });
});

test("only encoded videos with pictures and short segments that do not play as a live yet can be played as one", async () => {
  const uuid = await addVideo(api, editor);
  await startPlaying(uuid);
  const [deleted, silent, sparse] = [
    await addVideo(api, editor, { is_deleted: true }),
    await addVideo(api, editor),
    await addVideo(api, editor),
  ];
  const ofEncoding = (video: string, columns: object) =>
    api.database.db.updateTable("encodings").set(columns).where("video_uuid", "=", video).execute();
  await ofEncoding(silent, { tracks: "[]" });
  await ofEncoding(sparse, { plan: JSON.stringify({ segmentStartsSec: [0, 4, 15] }) });
  const live = await addVideo(api, editor, { type: "live" });
  for (const each of [
    uuid,
    await statusOf("segmented"),
    await statusOf("stopped"),
    deleted,
    silent,
    sparse,
    live,
  ])
    expect(await codeOf(startPlaying(each))).toBe("illegal_transition");
});

test("restarting the encoding or deleting the video ends its simulated live", async () => {
  const [again, trashed, planned] = [
    await addVideo(api, editor),
    await addVideo(api, editor),
    await addVideo(api, editor),
  ];
  for (const uuid of [again, trashed, planned]) await startPlaying(uuid);
  await editor.call(routes.restartEncoding, buildParams(again));
  expect(await fetchVideo(again)).toMatchObject({ vodToLive: null });
  expect(await findDescriptor(api, again)).not.toHaveProperty("live");
  await editor.call(routes.deleteVideo, buildParams(trashed));
  expect(await findDescriptor(api, trashed)).toMatchObject({ state: "deleted" });
  expect(await editor.call(routes.restoreFromTrash, buildParams(trashed))).toMatchObject({ vodToLive: null });
  await editor.call(routes.planDeletion, {
    ...buildParams(planned),
    body: { deleteDate: isoFromNow(-1_000) },
  });
  expect(await fetchVideo(planned)).toMatchObject({ isDeleted: true, vodToLive: null });
});

test("a simulated live becomes a video again after its end, also if the api was down", async () => {
  const [here, away] = [await addVideo(api, editor), await addVideo(api, editor)];
  for (const uuid of [here, away]) await startPlaying(uuid);
  const page = await listenAs(api, editor);
  const over = { simulated_live_at: new Date(Date.now() - (DURATION_SEC + 11) * 1000) };
  await setColumns(here, over);
  expect(await page.next("video.changed", here)).toEqual({ uuid: here, isNew: false });
  page.close();
  expect(await findDescriptor(api, here)).toMatchObject({ generation: 1, durationSec: DURATION_SEC });
  await api.restart(async () => {
    await setColumns(away, over);
  });
  await eventually(async () => expect(await fetchVideo(away)).toMatchObject({ vodToLive: null }));
});

test("users without a role and users of other clients cannot play a video as a live", async () => {
  const uuid = await addVideo(api, editor);
  expect(await codeOf(startPlaying(uuid, {}, await api.addUser([], { clientOf: editor })))).toBe("forbidden");
  expect(await codeOf(startPlaying(uuid, {}, await api.addUser(["manager"])))).toBe("video_not_found");
});
