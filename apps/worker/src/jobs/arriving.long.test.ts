import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { JobResult } from "@shoal/contract/jobs";
import { testPicture } from "@shoal/testkit";
import { expect, test } from "vitest";
import { openedOf, videoIdentity } from "../testing/job-harness.ts";
import { useJobHarness } from "../testing/use-job-harness.ts";

const jobs = useJobHarness();

/**
 * The length of the video in seconds, which takes several pieces. It has few frames per second, since the result does not depend on their
 * number.
 */
const [FILM_SEC, FPS] = [70, 10];
const pictureArgs = testPicture({ durationSec: FILM_SEC, size: "640x360", rate: `${FPS}` });

test("a file that is still arriving and must be re-encoded is encoded from its first bytes to the same result", async () => {
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
    ...pictureArgs,
    ...surround,
    ...encoder,
    "-movflags",
    "+faststart",
  ]);
  const whole = await readFile(path);
  const object = "sources/other";
  const source = { object, sizeBytes: whole.length, availableBytes: 0, originalName: "other" };
  // Bytes that have not arrived may have any value.
  await jobs.harness.store.writeAt(object, 0, randomBytes(whole.length));
  const arrive = async (bytes: number) => {
    await jobs.harness.store.writeAt(object, 0, whole.subarray(0, bytes));
    source.availableBytes = bytes;
  };
  await arrive(100_000);
  for (
    let answer = await jobs.harness.open(source);
    answer.type === "not-yet";
    answer = await jobs.harness.open(source)
  )
    await arrive(answer.minBytes);
  expect(source.availableBytes).toBeLessThan(whole.length / 5);

  const { plan, outputs } = openedOf(await jobs.harness.open(source));
  const modes = [...plan.rungs, ...plan.audio].map(({ mode }) => mode);
  expect(new Set(modes)).toEqual(new Set(["encode"]));
  expect(outputs.map(({ trackId }) => trackId)).toEqual([plan.firstRungId, "a0"]);
  const parts = plan.audioParts ?? [];
  expect(parts.length).toBeGreaterThan(1);
  const early: JobResult[] = [];
  for (const [partIndex, { sourceEndByte }] of parts.entries()) {
    await arrive(sourceEndByte);
    early.push(await jobs.harness.run("encode-audio", { ...videoIdentity, source, plan, partIndex }));
  }
  const [, second] = plan.pieces;
  await jobs.harness.store.writeAt(object, 0, randomBytes(whole.length));
  await arrive(second?.sourceEndByte ?? 0);
  const piece = await jobs.harness.run("encode-piece", { ...videoIdentity, source, plan, pieceIndex: 1 });
  expect(source.availableBytes).toBeLessThan(whole.length / 2);

  const complete = await jobs.harness.addSource(path, "other");
  const payload = { ...videoIdentity, source: complete, plan };
  expect(openedOf(await jobs.harness.open(complete)).outputs).toEqual(outputs);
  expect(await jobs.harness.run("encode-piece", { ...payload, pieceIndex: 1 })).toEqual(piece);
  const { audioParts: _, ...planned } = plan;
  const sound = await jobs.harness.run("encode-audio", { ...payload, plan: planned });
  const bytesOf = (results: JobResult[]) =>
    results
      .flatMap((result) => ("outputs" in result ? result.outputs : []))
      .flatMap(({ segments }) => segments);
  const digests = (results: JobResult[]) => bytesOf(results).map(({ number, sha256 }) => [number, sha256]);
  expect(digests(early)).toEqual(digests([sound]).slice(1));
});
