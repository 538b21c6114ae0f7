import { type EncodingStatus, routes } from "@shoal/contract";
import { canMove, movesToNewMedia } from "@shoal/domain";
import { H264, makeClip, testPicture, testTone } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../apps/api/src/platform/database.ts";
import { type Account, openAccount, uploadChunk, uploadFile, waitForVideo } from "../../harness/account.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";

/** The time limit for unfinished work. It is long, because the delay of a job grows each time the job returns to the queue. */
const QUIET_TIMEOUT_MS = 240_000;
let platform: TestPlatform;
let owner: Account;
let databasePool: ReturnType<typeof openDatabase>["pool"];
let closeDatabase: (() => Promise<unknown>) | undefined;
let clipBytes: Buffer;
/** The video on which every tested action is performed. */
let videoUuid: string;
beforeAll(async () => {
  platform = await startTestPlatform();
  owner = await openAccount(platform);
  ({ pool: databasePool, close: closeDatabase } = openDatabase(platform.databaseUrl, 1));
  const args = [...testPicture({ durationSec: 6 }), ...testTone(6), ...H264, "-c:a", "aac"];
  clipBytes = await makeClip("clip.mp4", args);
});
afterAll(async () => {
  await closeDatabase?.();
  await platform?.close();
});

const VIDEO_ACTIONS = {
  cut: () => owner.call(routes.cutVideo, { body: { uuid: videoUuid, title: "Part", start: 1, end: 5 } }),
  async replace() {
    const body = { originalname: "new.mp4", size: clipBytes.length };
    const upload = await owner.call(routes.replaceVideo, { params: { id: videoUuid }, body });
    await uploadChunk(owner, { uuid: upload.uuid, number: 0, bytes: clipBytes });
  },
  delete: () => owner.call(routes.deleteVideo, { params: { id: videoUuid } }),
};
type VideoAction = keyof typeof VIDEO_ACTIONS;

/** Records every change of a video's status in the form of the table of legal transitions. */
const RECORD_TRANSITIONS_SQL = `
  CREATE TABLE IF NOT EXISTS noted_moves (uuid uuid, old text, new text);
  CREATE OR REPLACE FUNCTION note_move() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO noted_moves VALUES (NEW.uuid, OLD.status, NEW.status); RETURN NEW; END $$;
  CREATE OR REPLACE TRIGGER note_moves AFTER UPDATE OF status ON videos FOR EACH ROW
    WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION note_move()`;

/** Returns whether a transition is in the table. New media may also replace old media in one step. */
const isLegal = (from: EncodingStatus, to: EncodingStatus) =>
  canMove(from, to) || ((to === "encoded" || to === "segmented") && movesToNewMedia(from, to).length > 0);

/** The final states of a video: partially uploaded and completed. */
const FINAL_STATES: readonly EncodingStatus[] = ["encoded", "error", "stopped", "uploading"];

/** Lists the unfinished work on the video and its derivatives: jobs, and videos that have not reached a final state. */
async function listUnfinished(): Promise<string[]> {
  const { rows } = await databasePool.query<{ what: string }>(
    `SELECT name AS what FROM queue.job WHERE state IN ('created', 'retry', 'active')
    UNION ALL SELECT status FROM videos
      WHERE $1 IN (uuid, replaces_uuid, origin_uuid) AND status <> ALL ($2)`,
    [videoUuid, FINAL_STATES],
  );
  return rows.map(({ what }) => what);
}

test.each<VideoAction[]>([
  ["cut", "replace", "delete"],
  ["replace", "delete", "cut"],
  ["delete", "cut", "replace"],
])("%s, %s and %s at the same time only cause legal transitions of the video's status", async (...order) => {
  await databasePool.query(RECORD_TRANSITIONS_SQL);
  videoUuid = await uploadFile(owner, `First ${order[0]}`, clipBytes);
  await waitForVideo(owner, videoUuid, ({ encodingStatus }) => encodingStatus === "encoded");
  const ends = await Promise.allSettled(order.map((action) => VIDEO_ACTIONS[action]()));
  const codes = ends.map((end) => (end.status === "rejected" ? String(end.reason) : "done"));
  // A deletion always succeeds, and later calls do not find the video.
  expect(ends[order.indexOf("delete")]?.status, codes.join("; ")).toBe("fulfilled");
  await expect.poll(listUnfinished, { timeout: QUIET_TIMEOUT_MS }).toEqual([]);
  const { rows: moves } = await databasePool.query<{ old: EncodingStatus; new: EncodingStatus }>(
    "SELECT old, new FROM noted_moves",
  );
  expect(moves.length).toBeGreaterThan(0);
  expect(moves.filter((move) => !isLegal(move.old, move.new))).toEqual([]);
});
