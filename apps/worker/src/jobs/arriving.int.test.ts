import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { JobResult } from "@shoal/contract";
import { H264, testPicture, testTone } from "@shoal/testkit";
import { describe, expect, it } from "vitest";
import { identity, openedOf } from "../testing/job-rig.ts";
import { useJobRig } from "../testing/use-job-rig.ts";

const run = promisify(execFile);
const jobs = useJobRig();

/** Long enough for several pieces; few pictures a second, for what is encoded does not change with their number. */
const [FILM_SEC, FPS] = [70, 10];
const picture = testPicture({ durationSec: FILM_SEC, size: "640x360", rate: `${FPS}` });
const film = [...picture, ...testTone(FILM_SEC), ...H264, "-g", `${FPS}`, "-c:a", "aac"];
let fast: Promise<string>;
/** Made once for all tests. */
const fastFilm = () => (fast ??= jobs.clips.make("fast.mp4", [...film, "-movflags", "+faststart"]));

describe("a faststart file that is still arriving", () => {
  it("is opened from its first bytes, published piece by piece, and equal to what the whole file gives", async () => {
    const path = await fastFilm();
    const whole = await readFile(path);
    const source = {
      object: "sources/arriving",
      sizeBytes: whole.length,
      availableBytes: 0,
      originalName: "f",
    };
    const arrive = async (bytes: number) => {
      await jobs.rig.store.writeAt(source.object, 0, whole.subarray(0, bytes));
      source.availableBytes = bytes;
    };

    await arrive(1_000);
    const early = await jobs.rig.open(source);
    expect(early).toMatchObject({ type: "not-yet" });
    const { minBytes } = early as { minBytes: number };
    expect(minBytes).toBeLessThan(whole.length / 4);
    await arrive(minBytes);
    const next = await jobs.rig.open(source);
    const enough = next.type === "not-yet" ? next.minBytes : minBytes;
    await arrive(enough);
    const { plan, outputs } = openedOf(await jobs.rig.open(source));
    expect(plan.firstRungId).toBe(plan.rungs.find(({ mode }) => mode === "copy")?.id);
    expect(outputs.map(({ trackId }) => trackId)).toEqual([plan.firstRungId, "a0"]);

    const [, second] = plan.pieces;
    await arrive(second?.sourceEndByte ?? 0);
    expect(source.availableBytes).toBeLessThan(whole.length);
    const growing = await jobs.rig.run("copy-piece", { ...identity, source, plan, pieceIndex: 1 });
    const complete = await jobs.rig.addSource(path, "arriving");
    expect(await jobs.rig.run("copy-piece", { ...identity, source: complete, plan, pieceIndex: 1 })).toEqual(
      growing,
    );
  });

  it("is encoded from what is there where nothing of it can be kept, to the same bytes", async () => {
    const wave = "0.3*sin(440*2*PI*t)|0.1*sin(880*2*PI*t)|0|0|0|0";
    const surround = ["-f", "lavfi", "-i", `aevalsrc='${wave}':d=${FILM_SEC}:c=5.1`];
    const encoder = [
      "-c:v",
      "libx264",
      "-preset",
      "ultrafast",
      "-pix_fmt",
      "yuv422p",
      "-g",
      `${4 * FPS}`,
      "-c:a",
      "ac3",
    ];
    const path = await jobs.clips.make("other.mp4", [
      ...picture,
      ...surround,
      ...encoder,
      "-movflags",
      "+faststart",
    ]);
    const whole = await readFile(path);
    const object = "sources/other";
    const source = { object, sizeBytes: whole.length, availableBytes: 0, originalName: "other" };
    // Where nothing has arrived yet, anything may stand.
    await jobs.rig.store.writeAt(object, 0, randomBytes(whole.length));
    const arrive = async (bytes: number) => {
      await jobs.rig.store.writeAt(object, 0, whole.subarray(0, bytes));
      source.availableBytes = bytes;
    };
    await arrive(100_000);
    for (
      let answer = await jobs.rig.open(source);
      answer.type === "not-yet";
      answer = await jobs.rig.open(source)
    )
      await arrive(answer.minBytes);
    expect(source.availableBytes).toBeLessThan(whole.length / 5);

    const { plan, outputs } = openedOf(await jobs.rig.open(source));
    const modes = [...plan.rungs, ...plan.audio].map(({ mode }) => mode);
    expect(new Set(modes)).toEqual(new Set(["encode"]));
    expect(outputs.map(({ trackId }) => trackId)).toEqual([plan.firstRungId, "a0"]);
    const parts = plan.audioParts ?? [];
    expect(parts.length).toBeGreaterThan(1);
    const early: JobResult[] = [];
    for (const [partIndex, { sourceEndByte }] of parts.entries()) {
      await arrive(sourceEndByte);
      early.push(await jobs.rig.run("encode-audio", { ...identity, source, plan, partIndex }));
    }
    const [, second] = plan.pieces;
    await jobs.rig.store.writeAt(object, 0, randomBytes(whole.length));
    await arrive(second?.sourceEndByte ?? 0);
    const piece = await jobs.rig.run("encode-piece", { ...identity, source, plan, pieceIndex: 1 });
    expect(source.availableBytes).toBeLessThan(whole.length / 2);

    const complete = await jobs.rig.addSource(path, "other");
    const payload = { ...identity, source: complete, plan };
    expect(openedOf(await jobs.rig.open(complete)).outputs).toEqual(outputs);
    expect(await jobs.rig.run("encode-piece", { ...payload, pieceIndex: 1 })).toEqual(piece);
    const { audioParts: _, ...planned } = plan;
    const sound = await jobs.rig.run("encode-audio", { ...payload, plan: planned });
    const bytesOf = (results: JobResult[]) =>
      results
        .flatMap((result) => ("outputs" in result ? result.outputs : []))
        .flatMap(({ segments }) => segments);
    const digests = (results: JobResult[]) => bytesOf(results).map(({ number, sha256 }) => [number, sha256]);
    expect(digests(early)).toEqual(digests([sound]).slice(1));
  });

  it("is never encoded from bytes that are not there", async () => {
    const path = await fastFilm();
    const source = await jobs.rig.addSource(path, "early");
    const { plan } = openedOf(await jobs.rig.open(source));
    const early = { ...identity, plan, source: { ...source, availableBytes: 5_000 } };
    for (const name of ["copy-piece", "encode-piece"] as const)
      await expect(jobs.rig.run(name, { ...early, pieceIndex: 0 })).rejects.toThrow("5000 are there");
    await expect(jobs.rig.run("encode-audio", early)).rejects.toThrow("5000 are there");
  });

  it("waits for the last byte where the index stands at the end", async () => {
    const path = await jobs.clips.make("slow.mp4", [...film, "-t", "4"]);
    const source = await jobs.rig.addSource(path, "slow");
    const answer = await jobs.rig.open({ ...source, availableBytes: 5_000 });
    expect(answer).toMatchObject({ type: "not-yet", minBytes: source.sizeBytes });
  });
});

describe("a disk that is full", () => {
  it("ends the encoding with disk_full and leaves nothing", async () => {
    const mount = await mkdtemp(join(tmpdir(), "shoal-full-"));
    await run("mount", ["-t", "tmpfs", "-o", "size=600k", "tmpfs", mount]);
    try {
      const path = await jobs.clips.make("noise.mkv", [
        ...[
          ...testPicture({ durationSec: 8, size: "640x360" }),
          "-vf",
          "noise=alls=60:allf=t",
          ...H264,
          "-crf",
          "40",
        ],
      ]);
      const source = await jobs.rig.addSource(path, "noise");
      const { plan } = openedOf(await jobs.rig.open(source));
      const result = await jobs.rig.run(
        "encode-piece",
        { ...identity, source, plan: { ...plan, firstRungId: "none" }, pieceIndex: 0 },
        { workFolder: mount },
      );
      expect(result).toMatchObject({ type: "failed", fault: { errorType: "disk_full" } });
    } finally {
      await run("umount", [mount]);
      await rm(mount, { recursive: true, force: true });
    }
  });
});
