import {
  appendFile,
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rm,
  utimes,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Spool } from "./spool.ts";

describe("the spool", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "shoal-spool-"));
    return async () => {
      vi.restoreAllMocks();
      await Promise.all(opened.splice(0).map((spool) => spool.seal().catch(() => {})));
      await rm(folder, { recursive: true });
    };
  });
  const opened: Spool[] = [];
  const errors: unknown[] = [];
  const openSpool = async (maxBytes: number, path = folder) => {
    const spool = await Spool.open(path, maxBytes, (error) => errors.push(error));
    opened.push(spool);
    return spool;
  };
  /** Spies on the methods that all open files share. */
  const fileHandles = async () => {
    const probe = await open(folder);
    const handles: Pick<FileHandle, "sync" | "datasync"> = Object.getPrototypeOf(probe);
    await probe.close();
    return { sync: vi.spyOn(handles, "sync"), datasync: vi.spyOn(handles, "datasync") };
  };
  /**
   * Starts to record which paths are synced.
   * @returns a function that lists the paths synced since its last call.
   */
  const watchSyncs = async () => {
    const paths: string[] = [];
    for (const spy of Object.values(await fileHandles()))
      spy.mockImplementation(async function (this: FileHandle) {
        paths.push(await readlink(`/proc/self/fd/${this.fd}`));
      });
    return () => paths.splice(0);
  };
  const textOf = async (spool: Spool) => (spool.oldest ? readFile(spool.oldest.path, "utf8") : "");

  it("resolves once every line is on disk, in one file for concurrent callers", async () => {
    const spool = await openSpool(1_000);
    await Promise.all(["a\n", "b\n", "c\n"].map((line) => spool.append(line, 1)));
    const [name = ""] = await readdir(folder);
    expect(await readFile(join(folder, name), "utf8")).toBe("a\nb\nc\n");
    expect([spool.activeRows, spool.sizeBytes]).toEqual([3, 6]);
  });

  it("writes a new file's name durably before confirming its content, once per file", async () => {
    const spool = await openSpool(1_000, join(folder, "sub"));
    const synced = await watchSyncs();
    await spool.append("a\n", 1);
    expect(synced().toSorted()).toEqual([join(folder, "sub"), expect.stringMatching(/\.jsonl$/)]);
    await spool.append("b\n", 1);
    expect(synced()).toEqual([expect.stringMatching(/\.jsonl$/)]);
    await spool.seal();
    await spool.append("c\n", 1);
    expect(synced()).toContain(join(folder, "sub"));
  });

  it("rejects lines while the new file's name cannot be synced, and accepts later ones", async () => {
    const spool = await openSpool(1_000);
    const { sync } = await fileHandles();
    sync.mockRejectedValue(new Error("EIO"));
    await expect(spool.append("a\n", 1)).rejects.toMatchObject({ code: "unavailable" });
    sync.mockRestore();
    await spool.append("b\n", 1);
    await spool.seal();
    expect(await textOf(spool)).toBe("b\n");
  });

  it("returns sealed batches in order and deletes removed ones", async () => {
    const spool = await openSpool(1_000);
    for (const line of ["a\n", "b\n"]) {
      await spool.append(line, 1);
      await spool.seal();
    }
    expect(await textOf(spool)).toBe("a\n");
    if (spool.oldest) await spool.remove(spool.oldest);
    expect([await textOf(spool), spool.sizeBytes]).toEqual(["b\n", 2]);
    await spool.seal();
    expect(await readdir(folder)).toHaveLength(1);
  });

  it("continues with the files of an earlier process, without an incomplete last line", async () => {
    const before = await openSpool(1_000);
    await before.append("a\nb\n", 2);
    const [name = ""] = await readdir(folder);
    await appendFile(join(folder, name), '{"half');
    const after = await openSpool(1_000);
    expect([await textOf(after), after.sizeBytes]).toEqual(["a\nb\n", 4]);
  });

  it("refuses lines beyond its limit, and accepts them when there is room again", async () => {
    const spool = await openSpool(4);
    await spool.append("abc\n", 1);
    await expect(spool.append("d\n", 1)).rejects.toMatchObject({ code: "unavailable" });
    await spool.seal();
    if (spool.oldest) await spool.remove(spool.oldest);
    await spool.append("d\n", 1);
  });

  it("enforces its limit for concurrent callers", async () => {
    const spool = await openSpool(4);
    const results = await Promise.allSettled(["ab\n", "cd\n", "ef\n"].map((line) => spool.append(line, 1)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("rejects lines when the disk fails, and works again afterwards", async () => {
    const spool = await openSpool(1_000, join(folder, "sub"));
    await rm(join(folder, "sub"), { recursive: true });
    await expect(spool.append("a\n", 1)).rejects.toMatchObject({ code: "unavailable" });
    await openSpool(1_000, join(folder, "sub"));
    await spool.append("b\n", 1);
    await spool.seal();
    expect(await textOf(spool)).toBe("b\n");
  });

  it("deletes rejected rows after 30 days", async () => {
    const spool = await openSpool(1_000);
    for (const line of ["a\n", "b\n"]) {
      await spool.append(line, 1);
      await spool.seal();
      const batch = spool.oldest;
      if (!batch) throw new Error("The batch is missing");
      await spool.reject(batch, Buffer.from(line));
      await spool.remove(batch);
    }
    const [old = "", recent = ""] = (await readdir(folder)).sort();
    const setAge = (name: string, days: number) => {
      const at = Date.now() / 1_000 - days * 86_400;
      return utimes(join(folder, name), at, at);
    };
    await setAge(old, 31);
    await setAge(recent, 29);
    await openSpool(1_000);
    expect(await readdir(folder)).toEqual([recent]);
  });

  it("accepts lines although old rejected rows cannot be deleted", async () => {
    // A folder with the name of a rejected file makes the deletion fail, even for root.
    const name = "1-1.jsonl.rejected";
    await mkdir(join(folder, name));
    await utimes(join(folder, name), 0, 0);
    const spool = await openSpool(1_000);
    expect(errors.splice(0)).toHaveLength(1);
    await spool.append("a\n", 1);
    await spool.seal();
    expect(await textOf(spool)).toBe("a\n");
  });
});
