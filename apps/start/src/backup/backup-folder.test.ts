import { randomBytes } from "node:crypto";
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FolderStore, GROWING_BLOCK_BYTES, type MediaStore, openMediaStore } from "@shoal/store";
import { startTestS3 } from "@shoal/testkit/test-s3";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { MediaBackup } from "./back-up-media.ts";
import { BackupFolder } from "./backup-folder.ts";
import { pruneBackups } from "./make-backup.ts";
import { bytesOf, MANIFEST_FILE, type Manifest, MEDIA_INDEX_FILE } from "./manifest.ts";
import { restoreMedia } from "./restore-media.ts";
import { verifyBackup } from "./verify-backup.ts";

const BACKUP_KEY = randomBytes(32);
const FIRST_ID = "20260101T000000Z";
const SECOND_ID = "20260102T000000Z";
let folder: string;
let store: FolderStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-backup-"));
  store = await openStore("media");
});
afterEach(() => rm(folder, { recursive: true }));

async function openStore(name: string): Promise<FolderStore> {
  const opened = new FolderStore(join(folder, name), { floorBytes: 0 });
  await opened.prepare();
  return opened;
}

const openBackups = (key: Buffer | undefined = BACKUP_KEY) =>
  BackupFolder.open(join(folder, "backups"), key, { isNew: true });

/** Returns the names of all objects except arriving ones. */
async function findCompleteNames(from: MediaStore, arriving: readonly string[] = []): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const { name } of from.list()) if (!arriving.includes(name)) names.add(name);
  return names;
}

/** Makes a backup that contains only media. */
async function makeMediaBackup(
  backups: BackupFolder,
  id: string,
  {
    from = store,
    isCopied = true,
    arriving = [],
  }: { from?: MediaStore; isCopied?: boolean; arriving?: string[] } = {},
) {
  const unlock = await backups.lock();
  const unfinished = await backups.begin(id);
  const media = new MediaBackup(backups, from, { id, unfinished, isCopied });
  for (const last of (await backups.list()).slice(-1)) await media.learnFrom(last);
  const pass = await media.pass(await findCompleteNames(from, arriving));
  const index = await backups.write(`${id}/${MEDIA_INDEX_FILE}`, media.index(), {
    isCompressed: true,
    at: `${unfinished}/${MEDIA_INDEX_FILE}`,
  });
  const manifest = { format: 1, id, files: { [MEDIA_INDEX_FILE]: index } } as unknown as Manifest;
  await backups.write(`${id}/${MANIFEST_FILE}`, bytesOf(JSON.stringify(manifest)), {
    isCompressed: true,
    at: `${unfinished}/${MANIFEST_FILE}`,
  });
  await backups.finish(unfinished, id);
  await unlock();
  return pass;
}

const faultsOf = async (backups: BackupFolder, id: string) => (await verifyBackup(backups, id)).faults;

test.each([
  ["encrypted", BACKUP_KEY],
  ["in the clear", undefined],
] as const)(
  "a second backup, %s, copies only new objects, and each backup is restored as it was",
  async (_how, key) => {
    const backups = await BackupFolder.open(join(folder, "backups"), key, { isNew: true });
    const source = randomBytes(2 * GROWING_BLOCK_BYTES + 7);
    const segment = randomBytes(70_000);
    await store.put("videos/1/a.m4s", segment);
    await store.put("videos/1/empty.webp", Buffer.alloc(0));
    await store.writeAt("uploads/1/source", 0, source.subarray(0, GROWING_BLOCK_BYTES));
    expect(await makeMediaBackup(backups, FIRST_ID)).toMatchObject({ copied: 3, there: 0 });
    await store.writeAt("uploads/1/source", GROWING_BLOCK_BYTES, source.subarray(GROWING_BLOCK_BYTES));
    await store.put("videos/2/large.mp4", randomBytes(9_000_000));
    await store.remove("videos/1/empty.webp");
    expect(await makeMediaBackup(backups, SECOND_ID)).toMatchObject({ copied: 2, there: 1 });
    for (const id of [FIRST_ID, SECOND_ID]) expect(await faultsOf(backups, id)).toEqual([]);

    const restored = await openStore("restored");
    const result = await restoreMedia(backups, FIRST_ID, { store: restored, workFolder: folder });
    expect(result).toMatchObject({ restored: 3, missing: [], faults: [], more: [] });
    expect(segment.equals(await restored.read("videos/1/a.m4s"))).toBe(true);
    expect(await restored.findSize("videos/1/empty.webp")).toBe(0);
    expect((await restored.read("uploads/1/source")).length).toBe(GROWING_BLOCK_BYTES);
    // The files that the later backup reuses still exist.
    const later = await restoreMedia(backups, SECOND_ID, { store: restored, workFolder: folder });
    expect(later).toMatchObject({ restored: 2, there: 1, more: ["videos/1/empty.webp"] });
    expect(source.equals(await restored.read("uploads/1/source"))).toBe(true);
  },
);

async function openBucket(): Promise<MediaStore> {
  const s3 = await startTestS3();
  onTestFinished(() => s3.close());
  const { accessKeyId, secretAccessKey } = s3.credentials;
  const settings = { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
  return openMediaStore(s3.location, { settings });
}

test("media in a bucket are backed up, by copy and by reference, and restored into another bucket", async () => {
  const [bucket, other] = [await openBucket(), await openBucket()];
  const backups = await openBackups();
  const references = await BackupFolder.open(join(folder, "references"), BACKUP_KEY, { isNew: true });
  const source = randomBytes(GROWING_BLOCK_BYTES + 7);
  const large = randomBytes(9_000_000);
  await bucket.writeAt("uploads/1/source", 0, source.subarray(0, GROWING_BLOCK_BYTES));
  await bucket.writeAt("uploads/1/source", GROWING_BLOCK_BYTES, source.subarray(GROWING_BLOCK_BYTES));
  await bucket.put("videos/1/large.mp4", large);
  await bucket.put("videos/1/empty.webp", Buffer.alloc(0));
  expect(await makeMediaBackup(backups, FIRST_ID, { from: bucket })).toMatchObject({ copied: 3, there: 0 });
  expect(await makeMediaBackup(references, FIRST_ID, { from: bucket, isCopied: false })).toMatchObject({
    copied: 0,
  });
  expect(await restoreMedia(backups, FIRST_ID, { store: other, workFolder: folder })).toMatchObject({
    restored: 3,
    missing: [],
    faults: [],
    more: [],
  });
  expect(source.equals(await other.read("uploads/1/source"))).toBe(true);
  expect(large.equals(await other.read("videos/1/large.mp4"))).toBe(true);
  expect(await other.findSize("videos/1/empty.webp")).toBe(0);
  // The backup refers to media in the bucket, so its check names an object that is lost.
  await bucket.remove("videos/1/large.mp4");
  const referred = await restoreMedia(references, FIRST_ID, { store: bucket, workFolder: folder });
  expect(referred).toMatchObject({ restored: 0, there: 2, missing: ["videos/1/large.mp4"] });
});

test.each([
  ["a folder", () => openStore("source")],
  ["a bucket", openBucket],
])("an upload with a gap, in %s, is backed up again until it is complete", async (_where, open) => {
  const from = await open();
  const backups = await openBackups();
  const name = "uploads/1/source";
  const source = randomBytes(2 * GROWING_BLOCK_BYTES + 7);
  // The last chunk arrives first, so that the source has its final size.
  await from.writeAt(name, 2 * GROWING_BLOCK_BYTES, source.subarray(2 * GROWING_BLOCK_BYTES));
  await from.writeAt(name, 0, source.subarray(0, GROWING_BLOCK_BYTES));
  expect(await makeMediaBackup(backups, FIRST_ID, { from, arriving: [name] })).toMatchObject({ copied: 1 });
  await from.writeAt(
    name,
    GROWING_BLOCK_BYTES,
    source.subarray(GROWING_BLOCK_BYTES, 2 * GROWING_BLOCK_BYTES),
  );
  expect(await makeMediaBackup(backups, SECOND_ID, { from })).toMatchObject({ copied: 1, there: 0 });
  for (const id of [FIRST_ID, SECOND_ID]) expect(await faultsOf(backups, id)).toEqual([]);

  const [early, late] = [await openStore("early"), await openStore("late")];
  await restoreMedia(backups, FIRST_ID, { store: early, workFolder: folder });
  await restoreMedia(backups, SECOND_ID, { store: late, workFolder: folder });
  const withGap = Buffer.from(source).fill(0, GROWING_BLOCK_BYTES, 2 * GROWING_BLOCK_BYTES);
  expect(withGap.equals(await early.read(name))).toBe(true);
  expect(source.equals(await late.read(name))).toBe(true);
  expect(await pruneBackups(backups, 1)).toEqual({ backups: [FIRST_ID], media: 0 });
});

test("an upload that completes between the two passes of a backup is in it once", async () => {
  const backups = await openBackups();
  const name = "uploads/1/source";
  const source = randomBytes(GROWING_BLOCK_BYTES + 7);
  const unfinished = await backups.begin(FIRST_ID);
  const media = new MediaBackup(backups, store, { id: FIRST_ID, unfinished, isCopied: true });
  await store.writeAt(name, GROWING_BLOCK_BYTES, source.subarray(GROWING_BLOCK_BYTES));
  await media.pass(new Set());
  await store.writeAt(name, 0, source.subarray(0, GROWING_BLOCK_BYTES));
  await media.pass(new Set([name]));
  expect(media.objects).toEqual([{ name, sizeBytes: source.length, file: expect.anything() }]);
  expect(await readdir(join(backups.path, unfinished, "arriving/uploads/1"))).toEqual([]);
});

test("restoring an older backup into a newer store reports extra, different and missing objects", async () => {
  const backups = await openBackups();
  await store.put("videos/1/a.m4s", Buffer.from("first"));
  await store.put("videos/1/b.m4s", Buffer.from("second"));
  await store.put("videos/1/c.m4s", Buffer.from("third"));
  await makeMediaBackup(backups, FIRST_ID);
  const newer = await openStore("newer");
  await newer.put("videos/1/a.m4s", Buffer.from("first"));
  await newer.put("videos/1/b.m4s", Buffer.from("another"));
  await newer.put("videos/2/d.m4s", Buffer.from("later"));
  await rm(join(backups.path, "media/videos/1/c.m4s@5"));
  expect(await restoreMedia(backups, FIRST_ID, { store: newer, workFolder: folder })).toEqual({
    restored: 0,
    restoredBytes: 0,
    there: 1,
    missing: [],
    faults: ["missing: media/videos/1/c.m4s@5"],
    different: ["videos/1/b.m4s"],
    more: ["videos/2/d.m4s"],
  });
  expect(Buffer.from(await newer.read("videos/1/b.m4s")).toString()).toBe("another");
});

test("missing, truncated and changed files are reported", async () => {
  const backups = await openBackups();
  for (const name of ["a", "b", "c"]) await store.put(`videos/1/${name}.m4s`, randomBytes(1_000));
  await makeMediaBackup(backups, FIRST_ID);
  const file = (name: string) => join(backups.path, `media/videos/1/${name}.m4s@1000`);
  await rm(file("a"));
  await appendFile(file("b"), "more");
  const bytes = await readFile(file("c"));
  bytes[500] = (bytes[500] ?? 0) ^ 1;
  await writeFile(file("c"), bytes);
  expect((await faultsOf(backups, FIRST_ID)).sort()).toEqual([
    expect.stringMatching(/^damaged: media\/videos\/1\/b\.m4s@1000 has \d+ bytes instead of \d+$/),
    "damaged: media/videos/1/c.m4s@1000 is not what was written",
    "missing: media/videos/1/a.m4s@1000",
  ]);
  await rm(join(backups.path, FIRST_ID, MEDIA_INDEX_FILE));
  expect(await faultsOf(backups, FIRST_ID)).toEqual([`missing: ${FIRST_ID}/${MEDIA_INDEX_FILE}`]);
  await rm(join(backups.path, FIRST_ID, MANIFEST_FILE));
  expect(await faultsOf(backups, FIRST_ID)).toEqual([expect.stringMatching(/^damaged: \w+\/manifest/)]);
});

test("an interrupted backup does not count, and the next one uses what it copied", async () => {
  const backups = await openBackups();
  await store.put("videos/1/a.m4s", randomBytes(1_000));
  const unfinished = await backups.begin(FIRST_ID);
  await new MediaBackup(backups, store, { id: FIRST_ID, unfinished, isCopied: true }).pass(new Set());
  expect(await backups.list()).toEqual([]);
  expect(await backups.listUnfinished()).toEqual([`unfinished-${FIRST_ID}`]);
  expect(await makeMediaBackup(backups, SECOND_ID)).toMatchObject({ copied: 0, there: 1 });
  expect(await backups.listUnfinished()).toEqual([]);
  expect(await faultsOf(backups, SECOND_ID)).toEqual([]);
});

test("old backups are removed, with the media that no other backup contains", async () => {
  const backups = await openBackups();
  await store.put("videos/1/a.m4s", randomBytes(10));
  await store.put("videos/1/b.m4s", randomBytes(10));
  await makeMediaBackup(backups, FIRST_ID);
  await store.remove("videos/1/a.m4s");
  await makeMediaBackup(backups, SECOND_ID);
  expect(await pruneBackups(backups, 1)).toEqual({ backups: [FIRST_ID], media: 1 });
  expect(await backups.list()).toEqual([SECOND_ID]);
  expect(await readdir(join(backups.path, "media/videos/1"))).toEqual(["b.m4s@10"]);
  expect(await faultsOf(backups, SECOND_ID)).toEqual([]);
});

test("a folder accepts one key and one backup at a time, and no foreign files", async () => {
  const backups = await openBackups();
  const unlock = await backups.lock();
  await expect(backups.lock()).rejects.toThrow(`Process ${process.pid} makes a backup`);
  await unlock();
  await writeFile(join(backups.path, "lock.json"), JSON.stringify({ pid: process.pid, startedAt: "1" }));
  // The existing lock is ignored: it belongs to a dead process, and its pid now belongs to another one.
  await backups.lock();
  await expect(openBackups(randomBytes(32))).rejects.toThrow("another key");
  await expect(BackupFolder.open(backups.path, undefined)).rejects.toThrow("give their key");
  await mkdir(join(folder, "photos"));
  await writeFile(join(folder, "photos/1.jpg"), "");
  await expect(BackupFolder.open(join(folder, "photos"), BACKUP_KEY, { isNew: true })).rejects.toThrow(
    "holds something else",
  );
});
