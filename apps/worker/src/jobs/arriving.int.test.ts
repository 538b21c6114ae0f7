import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { H264, testPicture, testTone } from "@shoal/testkit";
import { describe, expect, it } from "vitest";
import { openedOf, videoIdentity } from "../testing/job-harness.ts";
import { useJobHarness } from "../testing/use-job-harness.ts";

const execFileAsync = promisify(execFile);
const jobs = useJobHarness();

/**
 * The length of the video in seconds, which takes several pieces. It has few frames per second, since the result does not depend on their
 * number.
 */
const [FILM_SEC, FPS] = [70, 10];
const pictureArgs = testPicture({ durationSec: FILM_SEC, size: "640x360", rate: `${FPS}` });
const filmArgs = [...pictureArgs, ...testTone(FILM_SEC), ...H264, "-g", `${FPS}`, "-c:a", "aac"];
let fastStartFile: Promise<string>;
/** Returns a faststart file, which all tests share. */
const createFastStartFile = () =>
  (fastStartFile ??= jobs.clips.make("fast.mp4", [...filmArgs, "-movflags", "+faststart"]));

describe("a file that is still arriving", () => {
  it("is opened from its first bytes and published piece by piece, with the same result as the whole file", async () => {
    const path = await createFastStartFile();
    const whole = await readFile(path);
    const source = {
      object: "sources/arriving",
      sizeBytes: whole.length,
      availableBytes: 0,
      originalName: "f",
    };
    const arrive = async (bytes: number) => {
      await jobs.harness.store.writeAt(source.object, 0, whole.subarray(0, bytes));
      source.availableBytes = bytes;
    };

    await arrive(1_000);
    const early = await jobs.harness.open(source);
    expect(early).toMatchObject({ type: "not-yet" });
    const { minBytes } = early as { minBytes: number };
    expect(minBytes).toBeLessThan(whole.length / 4);
    await arrive(minBytes);
    const next = await jobs.harness.open(source);
    const enough = next.type === "not-yet" ? next.minBytes : minBytes;
    await arrive(enough);
    const { plan, outputs } = openedOf(await jobs.harness.open(source));
    expect(plan.firstRungId).toBe(plan.rungs.find(({ mode }) => mode === "copy")?.id);
    expect(outputs.map(({ trackId }) => trackId)).toEqual([plan.firstRungId, "a0"]);

    const [, second] = plan.pieces;
    await arrive(second?.sourceEndByte ?? 0);
    expect(source.availableBytes).toBeLessThan(whole.length);
    const growing = await jobs.harness.run("copy-piece", { ...videoIdentity, source, plan, pieceIndex: 1 });
    const complete = await jobs.harness.addSource(path, "arriving");
    expect(
      await jobs.harness.run("copy-piece", { ...videoIdentity, source: complete, plan, pieceIndex: 1 }),
    ).toEqual(growing);
  });

  it("is never encoded from missing bytes", async () => {
    const path = await createFastStartFile();
    const source = await jobs.harness.addSource(path, "early");
    const { plan } = openedOf(await jobs.harness.open(source));
    const early = { ...videoIdentity, plan, source: { ...source, availableBytes: 5_000 } };
    for (const name of ["copy-piece", "encode-piece"] as const)
      await expect(jobs.harness.run(name, { ...early, pieceIndex: 0 })).rejects.toThrow("5000 are there");
    await expect(jobs.harness.run("encode-audio", early)).rejects.toThrow("5000 are there");
  });

  it("is only opened with its last byte if its index is at the end", async () => {
    const path = await jobs.clips.make("slow.mp4", [...filmArgs, "-t", "4"]);
    const source = await jobs.harness.addSource(path, "slow");
    const answer = await jobs.harness.open({ ...source, availableBytes: 5_000 });
    expect(answer).toMatchObject({ type: "not-yet", minBytes: source.sizeBytes });
  });
});

describe("a full disk", () => {
  it("ends the encoding with disk_full and leaves no files", async () => {
    const mount = await mkdtemp(join(tmpdir(), "shoal-full-"));
    await execFileAsync("mount", ["-t", "tmpfs", "-o", "size=600k", "tmpfs", mount]);
    try {
      const path = await jobs.clips.make("noise.mkv", [
        ...testPicture({ durationSec: 8, size: "640x360" }),
        "-vf",
        "noise=alls=60:allf=t",
        ...H264,
        "-crf",
        "40",
      ]);
      const source = await jobs.harness.addSource(path, "noise");
      const { plan } = openedOf(await jobs.harness.open(source));
      const result = await jobs.harness.run(
        "encode-piece",
        { ...videoIdentity, source, plan: { ...plan, firstRungId: "none" }, pieceIndex: 0 },
        { workFolder: mount },
      );
      expect(result).toMatchObject({ type: "failed", fault: { errorType: "disk_full" } });
    } finally {
      await execFileAsync("umount", [mount]);
      await rm(mount, { recursive: true, force: true });
    }
  });
});
