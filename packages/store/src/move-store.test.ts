import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { startTestS3, type TestS3 } from "@shoal/testkit/test-s3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FolderStore } from "./folder-store.ts";
import { GROWING_BLOCK_BYTES, ObjectNotFound } from "./media-store.ts";
import { type AdoptingStore, moveStore } from "./move-store.ts";
import { MovingStore } from "./moving-store.ts";
import { parseS3Location } from "./s3/s3-location.ts";
import { S3Store } from "./s3/s3-store.ts";

let folder: string;
let s3: TestS3;
let bucket: S3Store;
let disk: FolderStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-move-"));
  await mkdir(join(folder, "work"));
  s3 = await startTestS3();
  bucket = await S3Store.open(parseS3Location(s3.location), {
    credentials: s3.credentials,
    patience: { tries: 1 },
  });
  disk = new FolderStore(join(folder, "media"), { floorBytes: 0 });
  await disk.prepare();
});
afterEach(async () => {
  bucket.close();
  await s3.close();
  await rm(folder, { recursive: true });
});

const MOVE_CASES = [
  { way: "into a bucket", hasConditions: true, isIntoBucket: true },
  { way: "into a bucket without conditional writes", hasConditions: false, isIntoBucket: true },
  { way: "into a folder", hasConditions: true, isIntoBucket: false },
];
describe.each(MOVE_CASES)("moving media $way", ({ hasConditions, isIntoBucket }) => {
  let from: AdoptingStore;
  let to: AdoptingStore;
  let platform: MovingStore;
  let arriving: Set<string>;
  beforeEach(() => {
    s3.hasConditions = hasConditions;
    [from, to] = isIntoBucket ? [disk, bucket] : [bucket, disk];
    platform = new MovingStore(to, from);
    arriving = new Set();
  });
  const move = (given: Partial<Parameters<typeof moveStore>[0]> = {}) =>
    moveStore({ from, to, workFolder: join(folder, "work"), listArriving: async () => arriving, ...given });
  const textIn = async (store: Pick<AdoptingStore, "read">, name: string) =>
    Buffer.from(await store.read(name)).toString();

  it("moves all objects once, including large ones and sources", async () => {
    const large = randomBytes(17_000_000);
    const source = randomBytes(GROWING_BLOCK_BYTES + 7);
    await from.put("videos/a.m4s", Buffer.from("a"));
    await from.put("videos/empty.webp", Buffer.alloc(0));
    await from.put("videos/large.mp4", large);
    await from.writeAt("uploads/1/source", 0, source);
    expect(await move()).toMatchObject({ copied: 4, arriving: [], differing: [], removed: 0 });
    expect(large.equals(await to.read("videos/large.mp4"))).toBe(true);
    expect(source.equals(await to.read("uploads/1/source"))).toBe(true);
    expect([await textIn(to, "videos/a.m4s"), await to.findSize("videos/empty.webp")]).toEqual(["a", 0]);
    expect(await move()).toMatchObject({ copied: 0, removed: 0 });
  });

  it("reads objects from wherever they are, and does not replace newer ones", async () => {
    await from.put("a.json", Buffer.from("old"));
    expect(await textIn(platform, "a.json")).toBe("old");
    expect((await buffer(platform.stream("a.json"))).toString()).toBe("old");
    await platform.put("a.json", Buffer.from("new"));
    await move();
    expect(await textIn(platform, "a.json")).toBe("new");
    expect(await textIn(to, "a.json")).toBe("new");
  });

  it("lets an upload finish in its old store, and moves it afterwards", async () => {
    await from.writeAt("uploads/1/source", 0, randomBytes(GROWING_BLOCK_BYTES));
    arriving.add("uploads/1/source");
    expect(await move()).toMatchObject({ copied: 0, arriving: ["uploads/1/source"] });
    const rest = Buffer.from("rest");
    await platform.writeAt("uploads/1/source", GROWING_BLOCK_BYTES, rest);
    await platform.writeAt("uploads/2/source", 0, rest);
    expect([await from.findSize("uploads/2/source"), await to.findSize("uploads/2/source")]).toEqual([
      undefined,
      4,
    ]);
    arriving.clear();
    await from.put("uploads/1/fetch.json", Buffer.from("{}"));
    expect(await move()).toMatchObject({ copied: 1, arriving: ["uploads/1/source"] });
    await platform.remove("uploads/1/fetch.json");
    expect(await move()).toMatchObject({ copied: 1, arriving: [] });
    const range = { offset: GROWING_BLOCK_BYTES - 1, length: 100 };
    expect(Buffer.from(await to.read("uploads/1/source", range)).subarray(1)).toEqual(rest);
  });

  it("does not restore objects that are deleted while they are copied", async () => {
    await from.put("a.m4s", Buffer.from("a"));
    const slow = Object.create(to) as AdoptingStore;
    slow.adopt = async (name, bytes) => {
      const read = await buffer(bytes.stream());
      await platform.remove(name);
      return to.adopt(name, {
        ...bytes,
        stream: async function* () {
          yield read;
        },
      });
    };
    slow.findSize = (name) => to.findSize(name);
    slow.isAdopted = (name) => to.isAdopted(name);
    slow.remove = (name) => to.remove(name);
    slow.list = (prefix) => to.list(prefix);
    expect(await move({ to: slow })).toMatchObject({ copied: 1, removed: 1 });
    await expect(platform.read("a.m4s")).rejects.toThrow(ObjectNotFound);
  });

  it("removes leftovers of a killed run, and nothing that others wrote", async () => {
    const stream = async function* () {
      yield Buffer.from("copy");
    };
    const copy = { sizeBytes: 4, workFolder: join(folder, "work"), stream };
    for (const name of ["deleted.m4s", "written.m4s"]) expect(await to.adopt(name, copy)).toBe(true);
    expect(await to.adopt("deleted.m4s", copy)).toBe(false);
    await platform.put("written.m4s", Buffer.from("own"));
    await platform.put("new.m4s", Buffer.from("new"));
    expect(await move()).toMatchObject({ copied: 0, removed: 1 });
    expect(await to.findSize("deleted.m4s")).toBeUndefined();
    expect([await textIn(to, "written.m4s"), await textIn(to, "new.m4s")]).toEqual(["own", "new"]);
  });

  it("reports sources that an earlier copy left incomplete", async () => {
    await from.writeAt("uploads/1/source", 0, Buffer.from("whole"));
    await to.writeAt("uploads/1/source", 0, Buffer.from("who"));
    expect(await move()).toMatchObject({ copied: 0, differing: ["uploads/1/source"] });
  });
});

it("an interrupted move resumes wherever it stopped", async () => {
  for (let n = 0; n < 30; n++) await disk.put(`videos/${n}/a.m4s`, Buffer.from(String(n)));
  let failures = 0;
  let left = 3;
  s3.fault = ({ method }) => (method === "PUT" && left-- <= 0 ? "cut" : undefined);
  const workFolder = join(folder, "work");
  const move = (): Promise<unknown> =>
    moveStore({ from: disk, to: bucket, workFolder, listArriving: async () => new Set() }).catch(() => {
      failures++;
      left = 3 * (failures + 1);
      return move();
    });
  await move();
  expect(failures).toBeGreaterThan(2);
  for (let n = 0; n < 30; n++)
    expect(Buffer.from(await bucket.read(`videos/${n}/a.m4s`)).toString()).toBe(String(n));
});
