import { existsSync, readlinkSync, statSync } from "node:fs";
import { type FileHandle, mkdir, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FolderStore } from "./folder-store.ts";

/** Returns a folder on another file system, from which files cannot be renamed. */
function folderOnOtherDevice(folder: string): string {
  const { dev } = statSync(folder);
  const place = ["/dev/shm", "/var/tmp"].find((path) => statSync(path).dev !== dev);
  if (!place) throw new Error("This machine has one file system for all");
  return place;
}

/**
 * A real power failure cannot be tested. The order is checked instead: which bytes and folders were synced, and whether the
 * object's name was already in its folder.
 */
describe("durability of confirmed writes", () => {
  let folder: string;
  let store: FolderStore;
  let handles: Pick<FileHandle, "sync" | "datasync">;
  let synced: string[];
  /** The object written by a test. */
  let object: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "shoal-store-"));
    store = new FolderStore(join(folder, "media"));
    await store.prepare();
    synced = [];
    object = "a/b/c.m4s";
    const probe = await open(folder);
    handles = Object.getPrototypeOf(probe);
    await probe.close();
    for (const name of ["sync", "datasync"] as const) {
      const original = handles[name];
      vi.spyOn(handles, name).mockImplementation(async function (this: FileHandle) {
        const path = relative(folder, readlinkSync(`/proc/self/fd/${this.fd}`));
        const isNamed = existsSync(join(folder, "media", object));
        await original.call(this);
        synced.push(`${path.replace(/\.tmp\/.*/, ".tmp/*")} ${isNamed ? "named" : "unnamed"}`);
      });
    }
    return async () => {
      vi.restoreAllMocks();
      await rm(folder, { recursive: true });
    };
  });

  it("syncs an object's bytes before it is named, then its folder and each new parent", async () => {
    await store.put(object, Buffer.from("bytes"));
    expect(synced).toEqual(["media/.tmp/* unnamed", "media unnamed", "media/a unnamed", "media/a/b named"]);
  });

  it("syncs only the folder of a further object in it, and of a replacement", async () => {
    await store.put("a/b/first.m4s", Buffer.from("bytes"));
    synced.length = 0;
    await store.put(object, Buffer.from("bytes"));
    await store.put(object, Buffer.from("other"));
    expect(synced).toEqual([
      "media/.tmp/* unnamed",
      "media/a/b named",
      "media/.tmp/* named",
      "media/a/b named",
    ]);
  });

  it("syncs the bytes of a moved file, and its new folders", async () => {
    const local = join(folder, "made.mp4");
    await writeFile(local, "bytes");
    await store.putFile(object, local);
    expect(synced).toEqual(["made.mp4 unnamed", "media unnamed", "media/a unnamed", "media/a/b named"]);
  });

  it("syncs a file from another file system before the original is removed", async () => {
    const far = await mkdtemp(join(folderOnOtherDevice(folder), "shoal-store-"));
    try {
      const local = join(far, "made.mp4");
      await writeFile(local, "bytes");
      await store.putFile(object, local);
      expect(synced).toContain("media/.tmp/* unnamed");
      expect(synced.at(-1)).toBe("media/a/b named");
      expect([existsSync(local), Buffer.from(await store.read(object)).toString()]).toEqual([false, "bytes"]);
    } finally {
      await rm(far, { recursive: true });
    }
  });

  it("syncs a growing source's name with its first chunk, and only bytes with later chunks", async () => {
    object = "uploads/source";
    await store.writeAt(object, 5, Buffer.from("later"));
    expect(synced).toEqual(["media unnamed", "media/uploads/source named", "media/uploads named"]);
    synced.length = 0;
    await store.writeAt(object, 0, Buffer.from("first"));
    expect(synced).toEqual(["media/uploads/source named"]);
  });

  it("syncs folders again after they were removed by this process or another one", async () => {
    await store.put(object, Buffer.from("bytes"));
    await store.remove("a/");
    synced.length = 0;
    await store.put(object, Buffer.from("bytes"));
    expect(synced).toContain("media unnamed");
    await rm(join(folder, "media", "a"), { recursive: true });
    synced.length = 0;
    await store.put(object, Buffer.from("bytes"));
    expect(synced).toContain("media unnamed");
  });

  it("syncs a folder that another process has just created", async () => {
    await mkdir(join(folder, "media/a/b"), { recursive: true });
    await store.put(object, Buffer.from("bytes"));
    expect(synced).toEqual(expect.arrayContaining(["media unnamed", "media/a unnamed"]));
  });

  it("syncs the folder once for all writes that arrive during another sync", async () => {
    await store.put("a/b/first.m4s", Buffer.from("bytes"));
    const release = Promise.withResolvers<void>();
    const syncs: string[] = [];
    vi.mocked(handles.sync).mockImplementation(async function (this: FileHandle) {
      syncs.push(relative(folder, readlinkSync(`/proc/self/fd/${this.fd}`)));
      if (syncs.length === 1) await release.promise;
    });
    const names = Array.from({ length: 20 }, (_, n) => `a/b/${n}.m4s`);
    const puts = names.map((name) => store.put(name, Buffer.from(name)));
    const isNamed = (name: string) => existsSync(join(folder, "media", name));
    await expect.poll(() => names.every(isNamed), { interval: 5 }).toBe(true);
    release.resolve();
    await Promise.all(puts);
    expect(syncs).toEqual(["media/a/b", "media/a/b"]);
  });

  it("rejects a write if syncing fails", async () => {
    vi.mocked(handles.sync).mockRejectedValue(new Error("EIO"));
    await expect(store.put(object, Buffer.from("bytes"))).rejects.toThrow("EIO");
    await expect(store.writeAt("uploads/source", 0, Buffer.from("bytes"))).rejects.toThrow("EIO");
    const local = join(folder, "made.mp4");
    await writeFile(local, "bytes");
    await expect(store.putFile(object, local)).rejects.toThrow("EIO");
  });
});
