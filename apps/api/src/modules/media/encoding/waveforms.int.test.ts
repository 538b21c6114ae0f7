import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { fillPath, routes } from "@shoal/contract";
import type { JobResult } from "@shoal/contract/jobs";
import type { EncodePlan } from "@shoal/contract/stored-data";
import { eventually } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { queueResult } from "../../../testing/queued-jobs.ts";
import { addVideo, listJobs } from "../../../testing/video-harness.ts";
import { createEncodingsRepository } from "./encodings.repository.ts";

let api: TestApi;
let editor: TestUser;
let outsider: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  [editor, outsider] = [await api.addUser([]), await api.addUser(["manager"])];
});
afterAll(() => api.close());

const AUDIO_TRACK = { id: "a0", kind: "audio", indexObject: "videos/x/index/a0.1.json" };

async function addEncoded(tracks: object[], columns: object = {}): Promise<string> {
  const uuid = await addVideo(api, editor, columns);
  const plan = { rungs: [], audio: tracks, pieces: [] } as unknown as EncodePlan;
  const change = { plan: JSON.stringify(plan), tracks: JSON.stringify(tracks) };
  await createEncodingsRepository(api.database.db).updateEncoding(uuid, 1, change);
  return uuid;
}
const readWaveform = (uuid: string, user = editor) => user.call(routes.getWaveform, { params: { id: uuid } });
const stateOf = async (uuid: string) => (await readWaveform(uuid)).state;

/** Reports a result through the queue, as a worker would. */
const reportResult = (result: JobResult) => queueResult(api.database.db, result);

test("a waveform is requested from a worker only once, and its answer can be cached", async () => {
  const uuid = await addEncoded([AUDIO_TRACK]);
  expect(await codeOf(readWaveform(uuid, outsider))).toBe("video_not_found");
  expect(await stateOf(uuid)).toBe("pending");
  expect(await stateOf(uuid)).toBe("pending");
  expect((await listJobs(api, uuid)).map(({ name }) => name)).toEqual(["make-waveform"]);
  const object = `videos/${uuid}/1/waveform/abc.peaks.gz`;
  const path = join(api.folder, "media", object);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, gzipSync(Int8Array.from([-5, 7])));
  const made = { videoUuid: uuid, generation: 1, object, pairsPerSec: 20, loudnessLufs: -23.1 };
  await reportResult({ type: "waveform", ...made });
  await eventually(async () => expect(await stateOf(uuid)).toBe("ready"));
  expect(await readWaveform(uuid)).toEqual({
    state: "ready",
    pairsPerSec: 20,
    loudnessLufs: -23.1,
    peaks: "+wc=",
  });
  const url = `${api.url}${fillPath(routes.getWaveform.path, { id: uuid })}`;
  const headers = { authorization: `Bearer ${editor.credential}` };
  const answer = await fetch(url, { headers });
  // An unread body would keep its connection open.
  expect(await answer.json()).toMatchObject({ state: "ready" });
  const etag = answer.headers.get("etag") ?? "";
  expect(etag).not.toBe("");
  const again = await fetch(url, { headers: { ...headers, "if-none-match": etag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("a failed waveform is reported and leaves the video unchanged", async () => {
  const uuid = await addEncoded([AUDIO_TRACK], { status: "stopped" });
  expect(await stateOf(uuid)).toBe("pending");
  const fault = { errorType: "encoding_failed" as const, detail: "no" };
  await reportResult({ type: "failed", videoUuid: uuid, generation: 1, job: "make-waveform", fault });
  await eventually(async () => expect(await stateOf(uuid)).toBe("failed"));
  const video = await editor.call(routes.getVideo, { params: { id: uuid } });
  expect(video).toMatchObject({ encodingStatus: "stopped", error: false });
});

test("a video without audio has no waveform, and one that is still growing has none yet", async () => {
  expect(await stateOf(await addEncoded([]))).toBe("none");
  const growing = await addEncoded([AUDIO_TRACK], { status: "segmented" });
  expect(await stateOf(growing)).toBe("pending");
  expect(await listJobs(api, growing)).toEqual([]);
});
