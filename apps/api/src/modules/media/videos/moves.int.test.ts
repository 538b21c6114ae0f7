import { routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { addFile, listFiles } from "../../../testing/encoding-harness.ts";
import { reportDead } from "../../../testing/queued-jobs.ts";
import { addVideo } from "../../../testing/video-harness.ts";
import { createVideosRepository } from "./videos.repository.ts";

let api: TestApi;
let editor: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.addUser(["editor"]);
});
afterAll(() => api.close());

const buildParams = (id: string) => ({ params: { id } });
const statusOf = async (uuid: string) =>
  (await editor.call(routes.getVideo, buildParams(uuid))).encodingStatus;

/** Reports that a job failed on every attempt, as the queue does. */
async function reportDeadJob(videoUuid: string, job?: string): Promise<void> {
  await reportDead(api.database.db, { videoUuid, generation: 1, job });
  await eventually(async () => {
    const { rows } = await sql<{ left: number }>`SELECT count(*)::int AS left FROM queue.job
      WHERE name = 'failed-jobs' AND state < 'completed'`.execute(api.database.db);
    expect(rows[0]?.left).toBe(0);
  });
}

test("an upload can be cancelled only until it is complete", async () => {
  for (const status of ["encoded", "segmented", "waiting_for_encoding", "stopped", "error"] as const) {
    const uuid = await addVideo(api, editor, { status });
    expect(await codeOf(editor.call(routes.cancelUpload, buildParams(uuid)))).toBe("upload_not_open");
    expect(await statusOf(uuid)).toBe(status);
  }
  for (const status of ["uploading", "upload_failed"] as const) {
    const uuid = await addVideo(api, editor, { status });
    await editor.call(routes.cancelUpload, buildParams(uuid));
    expect(await codeOf(editor.call(routes.getVideo, buildParams(uuid)))).toBe("video_not_found");
  }
});

test.each(["make-storyboard", "make-waveform", "verify-source"])(
  "a video continues after its %s job failed on every attempt",
  async (job) => {
    const uuid = await addVideo(api, editor, { status: "segmented" });
    await reportDeadJob(uuid, job);
    expect(await statusOf(uuid)).toBe("segmented");
  },
);

test("a video whose encoding failed on every attempt is in error", async () => {
  const uuid = await addVideo(api, editor, { status: "segmented" });
  await reportDeadJob(uuid);
  expect(await statusOf(uuid)).toBe("error");
});

test("files of a job that failed after its video was deleted are removed", async () => {
  const uuid = crypto.randomUUID();
  await addFile(api, `videos/${uuid}/1/storyboard.vtt`);
  await reportDeadJob(uuid, "make-storyboard");
  await eventually(async () => expect(await listFiles(api, `videos/${uuid}`)).toEqual([]));
});

test("the range of a deleted cut cannot be changed", async () => {
  const origin = await addVideo(api, editor);
  const cut = await addVideo(api, editor, { origin_uuid: origin, is_deleted: true, status: "encoded" });
  const change = editor.call(routes.changeCut, { ...buildParams(cut), body: { start: 1, end: 2 } });
  expect(await codeOf(change)).toBe("illegal_transition");
  expect(await statusOf(cut)).toBe("encoded");
});

test("a status change that is not in the table of moves throws and is not written", async () => {
  const uuid = await addVideo(api, editor, { status: "encoded" });
  const videos = createVideosRepository(api.database.db);
  const video = await videos.findForWork(uuid);
  if (!video) throw new Error("The video is not there");
  await expect(videos.moveVideo(video, ["encoding"])).rejects.toThrow(/from encoded to encoding/);
  expect(await statusOf(uuid)).toBe("encoded");
});
