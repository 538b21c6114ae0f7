import { open, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ClipFolder, H264, makeClipFolder, testPicture, testTone } from "@shoal/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { detectSandbox, type Sandbox } from "../ffmpeg/sandbox.ts";
import { warmPrograms } from "../ffmpeg/warm-programs.ts";
import { MediaFault } from "../probe/media-fault.ts";
import { box, fullBox, Mp4Error, u32 } from "./boxes.ts";
import { openMp4File } from "./read-index.ts";
import { readIndexSandboxed } from "./read-index-sandboxed.ts";

let clips: ClipFolder;
let clip: string;
beforeAll(async () => {
  clips = await makeClipFolder();
  const args = [...testPicture({ durationSec: 2 }), ...testTone(2), ...H264, "-bf", "2", "-c:a", "aac"];
  clip = await clips.make("clip.mp4", args);
});
afterAll(() => clips?.dispose());

async function readSandboxed(path: string, sandbox: Sandbox, limits = {}) {
  const { size } = await stat(path);
  const read = async (offset: number, length: number) => {
    const file = await open(path, "r");
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    await file.close();
    return buffer.subarray(0, bytesRead);
  };
  const source = { sizeBytes: size, availableBytes: size, read };
  return readIndexSandboxed(source, { sandbox, inputPath: path, outputFolder: clips.path, limits });
}

describe.each(["bwrap", "limited"] as const)("readIndexSandboxed in the %s sandbox", (setting) => {
  it("returns the same tracks as a read in this process, and leaves no files", async () => {
    const sandbox = await detectSandbox(setting);
    const here = await openMp4File(clip);
    expect(await readSandboxed(clip, sandbox)).toEqual(here.tracks);
    expect(await readSandboxed(clip, await warmPrograms(sandbox, clips.path))).toEqual(here.tracks);
    await here[Symbol.asyncDispose]();
    expect((await readdir(clips.path)).toSorted()).toEqual(["clip.mp4", "programs"]);
  });

  it("throws Mp4Error for an index with too many tracks", async () => {
    const path = join(clips.path, "lie.mp4");
    const mvhd = fullBox("mvhd", 0, 0, u32(0, 0, 1_000));
    await writeFile(path, box("moov", mvhd, ...Array.from({ length: 65 }, () => box("trak"))));
    await expect(readSandboxed(path, await detectSandbox(setting))).rejects.toThrow(Mp4Error);
    await rm(path);
  });

  it.each([
    ["time", { wallSec: 0.001 }],
    ["memory", { memoryBytes: 900_000_000 }],
  ])("throws MediaFault when it exceeds its limit of %s", async (_, limits) => {
    await expect(readSandboxed(clip, await detectSandbox(setting), limits)).rejects.toThrow(MediaFault);
  });
});
