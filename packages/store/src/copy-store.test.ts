import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestS3, type TestS3 } from "@shoal/testkit/test-s3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { copyStore } from "./copy-store.ts";
import { FolderStore } from "./folder-store.ts";
import { GROWING_BLOCK_BYTES, type MediaStore } from "./media-store.ts";
import { parseS3Location } from "./s3/s3-location.ts";
import { S3Store } from "./s3/s3-store.ts";

let folder: string;
let workFolder: string;
let s3: TestS3;
let bucket: S3Store;
let disk: FolderStore;
const objects = new Map<string, Buffer>();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-copy-"));
  workFolder = join(folder, "work");
  await mkdir(workFolder);
  s3 = await startTestS3();
  bucket = await S3Store.open(parseS3Location(s3.location), {
    credentials: s3.credentials,
    patience: { tries: 1 },
  });
  disk = await openFolder("media");
  objects.clear();
  for (let n = 0; n < 30; n++) objects.set(`videos/${n}/a.m4s`, randomBytes(100 + n));
  objects.set("videos/large.mp4", randomBytes(9_000_000));
  objects.set("videos/empty.webp", Buffer.alloc(0));
  for (const [name, bytes] of objects) await disk.put(name, bytes);
  const source = randomBytes(2 * GROWING_BLOCK_BYTES + 7);
  objects.set("uploads/1/source", source);
  await disk.writeAt("uploads/1/source", 0, source);
});
afterEach(async () => {
  bucket.close();
  await s3.close();
  await rm(folder, { recursive: true });
});

async function openFolder(name: string): Promise<FolderStore> {
  const store = new FolderStore(join(folder, name), { floorBytes: 0 });
  await store.prepare();
  return store;
}

async function expectAllIn(store: MediaStore): Promise<void> {
  for (const [name, bytes] of objects) expect(bytes.equals(await store.read(name)), name).toBe(true);
}

it("everything is copied into a bucket and back, each object once", async () => {
  const total = [...objects.values()].reduce((sum, { length }) => sum + length, 0);
  const first = await copyStore({ from: disk, to: bucket, workFolder });
  expect(first).toEqual({ copied: objects.size, copiedBytes: total, there: 0 });
  await expectAllIn(bucket);
  const again = await copyStore({ from: disk, to: bucket, workFolder });
  expect(again).toEqual({ copied: 0, copiedBytes: 0, there: objects.size });
  const back = await openFolder("back");
  await copyStore({ from: bucket, to: back, workFolder });
  await expectAllIn(back);
  expect(await readdir(workFolder)).toEqual([]);
});

it("a source can grow after the copy", async () => {
  await copyStore({ from: disk, to: bucket, workFolder });
  const source = objects.get("uploads/1/source") ?? Buffer.alloc(0);
  await bucket.writeAt("uploads/1/source", source.length, Buffer.from("more"));
  const whole = Buffer.concat([source, Buffer.from("more")]);
  expect(whole.equals(await bucket.read("uploads/1/source"))).toBe(true);
});

it("an interrupted copy resumes wherever it stopped", async () => {
  // Each run gets a little further before it is interrupted: 3 + 6 + 9 + 12 of more than 30 writes.
  let failures = 0;
  let left = 3;
  s3.fault = ({ method }) => (method === "PUT" && left-- <= 0 ? "cut" : undefined);
  const copy = (): Promise<unknown> =>
    copyStore({ from: disk, to: bucket, workFolder }).catch(() => {
      failures++;
      left = 3 * (failures + 1);
      return copy();
    });
  await copy();
  expect(failures).toBeGreaterThan(3);
  await expectAllIn(bucket);
  await expectAllIn(disk);
});
