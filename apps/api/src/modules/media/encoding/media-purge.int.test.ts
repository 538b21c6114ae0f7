import { mkdir, rename, rm } from "node:fs/promises";
import { openMediaStore } from "@shoal/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { addVideo } from "../../../testing/video-harness.ts";
import { createMediaPurge } from "./media-purge.ts";

let api: TestApi;
let owner: TestUser;
let store: Awaited<ReturnType<typeof openMediaStore>>;
beforeAll(async () => {
  api = await startTestApi();
  owner = await api.addUser(["manager"]);
  store = await openMediaStore(api.env.MEDIA_STORE ?? "");
});
afterAll(() => api.close());

const putObject = (name: string) => store.put(name, Buffer.from("bits"));

/** A video whose stored plan shows that the store is the right one. */
async function addKnownVideo(): Promise<void> {
  const uuid = await addVideo(api, owner);
  const plan = `videos/${uuid}/1/plan.json`;
  await putObject(plan);
  await api.database.db
    .updateTable("encodings")
    .set({ plan_object: plan })
    .where("video_uuid", "=", uuid)
    .execute();
}

/** Runs work while the folder of the media store is another, empty folder. */
async function runWithEmptyStore(work: () => Promise<void>): Promise<void> {
  const root = api.env.MEDIA_STORE ?? "";
  await rename(root, `${root}.away`);
  await mkdir(root);
  try {
    await work();
  } finally {
    await rm(root, { recursive: true });
    await rename(`${root}.away`, root);
  }
}

test("a purge fails while the disk of the media store is not mounted, and removes the media afterwards", async () => {
  await addKnownVideo();
  await putObject("videos/gone/1/0.m4s");
  const purge = createMediaPurge({ db: api.database.db, store });
  await runWithEmptyStore(() =>
    expect(purge(["videos/gone/", "uploads/gone/"])).rejects.toThrow("is its disk mounted?"),
  );
  expect(await store.findSize("videos/gone/1/0.m4s")).toBe(4);
  await purge(["videos/gone/", "uploads/gone/"]);
  expect(await store.findSize("videos/gone/1/0.m4s")).toBeUndefined();
});

test("folders released by a cut are not forgotten on a wrong disk, even if it has another folder of the purge", async () => {
  await addKnownVideo();
  const { db } = api.database;
  await putObject("videos/released/1/0.m4s");
  await db.insertInto("kept_media").values({ prefix: "videos/released/1/" }).execute();
  const purge = createMediaPurge({ db, store });
  await runWithEmptyStore(async () => {
    await putObject("videos/late/1/0.m4s");
    await expect(purge(["videos/late/"])).rejects.toThrow("is its disk mounted?");
  });
  expect(await store.findSize("videos/released/1/0.m4s")).toBe(4);
  await purge([]);
  expect(await store.findSize("videos/released/1/0.m4s")).toBeUndefined();
  expect(await db.selectFrom("kept_media").selectAll().execute()).toEqual([]);
});

test("a purge of folders that are all still needed keeps them without looking for the disk", async () => {
  await addKnownVideo();
  const { db } = api.database;
  const folder = "lives/held/1/run/";
  const archive = { live_uuid: null, client_uuid: owner.clientUuid, generation: 1, folder };
  await db.insertInto("live_archives").values(archive).execute();
  const purge = createMediaPurge({ db, store });
  await runWithEmptyStore(() => purge([folder]));
  expect(await db.selectFrom("kept_media").selectAll().execute()).toEqual([{ prefix: folder }]);
  await db.deleteFrom("live_archives").where("folder", "=", folder).execute();
  await purge([]);
  expect(await db.selectFrom("kept_media").selectAll().execute()).toEqual([]);
});

test("a repeated purge of folders that no longer exist succeeds", async () => {
  await addKnownVideo();
  await createMediaPurge({ db: api.database.db, store })(["videos/never-there/"]);
});

test("a folder that cannot be removed does not keep the others, and fails the purge so that it is repeated", async () => {
  const folders = ["videos/first/", "videos/refused/", "videos/last/"];
  for (const folder of folders) await putObject(`${folder}0.m4s`);
  const refusing = {
    findSize: (name: string) => store.findSize(name),
    list: (prefix?: string) => store.list(prefix),
    remove: (name: string) =>
      name === "videos/refused/" ? Promise.reject(new Error("EACCES")) : store.remove(name),
  };
  const purge = createMediaPurge({ db: api.database.db, store: refusing });
  await expect(purge(folders)).rejects.toThrow("1 of 3 media folders were not removed");
  const sizes = await Promise.all(folders.map((folder) => store.findSize(`${folder}0.m4s`)));
  expect(sizes).toEqual([undefined, 4, undefined]);
});
