import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { BlockCache } from "./block-cache.ts";
import { ObjectNotFound, type StoreRange } from "./media-store.ts";

const BYTES_PER_MB = 1_048_576;
let folder: string;
let objects: Map<string, Buffer>;
let fetchedRanges: (StoreRange & { name: string })[];
let nowMs: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-cache-"));
  objects = new Map();
  fetchedRanges = [];
  nowMs = 0;
  return () => rm(folder, { recursive: true });
});

const openCache = (maxBytes: number) =>
  BlockCache.open({
    folder: join(folder, "cache"),
    maxBytes,
    now: () => nowMs,
    async *fetch(name, range) {
      fetchedRanges.push({ name, ...range });
      const bytes = objects.get(name);
      if (!bytes) throw new ObjectNotFound(name);
      yield bytes.subarray(range.offset, range.offset + range.length);
    },
  });
const readText = async (cache: BlockCache, name: string, offset: number, length: number) =>
  Buffer.from(await cache.read(name, { offset, length })).toString();

it("a part is fetched once for concurrent and later readers", async () => {
  objects.set("a", Buffer.alloc(3 * BYTES_PER_MB, "abc"));
  const cache = await openCache(100 * BYTES_PER_MB);
  const texts = await Promise.all(
    Array.from({ length: 10 }, () => readText(cache, "a", BYTES_PER_MB + 1, 3)),
  );
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toBe(objects.get("a")?.toString("utf8", BYTES_PER_MB + 1, BYTES_PER_MB + 4));
  await readText(cache, "a", 2 * BYTES_PER_MB - 5, 3);
  expect(fetchedRanges).toEqual([{ name: "a", offset: BYTES_PER_MB, length: BYTES_PER_MB }]);
});

it("only missing parts are fetched, and reads reach the end of the object", async () => {
  objects.set("a", Buffer.alloc(3 * BYTES_PER_MB + 10, "x"));
  const cache = await openCache(100 * BYTES_PER_MB);
  await readText(cache, "a", BYTES_PER_MB, 5);
  expect((await readText(cache, "a", 0, 100 * BYTES_PER_MB)).length).toBe(3 * BYTES_PER_MB + 10);
  expect(fetchedRanges.map(({ offset }) => offset)).toEqual([BYTES_PER_MB, 0, 2 * BYTES_PER_MB]);
  expect(await readText(cache, "a", 4 * BYTES_PER_MB, 5)).toBe("");
  expect(cache.heldBytes).toBe(3 * BYTES_PER_MB + 10);
});

it("the cache stays within its limit by dropping the least recently used objects", async () => {
  for (const name of ["a", "b", "c"]) objects.set(name, Buffer.alloc(BYTES_PER_MB, name));
  const cache = await openCache(2 * BYTES_PER_MB);
  for (const name of ["a", "b", "a", "c", "a"]) expect(await readText(cache, name, 0, 1)).toBe(name);
  expect(fetchedRanges.map(({ name }) => name)).toEqual(["a", "b", "c"]);
  expect(cache.heldBytes).toBe(2 * BYTES_PER_MB);
  await expect.poll(() => readdir(join(folder, "cache"))).toHaveLength(2);
});

it("an object that is larger than the limit can be read", async () => {
  objects.set("a", Buffer.alloc(3 * BYTES_PER_MB, "a"));
  const cache = await openCache(BYTES_PER_MB);
  expect((await readText(cache, "a", 0, 3 * BYTES_PER_MB)).length).toBe(3 * BYTES_PER_MB);
  expect(cache.heldBytes).toBe(0);
});

it("a failed fetch caches nothing, and the next read tries again", async () => {
  const cache = await openCache(BYTES_PER_MB);
  await expect(cache.read("a", { offset: 0, length: 1 })).rejects.toThrow(ObjectNotFound);
  objects.set("a", Buffer.from("a"));
  expect(await readText(cache, "a", 0, 1)).toBe("a");
});

it("half of the cached bytes are evicted when the disk is full, and only the missing rest is fetched again", async () => {
  for (const name of ["a", "b", "c"]) objects.set(name, Buffer.alloc(2 * BYTES_PER_MB, name));
  let roomBytes = Number.POSITIVE_INFINITY;
  const cache = await BlockCache.open({
    folder: join(folder, "cache"),
    maxBytes: 100 * BYTES_PER_MB,
    async *fetch(name, { offset, length }) {
      fetchedRanges.push({ name, offset, length });
      for (let at = offset; at < offset + length; at += BYTES_PER_MB) {
        roomBytes -= BYTES_PER_MB;
        if (roomBytes < 0) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
        yield objects.get(name)?.subarray(at, at + BYTES_PER_MB) ?? Buffer.alloc(0);
      }
    },
  });
  for (const name of ["a", "b"]) await cache.read(name, { offset: 0, length: 2 * BYTES_PER_MB });
  roomBytes = BYTES_PER_MB;
  await expect(cache.read("c", { offset: 0, length: 2 * BYTES_PER_MB })).rejects.toMatchObject({
    code: "ENOSPC",
  });
  await expect.poll(() => readdir(join(folder, "cache"))).toHaveLength(1);
  roomBytes = Number.POSITIVE_INFINITY;
  fetchedRanges.length = 0;
  expect(await readText(cache, "c", 2 * BYTES_PER_MB - 2, 2)).toBe("cc");
  expect(fetchedRanges).toEqual([{ name: "c", offset: BYTES_PER_MB, length: BYTES_PER_MB }]);
});

it("linked files grow with their object and outlive their cache entry", async () => {
  objects.set("a", Buffer.alloc(BYTES_PER_MB + 10, "a"));
  const cache = await openCache(2 * BYTES_PER_MB);
  const path = await cache.link("a", { sizeBytes: BYTES_PER_MB - 10, folder, versions: [] });
  expect((await readFile(path)).length).toBe(BYTES_PER_MB - 10);
  expect(await cache.link("a", { sizeBytes: BYTES_PER_MB + 10, folder, versions: [] })).toBe(path);
  expect((await readFile(path)).equals(objects.get("a") ?? Buffer.alloc(0))).toBe(true);
  objects.set("b", Buffer.alloc(2 * BYTES_PER_MB, "b"));
  await readText(cache, "b", 0, 2 * BYTES_PER_MB);
  expect((await readFile(path)).length).toBe(BYTES_PER_MB + 10);
  await expect(cache.link("b", { sizeBytes: 2 * BYTES_PER_MB + 1, folder, versions: [] })).rejects.toThrow(
    ObjectNotFound,
  );
});

it("ranges of a growing object can be read, up to the bytes that have arrived", async () => {
  objects.set("a", Buffer.alloc(3 * BYTES_PER_MB, "abc"));
  const cache = await openCache(10 * BYTES_PER_MB);
  const begin = { sizeBytes: 2 * BYTES_PER_MB - 10, versions: [{ offset: 0, tag: "first" }] };
  expect(await cache.hasAll("a", begin)).toBe(false);
  const bytes = await cache.readOf("a", { offset: BYTES_PER_MB, length: 2 * BYTES_PER_MB }, begin);
  expect(
    Buffer.from(bytes).equals(
      Buffer.alloc(3 * BYTES_PER_MB, "abc").subarray(BYTES_PER_MB, 2 * BYTES_PER_MB - 10),
    ),
  ).toBe(true);
  expect(fetchedRanges).toEqual([{ name: "a", offset: BYTES_PER_MB, length: BYTES_PER_MB - 10 }]);
  await cache.readOf("a", { offset: 0, length: BYTES_PER_MB }, begin);
  expect(await cache.hasAll("a", begin)).toBe(true);
  objects.set("a", Buffer.alloc(2 * BYTES_PER_MB, "b"));
  const changed = { sizeBytes: 2 * BYTES_PER_MB, versions: [{ offset: 0, tag: "second" }] };
  expect(await cache.hasAll("a", changed)).toBe(false);
  expect(Buffer.from(await cache.readOf("a", { offset: 0, length: 1 }, changed)).toString()).toBe("b");
  const more = { ...changed, sizeBytes: 3 * BYTES_PER_MB };
  await expect(cache.readOf("a", { offset: 2 * BYTES_PER_MB, length: 1 }, more)).rejects.toThrow(
    ObjectNotFound,
  );
});

it("only changed objects are fetched again", async () => {
  objects.set("a", Buffer.alloc(4 * BYTES_PER_MB, "a"));
  const cache = await openCache(10 * BYTES_PER_MB);
  const link = (...tags: string[]) =>
    cache.link("a", {
      sizeBytes: 4 * BYTES_PER_MB,
      folder,
      versions: tags.map((tag, n) => ({ offset: n * 2 * BYTES_PER_MB, tag })),
    });
  const path = await link("first", "second");
  objects.set("a", Buffer.concat([Buffer.alloc(2 * BYTES_PER_MB, "a"), Buffer.alloc(2 * BYTES_PER_MB, "b")]));
  await link("first", "changed");
  expect(fetchedRanges.slice(1)).toEqual([{ name: "a", offset: 2 * BYTES_PER_MB, length: 2 * BYTES_PER_MB }]);
  expect((await readFile(path)).equals(objects.get("a") ?? Buffer.alloc(0))).toBe(true);
  expect(cache.heldBytes).toBe(4 * BYTES_PER_MB);
});

it("an object is dropped after a day, and all objects at a start", async () => {
  objects.set("a", Buffer.from("a"));
  const cache = await openCache(BYTES_PER_MB);
  await readText(cache, "a", 0, 1);
  nowMs = 25 * 3_600_000;
  await readText(cache, "a", 0, 1);
  expect(fetchedRanges).toHaveLength(2);
  await writeFile(join(folder, "cache", "left"), "left");
  await openCache(BYTES_PER_MB);
  expect(await readdir(join(folder, "cache"))).toEqual([]);
});
