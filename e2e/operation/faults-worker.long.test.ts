import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { routes, UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import type { JobName } from "@shoal/contract/jobs";
import {
  type ClipFolder,
  eventually,
  type FileServer,
  H264,
  makeClipFolder,
  startFileServer,
  testPicture,
  testTone,
} from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../apps/api/src/platform/database.ts";
import { type Account, openAccount, uploadChunk, uploadFile, waitForVideo } from "../../harness/account.ts";
import { addPerson } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { listPlaybackErrors, listUnfinishedFiles } from "../support/faults-media.ts";

const SRT_TEXT = "1\n00:00:01,000 --> 00:00:03,000\nAhoy\n";
/** The time limit for retries. A lost job is retried 10 s after its last heartbeat, and later after each further loss. */
const LOST_TIMEOUT_MS = 240_000;
const OWN_FETCHING = { FETCH_ALLOW_PRIVATE: "true", FETCH_PORTS: "any" };

let platform: TestPlatform;
let clips: ClipFolder;
let owner: Account;
let server: FileServer;
let databasePool: ReturnType<typeof openDatabase>["pool"];
let closeDatabase: (() => Promise<unknown>) | undefined;
/** A video with audio and subtitles, followed by a shorter video. */
let longVideo: Buffer;
let shortVideo: Buffer;
const uuids: Record<string, string> = {};

const clipArgs = (durationSec: number) => [
  ...testPicture({ durationSec, size: "640x360" }),
  ...testTone(durationSec),

  "-i",
  join(clips.path, "en.srt"),
  "-map",
  "0",
  "-map",
  "1",
  "-map",
  "2",

  ...H264,
  "-c:a",
  "aac",
  "-c:s",
  "srt",
  "-metadata:s:s:0",
  "language=eng",
];

beforeAll(async () => {
  // The imported files are on this machine, so fetching from private addresses is allowed.
  Object.assign(process.env, OWN_FETCHING);
  platform = await startTestPlatform();
  const admin = await openAccount(platform);
  const body = { clientname: "Harbour TV", type: "platform", scenelist: true } as const;
  const { uuid } = await admin.call(routes.createClient, { body });
  const email = "cutter@example.org";
  owner = { ...admin, ...(await addPerson(admin, uuid, { username: "cutter", roles: ["editor"], email })) };
  ({ pool: databasePool, close: closeDatabase } = openDatabase(platform.databaseUrl, 1));
  clips = await makeClipFolder();
  await writeFile(join(clips.path, "en.srt"), SRT_TEXT);
  longVideo = await readFile(await clips.make("long.mkv", clipArgs(20)));
  shortVideo = await readFile(await clips.make("short.mkv", clipArgs(6)));
  server = await startFileServer(shortVideo, { stopAt: Math.floor(shortVideo.length / 2), stop: "hold" });
});
afterAll(async () => {
  for (const name of Object.keys(OWN_FETCHING)) delete process.env[name];
  await closeDatabase?.();
  await server?.close();
  await platform?.close();
  await clips?.dispose();
});

const readVideo = (name: string) => owner.call(routes.getVideo, { params: { id: uuids[name] ?? "" } });
const isEncoded = async (name: string) => (await readVideo(name)).encodingStatus === "encoded";

interface JobCase {
  job: JobName;
  /** The titles of videos that must be encoded before the job starts. */
  needs?: string[];
  /** Sends the request that creates the job. */
  begin(): Promise<unknown>;
  /** Returns whether the job has produced its result. */
  isDone(): Promise<boolean>;
}

const JOB_CASES: Record<string, JobCase> = {
  "an import by URL": {
    job: "fetch-source",
    async begin() {
      const body = { title: "Import", url: `${server.url}/film.mkv` };
      uuids.import = (await owner.call(routes.createVideo, { body })).uuid;
      await eventually(() => server.sentBytes.length > 0, { what: "a request for the file" });
    },
    isDone: () => isEncoded("import"),
  },
  "the extraction of captions": {
    job: "extract-captions",
    begin: async () => {
      uuids.film = await uploadFile(owner, "Film", longVideo);
    },
    async isDone() {
      const { tracks, extraction } = await owner.call(routes.listCaptions, {
        params: { id: uuids.film ?? "" },
      });
      return extraction.state === "done" && tracks.length === 1;
    },
  },
  "a thumbnail": {
    needs: ["film"],
    job: "make-thumbnail",
    begin: () => owner.call(routes.takeThumbnail, { params: { id: uuids.film ?? "", t: 3 } }),
    isDone: async () => (await readVideo("film")).thumbnailState === "ready",
  },
  "a waveform": {
    job: "make-waveform",
    // Every video gets this job once it is encoded.
    begin: async () => {
      uuids.waves = await uploadFile(owner, "Waves", shortVideo);
    },
    isDone: async () =>
      (await owner.call(routes.getWaveform, { params: { id: uuids.waves ?? "" } })).state === "ready",
  },
  "a picture": {
    job: "make-picture",
    async begin() {
      const picture = await clips.make("reef.png", [...testPicture({ size: "2400x1600" }), "-frames:v", "1"]);
      const body = new FormData();
      body.set("picture", new Blob([new Uint8Array(await readFile(picture))]), "reef.png");
      const headers = { authorization: `Bearer ${owner.credential}` };
      await fetch(`${owner.apiUrl}${routes.addPicture.path}`, { method: "POST", headers, body });
    },
    async isDone() {
      const { _embedded: pictures } = await owner.call(routes.listPictures, { query: {} });
      return pictures.length === 1 && pictures[0]?.state === "ready";
    },
  },
  "a cut": {
    job: "cut-video",
    async begin() {
      const body = { uuid: uuids.film ?? "", title: "Cut", start: 2.04, end: 17.96 };
      uuids.cut = (await owner.call(routes.cutVideo, { body })).uuid;
    },
    isDone: () => isEncoded("cut"),
  },
  "a scene list": {
    job: "cut-audio",
    async begin() {
      const scenes = [{ video: uuids.film ?? "", in: 1.04, out: 9.96 }];
      const body = { title: "Coast", scenes };
      uuids.list = (await owner.call(routes.createSceneList, { body })).uuid;
    },
    async isDone() {
      const list = await owner.call(routes.getSceneList, { params: { id: uuids.list ?? "" } });
      return list.state === "ready" && list.readyCount === 1;
    },
  },
  "a replacement": {
    needs: ["import"],
    job: "encode-piece",
    begin: () => uploadNewMedia("import", longVideo),
    async isDone() {
      const params = { id: uuids.import ?? "" };
      const { replacement } = await owner.call(routes.getReplacement, { params });
      return (
        replacement === null &&
        (await isEncoded("import")) &&
        ((await readVideo("import")).duration ?? 0) > 15
      );
    },
  },
};

async function uploadNewMedia(name: string, bytes: Buffer): Promise<void> {
  const body = { originalname: "new.mkv", size: bytes.length };
  const { uuid } = await owner.call(routes.replaceVideo, { params: { id: uuids[name] ?? "" }, body });
  const count = Math.ceil(bytes.length / UPLOAD_CHUNK_BYTES);
  for (let number = 0; number < count; number += 1) await uploadChunk(owner, { uuid, number, bytes });
}

/** Kills the worker as soon as it runs a job of this name that was created after the given time. @returns the job's id. */
async function killDuring(job: JobName, since: Date): Promise<string> {
  const worker = platform.children.find(({ name }) => name === "worker");
  const pid = worker?.pid() ?? 0;
  const active = async () => {
    const text = "SELECT id FROM queue.job WHERE name = $1 AND state = 'active' AND created_on > $2";
    return (await databasePool.query<{ id: string }>(text, [job, since])).rows[0]?.id;
  };
  let id: string | undefined;
  // The checks follow each other without a pause, because some jobs last for a fraction of a second.
  for (const end = Date.now() + LOST_TIMEOUT_MS; !id; id = await active())
    if (Date.now() > end) throw new Error(`No ${job} is done`);
  process.kill(pid, "SIGKILL");
  // No other worker has started yet, so all active jobs belonged to the killed worker.
  const lost = await databasePool.query<{ id: string }>("SELECT id FROM queue.job WHERE state = 'active'");
  for (const each of lost.rows) disturbedJobs.add(each.id);
  await eventually(() => worker?.pid() !== pid, { what: "another worker" });
  return id;
}

const jobOf = async (id: string) => {
  const text = "SELECT state, retry_count FROM queue.job WHERE id = $1";
  return (await databasePool.query<{ state: string; retry_count: number }>(text, [id])).rows[0];
};
/** The killed job of each case. */
const killedJobs = new Map<string, string>();
/** All jobs that were running when a worker was killed. */
const disturbedJobs = new Set<string>();
/**
 * Waits until all jobs disturbed by the last kill have been retried. A job whose workers die again and again fails
 * permanently, which is not tested here. For ten seconds the death of a worker is unnoticed, and its job looks like a running one.
 */
const awaitRetries = () =>
  eventually(
    async () => {
      const text = "SELECT name FROM queue.job WHERE id = ANY($1::uuid[]) AND state < 'completed'";
      expect((await databasePool.query(text, [[...disturbedJobs]])).rows).toEqual([]);
    },
    { what: "the next tries", limitMs: LOST_TIMEOUT_MS },
  );

test.each(Object.entries(JOB_CASES))("%s: the worker is killed during the job", async (name, each) => {
  for (const video of each.needs ?? [])
    await eventually(() => isEncoded(video), { what: `an encoded ${video}`, limitMs: LOST_TIMEOUT_MS });
  await awaitRetries();
  const since = new Date(Date.now() - 1);
  const begun = each.begin();
  const id = await killDuring(each.job, since);
  killedJobs.set(name, id);
  await begun;
  server.file.stopAt = undefined;
  expect((await jobOf(id))?.state).not.toBe("completed");
});

test.each(Object.entries(JOB_CASES))("%s: a retry completes the job", async (name, each) => {
  await eventually(each.isDone, { what: name, limitMs: LOST_TIMEOUT_MS });
  const isCompleted = async () => (await jobOf(killedJobs.get(name) ?? ""))?.state === "completed";
  await eventually(isCompleted, { what: "the end of the job" });
  expect((await jobOf(killedJobs.get(name) ?? ""))?.retry_count).toBeGreaterThan(0);
});

test("after all kills there are no duplicates and no leftovers, and every video plays", async () => {
  const { _embedded: videos } = await owner.call(routes.listVideos, { query: {} });
  expect(videos.map(({ title }) => title).toSorted()).toEqual(["Cut", "Film", "Import", "Waves"]);
  expect((await owner.call(routes.listSceneLists, { query: {} }))._size).toBe(1);
  for (const video of videos) {
    const { uuid } = video;
    await waitForVideo(owner, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
    expect(await listPlaybackErrors(video)).toBe("");
  }
  const unfinished = "SELECT name FROM queue.job WHERE state IN ('created', 'retry', 'active')";
  await expect.poll(async () => (await databasePool.query(unfinished)).rows).toEqual([]);
  expect((await databasePool.query("SELECT name FROM queue.job WHERE state = 'failed'")).rows).toEqual([]);
  expect(await listUnfinishedFiles(platform.installation)).toEqual([]);
});
