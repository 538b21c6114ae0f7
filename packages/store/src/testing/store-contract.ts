import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GROWING_BLOCK_BYTES, type MediaStore, ObjectNotFound, type StoredObject } from "../media-store.ts";

/** A store to be tested, and how to dispose of it. */
export interface StoreUnderTest {
  store: MediaStore;
  close(): Promise<void>;
}

const TEXT_BYTES = Buffer.from("0123456789");

/** Tests the behaviour that every media store must have. @example describeStoreContract("a folder", openFolder); */
export function describeStoreContract(kind: string, open: () => Promise<StoreUnderTest>): void {
  describe(`the media store as ${kind}`, () => {
    let tested: StoreUnderTest;
    let store: MediaStore;
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "shoal-store-contract-"));
      tested = await open();
      ({ store } = tested);
    });
    afterAll(async () => {
      await tested.close();
      await rm(folder, { recursive: true });
    });

    const textOf = async (name: string, range?: { offset: number; length: number }) =>
      Buffer.from(await store.read(name, range)).toString();
    const localFile = async (bytes: Uint8Array) => {
      const path = join(folder, randomBytes(8).toString("hex"));
      await writeFile(path, bytes);
      return path;
    };
    const listed = async (prefix?: string): Promise<StoredObject[]> => {
      const found: StoredObject[] = [];
      for await (const each of store.list(prefix)) found.push(each);
      return found.sort((a, b) => (a.name < b.name ? -1 : 1));
    };

    it("returns stored bytes, whole and in ranges", async () => {
      await store.put("read/a.m4s", TEXT_BYTES);
      expect(await textOf("read/a.m4s")).toBe("0123456789");
      expect(await textOf("read/a.m4s", { offset: 2, length: 3 })).toBe("234");
      expect(await store.findSize("read/a.m4s")).toBe(10);
    });

    it("reads the available part of a range that exceeds the object", async () => {
      await store.put("read/end.m4s", TEXT_BYTES);
      expect(await textOf("read/end.m4s", { offset: 8, length: 100 })).toBe("89");
      expect(await textOf("read/end.m4s", { offset: 10, length: 5 })).toBe("");
      expect(await textOf("read/end.m4s", { offset: 3, length: 0 })).toBe("");
    });

    it("replaces an object, and stores an empty one", async () => {
      await store.put("put/a.json", TEXT_BYTES);
      await store.put("put/a.json", Buffer.from("new"));
      expect(await textOf("put/a.json")).toBe("new");
      await store.put("put/empty.webp", new Uint8Array());
      expect([await textOf("put/empty.webp"), await store.findSize("put/empty.webp")]).toEqual(["", 0]);
    });

    it("streams an object and a range of it", async () => {
      await store.put("stream/a.m4s", TEXT_BYTES);
      expect((await buffer(store.stream("stream/a.m4s"))).toString()).toBe("0123456789");
      const range = store.stream("stream/a.m4s", { offset: 4, length: 4 });
      expect((await buffer(range)).toString()).toBe("4567");
    });

    it("reports missing objects", async () => {
      await expect(store.read("gone/a.m4s")).rejects.toThrow(ObjectNotFound);
      await expect(store.read("gone/source")).rejects.toThrow(ObjectNotFound);
      await expect(store.read("gone/source", { offset: 0, length: 5 })).rejects.toThrow(ObjectNotFound);
      await expect(buffer(store.stream("gone/a.m4s"))).rejects.toThrow();
      await expect(store.localFile("gone/a.m4s", { folder })).rejects.toThrow(ObjectNotFound);
      await expect(store.openSeekable("gone/a.m4s", {})).rejects.toThrow(ObjectNotFound);
      expect([await store.findSize("gone/a.m4s"), await store.findSize("gone/source")]).toEqual([
        undefined,
        undefined,
      ]);
      await store.remove("gone/a.m4s");
      await store.remove("gone/");
    });

    it("rejects invalid names", async () => {
      for (const name of ["../a", "/a", "a//b", "a b", "a/../b", ""])
        await expect(store.put(name, TEXT_BYTES)).rejects.toThrow("Not a name");
    });

    it("moves in local files, including large ones", async () => {
      const bytes = randomBytes(18_000_000);
      const path = await localFile(bytes);
      await store.putFile("move/large.mp4", path);
      expect(existsSync(path)).toBe(false);
      expect(await store.findSize("move/large.mp4")).toBe(bytes.length);
      const got = await store.read("move/large.mp4");
      expect(bytes.equals(got)).toBe(true);
      const empty = await localFile(Buffer.alloc(0));
      await store.putFile("move/empty.mp4", empty);
      expect([existsSync(empty), await store.findSize("move/empty.mp4")]).toEqual([false, 0]);
    });

    it("stores a source that grows chunk by chunk in any order", async () => {
      const bytes = randomBytes(2 * GROWING_BLOCK_BYTES + 1_000);
      const chunk = (n: number) => bytes.subarray(n * GROWING_BLOCK_BYTES, (n + 1) * GROWING_BLOCK_BYTES);
      await store.writeAt("uploads/1/source", 2 * GROWING_BLOCK_BYTES, chunk(2));
      await store.writeAt("uploads/1/source", 0, [chunk(0).subarray(0, 7), chunk(0).subarray(7)]);
      await Promise.all([
        store.writeAt("uploads/1/source", GROWING_BLOCK_BYTES, chunk(1)),
        store.writeAt("uploads/1/source", 0, chunk(0)),
      ]);
      expect(await store.findSize("uploads/1/source")).toBe(bytes.length);
      expect(bytes.equals(await store.read("uploads/1/source"))).toBe(true);
      const range = { offset: GROWING_BLOCK_BYTES - 10, length: GROWING_BLOCK_BYTES + 20 };
      const expected = bytes.subarray(range.offset, range.offset + range.length);
      expect(expected.equals(await store.read("uploads/1/source", range))).toBe(true);
      expect(expected.equals(await buffer(store.stream("uploads/1/source", range)))).toBe(true);
    });

    it("stores a source that grows by small writes across chunks", async () => {
      const bytes = randomBytes(GROWING_BLOCK_BYTES + 300);
      await store.writeAt("uploads/2/source", 0, bytes.subarray(0, 100));
      await store.writeAt("uploads/2/source", 100, bytes.subarray(100, 250));
      await store.writeAt("uploads/2/source", 250, bytes.subarray(250));
      await store.writeAt("uploads/2/source", 50, bytes.subarray(50, 60));
      expect(bytes.equals(await store.read("uploads/2/source"))).toBe(true);
      await store.writeAt("uploads/3/source", 0, Buffer.alloc(0));
      expect([await store.findSize("uploads/3/source"), await textOf("uploads/3/source")]).toEqual([0, ""]);
    });

    it("gives programs a local file with the bytes that have arrived, even if they changed since", async () => {
      const bytes = randomBytes(GROWING_BLOCK_BYTES + 5_000);
      await store.writeAt("uploads/4/source", 0, bytes.subarray(0, GROWING_BLOCK_BYTES));
      const first = await store.localFile("uploads/4/source", { folder, sizeBytes: 1_000 });
      expect((await readFile(first)).subarray(0, 1_000).equals(bytes.subarray(0, 1_000))).toBe(true);
      await store.writeAt("uploads/4/source", GROWING_BLOCK_BYTES, bytes.subarray(GROWING_BLOCK_BYTES));
      const whole = await store.localFile("uploads/4/source", { folder, sizeBytes: bytes.length });
      expect(bytes.equals(await readFile(whole))).toBe(true);
      const other = randomBytes(2_000);
      await store.remove("uploads/4/source");
      await store.writeAt("uploads/4/source", 0, other);
      const changed = await store.localFile("uploads/4/source", { folder, sizeBytes: 2_000 });
      expect((await readFile(changed)).subarray(0, 2_000).equals(other)).toBe(true);
      await store.put("pictures/1/upload", TEXT_BYTES);
      const picture = await store.localFile("pictures/1/upload", { folder });
      expect(await readFile(picture, "utf8")).toBe("0123456789");
    });

    it("removes an object, a source, or everything below a name, and nothing else", async () => {
      for (const name of ["remove/1/a.m4s", "remove/1/b/c.m4s", "remove/10/a.m4s"])
        await store.put(name, TEXT_BYTES);
      await store.writeAt("remove/1/source", 0, TEXT_BYTES);
      await store.writeAt("remove/2/source", 0, TEXT_BYTES);
      await store.remove("remove/1/");
      await store.remove("remove/2/source");
      expect(await listed("remove/")).toEqual([{ name: "remove/10/a.m4s", sizeBytes: 10 }]);
      await store.remove("remove/10/a.m4s");
      expect(await listed("remove/")).toEqual([]);
    });

    it("lists objects and sources by prefix", async () => {
      await store.put("list/1/a.m4s", TEXT_BYTES);
      await store.put("list/12.m4s", TEXT_BYTES);
      await store.put("list/2/a.m4s", TEXT_BYTES);
      await store.writeAt("list/1/source", 0, randomBytes(10));
      await store.writeAt("list/1/source", GROWING_BLOCK_BYTES, randomBytes(5));
      const source = { name: "list/1/source", sizeBytes: GROWING_BLOCK_BYTES + 5 };
      const first = { name: "list/1/a.m4s", sizeBytes: 10 };
      const other = { name: "list/12.m4s", sizeBytes: 10 };
      expect(await listed("list/1/")).toEqual([first, source]);
      expect(await listed("list/1")).toEqual([first, source, other]);
      expect(await listed("list/9")).toEqual([]);
      expect((await listed()).map(({ name }) => name)).toContain("list/2/a.m4s");
    });

    it("reports free space", async () => {
      expect(await store.freeBytes()).toBeGreaterThan(0);
    });
  });
}
