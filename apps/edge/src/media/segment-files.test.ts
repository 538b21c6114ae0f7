import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "@shoal/testkit";
import { beforeEach, expect, test } from "vitest";
import { SegmentFiles } from "./segment-files.ts";

const MEDIA_ID = "7f1c2b34-0000-4000-8000-000000000001";
const buildUrl = (file: string) => `/m/k1.abc.sig/${MEDIA_ID}/2/${file}`;
const segmentBytes = Buffer.alloc(1_000, 7);

let folder: string;
let faults: unknown[];
let files: SegmentFiles;
let clockMs = 0;
const openFiles = () =>
  SegmentFiles.open({
    folder,
    maxBytes: 3_000,
    onError: (error) => void faults.push(error),
    nowMs: () => clockMs,
  });
const listWritten = async () => (await readdir(join(folder, "files"))).sort();
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "shoal-segments-")), "segments");
  faults = [];
  files = await openFiles();
  return async () => {
    await files.close();
    await rm(join(folder, ".."), { recursive: true });
    expect(faults).toEqual([]);
  };
});

test("a segment is a world-readable file with the same date on every edge", async () => {
  files.keep(buildUrl("v0/12.m4s"), segmentBytes);
  files.keep(buildUrl("a1/init-0.m4s?x=1"), segmentBytes);
  await files.close();
  expect(await listWritten()).toEqual([`${MEDIA_ID},2,a1,init-0.a`, `${MEDIA_ID},2,v0,12.v`]);
  const path = join(folder, "files", `${MEDIA_ID},2,v0,12.v`);
  expect((await readFile(path)).equals(segmentBytes)).toBe(true);
  const { mode, mtime } = await stat(path);
  expect([(mode & 0o777).toString(8), mtime.toISOString()]).toEqual(["644", "2026-01-01T00:00:00.000Z"]);
  expect((await stat(join(folder, "files"))).mode & 0o777).toBe(0o711);
  expect(await readdir(join(folder, "new"))).toEqual([]);
});

test.each(["v0/12.3.m4s", "v0/index.m3u8", "x0/1.m4s", "../../v0/1.m4s", "v0/..m4s", "v0/1.m4s/x"])(
  "a file that nginx would not look for is not written: %s",
  async (file) => {
    files.keep(buildUrl(file), segmentBytes);
    files.keep(undefined, segmentBytes);
    await files.close();
    expect(await listWritten()).toEqual([]);
  },
);

test("the oldest files are removed when there are too many", async () => {
  for (const number of [0, 1, 2, 3]) {
    files.keep(buildUrl(`v0/${number}.m4s`), segmentBytes);
    await eventually(() => stat(join(folder, "files", `${MEDIA_ID},2,v0,${number}.v`)));
  }
  expect(await listWritten()).toEqual([1, 2, 3].map((number) => `${MEDIA_ID},2,v0,${number}.v`));
});

test("a restarted edge deletes its files, since a power failure may have damaged them", async () => {
  files.keep(buildUrl("v0/0.m4s"), segmentBytes);
  await files.close();
  await writeFile(join(folder, "notes.txt"), "");
  files = await openFiles();
  expect(await listWritten()).toEqual([]);
  await eventually(async () => expect((await readdir(folder)).sort()).toEqual(["files", "new", "notes.txt"]));
});

test("a file that another program removed is written again when the segment is requested", async () => {
  files.keep(buildUrl("v0/0.m4s"), segmentBytes);
  await files.close();
  await rm(join(folder, "files", `${MEDIA_ID},2,v0,0.v`));
  // The edge does not check this file yet, since nginx may have sent the request before the file was written.
  clockMs += 4_000;
  files.keep(buildUrl("v0/0.m4s"), segmentBytes);
  await files.close();
  expect(await listWritten()).toEqual([]);
  clockMs += 2_000;
  files.keep(buildUrl("v0/0.m4s"), segmentBytes);
  await files.close();
  expect(await listWritten()).toEqual([`${MEDIA_ID},2,v0,0.v`]);
});

test("a file that exists is not written again", async () => {
  files.keep(buildUrl("v0/0.m4s"), segmentBytes);
  await files.close();
  const path = join(folder, "files", `${MEDIA_ID},2,v0,0.v`);
  const { ino } = await stat(path);
  clockMs += 6_000;
  files.keep(buildUrl("v0/0.m4s"), segmentBytes);
  await files.close();
  expect((await stat(path)).ino).toBe(ino);
});

test("an unwritable folder is reported once", async () => {
  await rm(join(folder, "new"), { recursive: true });
  for (const number of [0, 1]) files.keep(buildUrl(`v0/${number}.m4s`), segmentBytes);
  await files.close();
  expect(faults).toMatchObject([{ code: "ENOENT" }]);
  faults = [];
  files = await openFiles();
  files.keep(buildUrl("v0/0.m4s"), segmentBytes);
  await files.close();
  expect(await listWritten()).toEqual([`${MEDIA_ID},2,v0,0.v`]);
});
