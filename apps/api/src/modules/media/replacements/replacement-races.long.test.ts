import { routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { addEncoded } from "../../../testing/encoding-harness.ts";
import { ANNOUNCED_FILE, finishReplacement, sendAndOpen } from "../../../testing/replacement-harness.ts";

let api: TestApi;
let editor: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  editor = await api.addUser(["editor"]);
});
afterAll(() => api?.close());

const buildParams = (id: string) => ({ params: { id } });
const announceReplacement = (uuid: string) =>
  editor.call(routes.replaceVideo, { ...buildParams(uuid), body: ANNOUNCED_FILE });
const replacementOf = async (uuid: string) =>
  (await editor.call(routes.getReplacement, buildParams(uuid))).replacement;
const findVideoRow = (uuid: string) =>
  api.database.db.selectFrom("videos").selectAll().where("uuid", "=", uuid).executeTakeFirst();

test("cutting, replacing and deleting a video at the same time leaves a valid state", async () => {
  const uuids = await Promise.all(Array.from({ length: 4 }, () => addEncoded(api, editor)));
  await Promise.all(
    uuids.map(async (uuid) =>
      sendAndOpen(api, editor, (await announceReplacement(uuid)).uuid, { videoUuid: uuid, generation: 2 }),
    ),
  );
  await Promise.all(
    uuids.map((uuid) =>
      eventually(async () => expect((await replacementOf(uuid))?.status).toBe("segmented")),
    ),
  );
  await Promise.allSettled(
    uuids.flatMap((uuid, n) => [
      finishReplacement(api, uuid, 2),
      editor.call(routes.cutVideo, { body: { uuid, start: 0, end: 4, transcode: false } }),
      ...(n % 2 ? [editor.call(routes.deleteVideo, buildParams(uuid))] : []),
    ]),
  );
  for (const [n, uuid] of uuids.entries())
    await eventually(async () => {
      const row = await findVideoRow(uuid);
      expect(row?.status).toBe("encoded");
      const isTrashed = row?.trashed_at !== null;
      expect(isTrashed).toBe(n % 2 === 1);
      // If the deletion came first, the video keeps its media; otherwise it has the media of the new file.
      expect(row?.generation).toBe(row?.duration_sec === 8 ? 2 : 1);
      if (!isTrashed) expect(row?.generation).toBe(2);
      const { db } = api.database;
      const left = await db.selectFrom("videos").select("uuid").where("replaces_uuid", "=", uuid).execute();
      expect(left).toEqual([]);
    });
});
