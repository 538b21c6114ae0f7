import type { ExternalStreams, RelayStatus, ResponseOf } from "@shoal/contract";
import { routes } from "@shoal/contract";
import type { liveRoutes } from "@shoal/contract/ingest";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { createReport, RUNNING, TestIngest } from "../../../testing/ingest-harness.ts";

let api: TestApi;
let editor: TestUser;
let ingest: TestIngest;
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.addUser(["editor"]);
});
afterAll(() => api.close());
beforeEach(() => {
  ingest = new TestIngest(api);
});

const OTHER_TARGET = { url: "rtmp://live.example.org/app", key: "other-key" };
const TARGET_LIST: Partial<ExternalStreams> = { youtube: [{ key: "yt-key" }], other: [OTHER_TARGET] };
const buildParams = (uuid: string) => ({ params: { id: uuid } });
async function addLive(options: object = {}): Promise<string> {
  const body = { title: "Harbour cam", type: "live", ...options } as never;
  return (await editor.call(routes.createVideo, { body })).uuid;
}
const setTargets = (uuid: string, body: object, user = editor) =>
  user.call(routes.setExternalStreams, { ...buildParams(uuid), body: body as never });
const getTargets = (uuid: string) => editor.call(routes.getExternalStreams, buildParams(uuid));
const statsOf = (uuid: string) => editor.call(routes.listExternalStreamStats, buildParams(uuid));
const stopTarget = (uuid: string, which?: string) =>
  editor.call(routes.stopExternalStreams, { ...buildParams(uuid), body: which ? { uuid: which } : {} });
const startTarget = (uuid: string, which?: string) =>
  editor.call(routes.startExternalStreams, { ...buildParams(uuid), body: which ? { uuid: which } : {} });

type ReportAnswer = ResponseOf<typeof liveRoutes.reportLives>;
/** Starts a live at the test ingest. */
async function beginLive(uuid: string) {
  const { streamKey } = await editor.call(routes.getStreamKey, buildParams(uuid));
  const live = await ingest.begin(streamKey);
  let version = 1;
  return {
    report: (relays: RelayStatus[] = []): Promise<ReportAnswer> =>
      ingest.exchange({
        reports: [createReport(live, { ...RUNNING, version: Math.min(2, ++version) })],
        conditions: [{ uuid, generation: live.generation, input: null, relays }],
      }),
    end: () => ingest.report(createReport(live, { version: 9, state: "ended", isClosed: true })),
  };
}

describe("the external streams of a live", () => {
  test("can only be changed for a live, by users who may change it", async () => {
    const uuid = await addLive();
    const stranger = await api.addUser(["editor"]);
    const reader = await api.addUser(["readAnalytics"], { clientOf: editor });
    expect(await codeOf(setTargets(uuid, TARGET_LIST, reader))).toBe("forbidden");
    expect(await codeOf(setTargets(uuid, TARGET_LIST, stranger))).toBe("video_not_found");
    const { uuid: vod } = await editor.call(routes.createVideo, { body: { title: "Film" } });
    expect(await codeOf(setTargets(vod, TARGET_LIST))).toBe("video_not_found");
    expect(await codeOf(getTargets(vod))).toBe("video_not_found");
  });

  test("are saved with sealed keys, and entries that lack a key or a URL are left out", async () => {
    const uuid = await addLive();
    const saved = await setTargets(uuid, {
      youtube: [{ key: " yt-key " }, { key: "" }],
      twitch: [{ key: "" }],
      other: [OTHER_TARGET, { url: "", key: "lost" }, { url: OTHER_TARGET.url, key: " " }],
    });
    expect(saved).toMatchObject({
      youtube: [{ key: "yt-key", isOn: true }],

      facebook: [],
      twitch: [],
      other: [{ ...OTHER_TARGET, isOn: true }],
    });
    const { leftOut, ...streams } = saved;
    expect(streams).toEqual(await getTargets(uuid));
    expect(leftOut).toEqual([
      { type: "youtube", position: 1, lacks: ["key"] },
      { type: "twitch", position: 0, lacks: ["key"] },
      { type: "other", position: 1, lacks: ["url"] },
      { type: "other", position: 2, lacks: ["key"] },
    ]);
    const { rows } = await sql<{ text: string }>`
      SELECT string_agg(external_streams::text, '|') AS text FROM external_streams
      WHERE video_uuid = ${uuid}`.execute(api.database.db);
    expect(rows[0]?.text).toContain(OTHER_TARGET.url);
    expect(rows[0]?.text).not.toMatch(/yt-key|other-key/);
    expect(await setTargets(uuid, {})).toEqual({
      youtube: [],
      facebook: [],
      twitch: [],
      other: [],
      leftOut: [],
    });
  });

  test("keep their uuid and whether they are stopped if a change does not affect them", async () => {
    const uuid = await addLive({ externalStreams: TARGET_LIST });
    const before = await getTargets(uuid);
    const [youtube] = before.youtube;
    await stopTarget(uuid, youtube?.uuid);
    const after = await setTargets(uuid, {
      youtube: [{ key: "another" }, { key: "yt-key" }],
      other: [{ ...OTHER_TARGET, key: "new" }],
    });
    expect(after.youtube[1]).toEqual({ ...youtube, isOn: false });
    expect(after.youtube[0]?.isOn).toBe(true);
    expect(after.other[0]?.uuid).not.toBe(before.other[0]?.uuid);
  });

  test("can be given with a new live, and are ignored for a file", async () => {
    const uuid = await addLive({ externalStreams: { ...TARGET_LIST, facebook: [{ key: "" }] } });
    expect((await statsOf(uuid)).map(({ type }) => type)).toEqual(["youtube", "other"]);
    const body = [
      { title: "One", type: "live" as const, externalStreams: TARGET_LIST },
      { title: "Two" },
    ] as never;
    const made = await editor.call(routes.createVideos, { body });
    expect(await statsOf(made[0]?.video.uuid ?? "")).toHaveLength(2);
    const asFile = { title: "Film", externalStreams: TARGET_LIST } as never;
    const { uuid: film } = await editor.call(routes.createVideo, { body: asFile });
    expect(await codeOf(statsOf(film))).toBe("video_not_found");
  });

  test.each([
    ["http://live.example.org/app", "must begin with rtmp"],
    ["rtmp://name:secret@live.example.org/app", "must begin with rtmp"],
    ["rtmp://127.0.0.1/app", "points to an address that is not allowed"],
    ["rtmp://2130706433/app", "points to an address that is not allowed"],
    ["rtmps://[::1]/app", "points to an address that is not allowed"],
    ["rtmp://live.example.org:22/app", "uses a port that is not allowed here"],
  ])("cannot be sent to %s", async (url, reason) => {
    const uuid = await addLive();
    const wrong = {
      other: [
        { url: "", key: "" },
        { url, key: "other-key" },
      ],
    };
    const faults = [{ path: "other.1.url", reason: expect.stringContaining(reason) }];
    const refusal = await errorOf(setTargets(uuid, wrong));
    expect(refusal).toMatchObject({ code: "bad_request", fields: faults });
    expect(JSON.stringify(refusal)).not.toContain("other-key");
    const body = { title: "Harbour cam", type: "live", externalStreams: wrong } as never;
    expect(await errorOf(editor.call(routes.createVideo, { body }))).toMatchObject({
      fields: [{ path: "externalStreams.other.1.url" }],
    });
  });

  test("are limited to ten per live", async () => {
    const uuid = await addLive();
    const many = Array.from({ length: 6 }, (_, n) => ({ key: `${n}` }));
    expect(await codeOf(setTargets(uuid, { youtube: many, twitch: many }))).toBe("bad_request");
  });
});

describe("while a live runs", () => {
  test("its ingest receives the targets with keys, and the states that it reports are shown", async () => {
    const uuid = await addLive({ externalStreams: TARGET_LIST });
    expect((await statsOf(uuid)).map(({ state }) => state)).toEqual(["off", "off"]);
    const live = await beginLive(uuid);
    const { relays } = await live.report();
    const targets = relays.find((each) => each.uuid === uuid)?.targets ?? [];
    expect(targets.map(({ url, key }) => `${url} ${key}`)).toEqual([
      "rtmps://a.rtmps.youtube.com:443/live2 yt-key",
      "rtmp://live.example.org/app other-key",
    ]);
    expect((await statsOf(uuid)).map(({ state }) => state)).toEqual(["waiting", "waiting"]);
    const [youtube, other] = targets.map((target) => target.uuid) as [string, string];
    const well = { state: "live", bitrateKbps: 2_500, restarts: 0, lastError: null, sinceMs: 1 } as const;
    const away = { state: "waiting", bitrateKbps: 0, restarts: 3, lastError: "refused", sinceMs: 2 } as const;
    await live.report([
      { uuid: youtube, ...well },
      { uuid: other, ...away },
    ]);
    const stats = await statsOf(uuid);
    expect(stats).toEqual([
      { uuid: youtube, type: "youtube", url: null, isOn: true, ...well },
      { uuid: other, type: "other", url: OTHER_TARGET.url, isOn: true, ...away },
    ]);
    expect(JSON.stringify(stats)).not.toContain("key");
    await live.end();
    expect((await statsOf(uuid)).map(({ state }) => state)).toEqual(["off", "off"]);
  });

  test("the targets of a live that the server does not receive are off, unless an encoder publishes it", async () => {
    const filmed = { liveType: "camera", directStream: "no", keepLive: false } as const;
    const uuid = await addLive({ ...filmed, externalStreams: { youtube: [{ key: "yt-key" }] } });
    const live = await beginLive(uuid);
    const [target] = (await live.report()).relays.find((each) => each.uuid === uuid)?.targets ?? [];
    const none = { bitrateKbps: 0, restarts: 0, lastError: null, sinceMs: 1 } as const;
    const stateWhen = async (state: RelayStatus["state"]) => {
      await live.report([{ uuid: target?.uuid ?? "", ...none, state }]);
      return (await statsOf(uuid)).map((stats) => stats.state);
    };
    expect((await statsOf(uuid)).map(({ state }) => state)).toEqual(["off"]);
    expect(await stateWhen("waiting")).toEqual(["off"]);
    expect(await stateWhen("live")).toEqual(["live"]);
  });

  test("targets can be stopped and started one by one or all together", async () => {
    const uuid = await addLive({ externalStreams: TARGET_LIST });
    const live = await beginLive(uuid);
    const targetsNow = async () =>
      (await live.report()).relays.find((each) => each.uuid === uuid)?.targets.map(({ key }) => key);
    const [youtube] = (await getTargets(uuid)).youtube;
    await stopTarget(uuid, youtube?.uuid);
    expect(await targetsNow()).toEqual(["other-key"]);
    expect((await statsOf(uuid))[0]).toMatchObject({ state: "off", isOn: false });
    await startTarget(uuid, youtube?.uuid);
    expect(await targetsNow()).toEqual(["yt-key", "other-key"]);
    await stopTarget(uuid);
    expect(await targetsNow()).toEqual([]);
    await startTarget(uuid);
    expect(await targetsNow()).toHaveLength(2);
    const another = await addLive({ externalStreams: TARGET_LIST });
    expect(await codeOf(stopTarget(another, youtube?.uuid))).toBe("not_found");
    expect(await targetsNow()).toHaveLength(2);
  });

  test("a target whose key cannot be read is left out, and the ingest receives the others", async () => {
    const uuid = await addLive({ externalStreams: TARGET_LIST });
    const live = await beginLive(uuid);
    const [youtube] = (await getTargets(uuid)).youtube;
    await sql`UPDATE external_streams SET sealed_key = 'v1.AAAA' WHERE uuid = ${youtube?.uuid}`.execute(
      api.database.db,
    );
    const { relays } = await live.report();
    expect(relays.find((each) => each.uuid === uuid)?.targets.map(({ key }) => key)).toEqual(["other-key"]);
  });

  test("an ingest that no longer runs the live receives no targets", async () => {
    const uuid = await addLive({ externalStreams: TARGET_LIST });
    const live = await beginLive(uuid);
    await live.report();
    ingest.restart();
    expect((await live.report()).relays).toEqual([]);
  });
});
