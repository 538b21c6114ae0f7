import { type AppError, fillPath, routes } from "@shoal/contract";
import type { JobPayload } from "@shoal/contract/jobs";
import { JOB_TRAITS } from "@shoal/domain";
import { eventually } from "@shoal/testkit";
import { readDownload, readPictureToken } from "@shoal/tokens";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf, errorOf } from "../../../testing/account-harness.ts";
import { addEncoded, addFile, listFiles, reportResult } from "../../../testing/encoding-harness.ts";
import { reportDead } from "../../../testing/queued-jobs.ts";
import { listenAs } from "../../../testing/realtime-listener.ts";
import { findDescriptor, listJobs } from "../../../testing/video-harness.ts";

const WRONG_FORMAT = "must be a PNG, JPEG or WebP picture";
let api: TestApi;
let editor: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.addUser(["editor"]);
});
afterAll(() => api.close());

const buildParams = (id: string) => ({ params: { id } });
const fetchVideo = (uuid: string) => editor.call(routes.getVideo, buildParams(uuid));
const chooseFrame = (uuid: string, t: number, user = editor) =>
  user.call(routes.takeThumbnail, { params: { id: uuid, t: String(t) } });

/** Reads the last job sent to a worker. */
async function jobOf(uuid: string): Promise<JobPayload<"make-thumbnail">> {
  const { rows } = await sql<{ data: JobPayload<"make-thumbnail"> }>`SELECT data FROM queue.job
    WHERE name = 'make-thumbnail' AND data->>'videoUuid' = ${uuid} ORDER BY created_on DESC LIMIT 1`.execute(
    api.database.db,
  );
  if (!rows[0]) throw new Error("No thumbnail is asked for");
  return rows[0].data;
}
async function answerJob(job: JobPayload<"make-thumbnail">, isMade = true) {
  const { videoUuid, thumbnailId, object, from } = job;
  if (isMade) await addFile(api, object);
  const isSent = from.kind === "picture";
  await reportResult(api, { type: "thumbnail", videoUuid, generation: 1, thumbnailId, isMade, isSent });
}

async function sendThumbnail(
  uuid: string,
  bytes: Buffer,
): Promise<{ status: number; code?: string; fields?: unknown }> {
  const body = new FormData();
  body.set("thumbnail", new Blob([bytes as BlobPart]), "picture");
  const response = await fetch(api.url + fillPath(routes.uploadThumbnail.path, { id: uuid }), {
    method: "POST",
    headers: { authorization: `Bearer ${editor.credential}` },
    body,
  });
  return { status: response.status, ...((await response.json()) as object) };
}

function createPng(width: number, height: number): Buffer {
  const header = Buffer.from("89504e470d0a1a0a0000000d49484452000000000000000008020000000000000000", "hex");
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
}

describe("a chosen thumbnail", () => {
  test("is requested from a worker, shown under a new address, and can be reset", async () => {
    const uuid = await addEncoded(api, editor);
    const before = (await fetchVideo(uuid)).manifest.thumbnail;
    const page = await listenAs(api, editor);
    expect(await chooseFrame(uuid, 9.48)).toMatchObject({
      thumbnailState: "working",
      customThumbnail: false,
    });
    expect(await page.next("video.changed", uuid)).toEqual({ uuid, isNew: false });
    expect(await listJobs(api, uuid)).toMatchObject([{ priority: JOB_TRAITS["make-thumbnail"].priority }]);
    const job = await jobOf(uuid);
    expect(job.from).toMatchObject({ kind: "frame", mediaSec: 9.48, segment: { object: "piece" } });
    await answerJob(job);
    expect(await page.next("video.changed", uuid)).toEqual({ uuid, isNew: false });
    const after = await eventually(async () => {
      const video = await fetchVideo(uuid);
      expect(video).toMatchObject({ thumbnailState: "ready", customThumbnail: true });
      return video;
    });
    expect(after.manifest.thumbnail).not.toBe(before);
    expect((await findDescriptor(api, uuid))?.thumbnailObject).toBe(job.object);

    // A repeat of the result, and a re-encoding, change nothing.
    await answerJob(job);
    await editor.call(routes.restartEncoding, buildParams(uuid));
    expect((await fetchVideo(uuid)).manifest.thumbnail).toBe(after.manifest.thumbnail);
    const reset = await editor.call(routes.resetThumbnail, buildParams(uuid));
    expect(reset).toMatchObject({ thumbnailState: "ready", customThumbnail: false });
    await eventually(async () => expect(await listFiles(api, `uploads/${uuid}`)).toEqual(["source"]));
    page.close();
  });

  test("is public if a user uploaded it, and has a signed address if it is a frame of the video", async () => {
    const uuid = await addEncoded(api, editor);
    const isOpen = async () => (await findDescriptor(api, uuid))?.hasSentThumbnail;
    await sendThumbnail(uuid, createPng(100, 100));
    await answerJob(await jobOf(uuid));
    await eventually(async () => expect(await isOpen()).toBe(true));
    await chooseFrame(uuid, 1);
    await answerJob(await jobOf(uuid));
    await eventually(async () => expect(await isOpen()).toBeUndefined());
    const { searchParams } = new URL((await fetchVideo(uuid)).manifest.thumbnail ?? "");
    const secret = api.env.INTERNAL_SECRET ?? "";
    const { pictureLock } = (await findDescriptor(api, uuid)) ?? {};
    expect(readPictureToken(searchParams.get("s") ?? "", { uuid, secret })).toBe(pictureLock);
    await sendThumbnail(uuid, createPng(100, 100));
    await answerJob(await jobOf(uuid));
    await eventually(async () => expect(await isOpen()).toBe(true));
    await editor.call(routes.resetThumbnail, buildParams(uuid));
    expect(await isOpen()).toBeUndefined();
  });

  test("has an address that changes with the password, start date and rules of its video", async () => {
    const uuid = await addEncoded(api, editor);
    const secret = api.env.INTERNAL_SECRET ?? "";
    await chooseFrame(uuid, 1);
    await answerJob(await jobOf(uuid));
    const locks: unknown[] = [];
    const check = async () => {
      const { searchParams } = new URL((await fetchVideo(uuid)).manifest.thumbnail ?? "");
      const lock = readPictureToken(searchParams.get("s") ?? "", { uuid, secret });
      expect((await findDescriptor(api, uuid))?.pictureLock).toBe(lock);
      locks.push(lock);
    };
    const change = (body: object) =>
      editor.call(routes.updateVideo, { ...buildParams(uuid), body: body as never });
    await eventually(async () => expect((await fetchVideo(uuid)).manifest.thumbnail).not.toBeNull());
    await check();
    await change({ isPassword: true, password: "Open-sesame" });
    await check();
    await change({ startDate: new Date(Date.now() + 3_600_000).toISOString() });
    await check();
    await editor.call(routes.updateVideoRules, {
      ...buildParams(uuid),
      body: { rules: { streaming: "refused" }, revision: 0 },
    });
    await check();
    await change({ title: "Nothing of it" });
    await check();
    expect(new Set(locks).size).toBe(4);
    expect(locks[4]).toBe(locks[3]);
  });

  test("that cannot be made leaves the previous thumbnail and the video unchanged", async () => {
    const uuid = await addEncoded(api, editor);
    await chooseFrame(uuid, 1);
    await answerJob(await jobOf(uuid));
    await eventually(async () => expect((await fetchVideo(uuid)).customThumbnail).toBe(true));
    await chooseFrame(uuid, 2);
    await answerJob(await jobOf(uuid), false);
    await eventually(async () => expect((await fetchVideo(uuid)).thumbnailState).toBe("failed"));
    expect(await fetchVideo(uuid)).toMatchObject({
      customThumbnail: true,
      encodingStatus: "encoded",
      error: false,
    });
    // The next job fails on every attempt.
    await chooseFrame(uuid, 3);
    await reportDead(api.database.db, await jobOf(uuid));
    await eventually(async () => expect((await fetchVideo(uuid)).thumbnailState).toBe("failed"));
    expect((await fetchVideo(uuid)).encodingStatus).toBe("encoded");
  });

  test("is the last requested one, even if an earlier one is completed later", async () => {
    const uuid = await addEncoded(api, editor);
    await chooseFrame(uuid, 1);
    const first = await jobOf(uuid);
    await chooseFrame(uuid, 2);
    const second = await jobOf(uuid);
    await answerJob(second);
    await answerJob(first);
    await eventually(async () => expect((await listFiles(api, `uploads/${uuid}`)).length).toBe(2));
    expect((await findDescriptor(api, uuid))?.thumbnailObject).toBe(second.object);
    await editor.call(routes.deleteVideo, buildParams(uuid));
    await editor.call(routes.deleteFromTrash, buildParams(uuid));
    await eventually(async () => expect(await listFiles(api, `uploads/${uuid}`)).toEqual([]));
  });

  test("is refused with the field and the reason", async () => {
    const uuid = await addEncoded(api, editor);
    const beyond = await errorOf(chooseFrame(uuid, 21));
    expect([beyond.code, beyond.fields?.[0]?.path]).toEqual(["bad_request", "t"]);
    expect(await codeOf(chooseFrame(await addEncoded(api, editor, { is_deleted: true }), 1))).toBe(
      "illegal_transition",
    );
    const refusals: [number, string, Buffer, string][] = [
      [415, "unsupported_media_type", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), WRONG_FORMAT],
      [415, "unsupported_media_type", Buffer.from("GIF89a............"), WRONG_FORMAT],
      [415, "unsupported_media_type", Buffer.from([0xff, 0xd8]), WRONG_FORMAT],
      [415, "unsupported_media_type", createPng(0, 10), "has no pixels"],
      [
        415,
        "unsupported_media_type",
        Buffer.from("RIFF....WEBPVP8X....\x02...\x01..\x01..", "latin1"),
        "must not move",
      ],
      [
        413,
        "file_too_large",
        createPng(50_000, 50_000),
        "must have 8192 pixels a side at most, not 50000 × 50000",
      ],
    ];
    for (const [status, code, bytes, reason] of refusals)
      expect(await sendThumbnail(uuid, bytes)).toMatchObject({
        status,
        code,
        fields: [{ path: "thumbnail", reason }],
      });
    expect(await sendThumbnail(uuid, Buffer.alloc(10_000_001))).toMatchObject({
      status: 413,
      code: "file_too_large",
      fields: [{ path: "thumbnail" }],
    });
    expect(await listJobs(api, uuid)).toEqual([]);
    expect(await sendThumbnail(uuid, createPng(100, 100))).toMatchObject({
      status: 202,
      thumbnailState: "working",
    });
    expect((await jobOf(uuid)).from).toMatchObject({ kind: "picture", format: "png" });
  });
});

describe("files of a video", () => {
  test("can be downloaded by all users of its client, even if viewers may not download them", async () => {
    const uuid = await addEncoded(api, editor);
    const reader = await api.addUser([], { clientOf: editor });
    const { files, approximateBundleBytes } = await reader.call(routes.listDownloads, buildParams(uuid));
    expect(files).toMatchObject([{ id: "v0", height: 360, approximateBytes: (1_600_000 * 20) / 8 }]);
    const bundle = await reader.call(routes.makeDashBundle, buildParams(uuid));
    expect(bundle.approximateBytes).toBe(approximateBundleBytes);
    for (const url of [files[0]?.url ?? "", bundle.url]) {
      const token = /\/download\/([^/]+)\//.exec(url)?.[1] ?? "";
      expect(readDownload(token, api.env.INTERNAL_SECRET ?? "")).toMatchObject({
        audience: "owner",
        uuid,
        userUuid: reader.userUuid,
      });
    }
    expect((await findDescriptor(api, uuid))?.download).toBe(false);
    await editor.call(routes.setDownload, { ...buildParams(uuid), body: { download: true } });
    expect((await findDescriptor(api, uuid))?.download).toBe(true);
    const failed = await addEncoded(api, editor, { status: "error" });
    expect(await codeOf(editor.call(routes.listDownloads, buildParams(failed)))).toBe("playback_not_ready");
  });

  test("are served by one edge, which is listed with its state", async () => {
    const copies = (uuid: string) => editor.call(routes.listCopies, buildParams(uuid));
    const uuid = await addEncoded(api, editor);
    const url = `${api.env.EDGE_PUBLIC_URL}/hls/${uuid}.m3u8`;
    expect(await copies(uuid)).toEqual([{ name: "edge", url, ready: true }]);
    expect(await copies(await addEncoded(api, editor, { status: "error" }))).toMatchObject([
      { ready: false },
    ]);
  });
});

test("an administrator can change the title and author of any client's video, which is logged for that client", async () => {
  const admin = await api.addUser(["admin"]);
  const uuid = await addEncoded(api, editor);
  const colleague = await api.addUser(["editor"], { clientOf: editor });
  const stranger = await api.addUser(["editor"]);
  const change = (body: object, user = admin) =>
    user.call(routes.updateVideoAsAdmin, { ...buildParams(uuid), body: body as never });
  expect(await change({ title: "Renamed", user: colleague.username })).toMatchObject({
    title: "Renamed",
    user: colleague.username,
    client: editor.clientUuid,
  });
  expect(await change({ user: null })).toMatchObject({ user: null });
  const error: AppError = await errorOf(change({ user: stranger.username }));
  expect([error.code, error.fields?.[0]?.path]).toEqual(["user_not_found", "user"]);
  expect(await codeOf(change({ title: "Mine" }, await api.addUser(["manager"], { clientOf: editor })))).toBe(
    "forbidden",
  );
  // Only successful calls are read, because rejected calls are logged a moment later.
  const { rows } = await sql<{ client_uuid: string }>`SELECT client_uuid FROM logs
    WHERE type = 'PUT /api/videosadmin/{id}' AND target = ${uuid} AND status < 400`.execute(api.database.db);
  expect(rows.map((row) => row.client_uuid)).toEqual([editor.clientUuid, editor.clientUuid]);
});
