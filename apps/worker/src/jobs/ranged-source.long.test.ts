import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { OPTIMIZED_QUALITIES } from "@shoal/contract";
import type { JobPayload } from "@shoal/contract/jobs";
import { isStoreUnavailable, type MediaStore, openMediaStore } from "@shoal/store";
import { testPicture, testTone } from "@shoal/testkit";
import { startTestS3, type TestS3 } from "@shoal/testkit/test-s3";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openedOf, videoIdentity } from "../testing/job-harness.ts";
import { useJobHarness } from "../testing/use-job-harness.ts";

const jobs = useJobHarness();
/** The length of the source in seconds. The file is large, some 1 MB per second, but quickly generated. */
const DURATION_SEC = 80;

let s3: TestS3;
let store: MediaStore;
let payload: JobPayload<"open-video">;
beforeAll(async () => {
  const picture = testPicture({ durationSec: DURATION_SEC, size: "160x120" });
  const codecs = ["-c:v", "rawvideo", "-pix_fmt", "uyvy422", "-c:a", "aac"];
  const clip = await jobs.clips.make("large.mov", [...picture, ...testTone(DURATION_SEC), ...codecs]);
  const source = await jobs.harness.addSource(clip, "large");
  s3 = await startTestS3();
  const cache = { folder: join(jobs.harness.folder, "cache"), maxBytes: 200_000_000, hasReads: false };
  const { accessKeyId, secretAccessKey } = s3.credentials;
  const settings = { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
  store = await openMediaStore(s3.location, { settings, cache });
  await store.writeAt(source.object, 0, await readFile(clip));
  payload = {
    ...videoIdentity,
    source,
    qualities: OPTIMIZED_QUALITIES,
    firstPass: false,
    encoding: "encoding",
  };
});
afterAll(() => s3?.close());
beforeEach(() => {
  s3.seen.length = 0;
  s3.fault = () => undefined;
});

/** Returns the number of bytes requested since the last call. */
function requestedBytes(): number {
  const ranges = s3.seen
    .splice(0)
    .map(({ method, headers }) => (method === "GET" ? headers.range : undefined));
  return ranges.reduce((sum, range) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
    return sum + (last ? Number(last) - Number(first) + 1 : 0);
  }, 0);
}

it("reads only the needed ranges of a large source in a bucket, with the same result as for a file", async () => {
  const { source } = payload;
  const { plan } = openedOf(await jobs.harness.run("open-video", payload, { store }));
  expect(requestedBytes()).toBeLessThan(source.sizeBytes / 4);
  const pieceIndex = plan.pieces.length - 2;
  const piece = plan.pieces[pieceIndex];
  const job = { ...videoIdentity, source, plan, pieceIndex };
  const made = await jobs.harness.run("encode-piece", job, { store });
  const pieceBytes = ((piece?.endSec ?? 0) - (piece?.startSec ?? 0)) * (source.sizeBytes / DURATION_SEC);
  expect(requestedBytes()).toBeLessThan(pieceBytes * 1.15);
  expect(made).toEqual(await jobs.harness.run("encode-piece", job));
  // Ranges that are already cached are not requested again.
  await jobs.harness.run("encode-piece", job, { store });
  expect(requestedBytes()).toBeLessThan(2_000_000);
});

it("fails without a fault of the file when the store becomes unavailable", async () => {
  const { source } = payload;
  const { plan } = openedOf(await jobs.harness.run("open-video", payload));
  let reads = 0;
  s3.fault = ({ method }) => (method === "GET" && reads++ > 2 ? "cut" : undefined);
  // No other piece has fetched the bytes of the last piece.
  const job = { ...videoIdentity, source, plan, pieceIndex: plan.pieces.length - 1 };
  const failed = await jobs.harness.run("encode-piece", job, { store }).catch((error: unknown) => error);
  expect(isStoreUnavailable(failed)).toBe(true);
  expect(reads).toBeGreaterThan(3);
  s3.fault = () => undefined;
  expect(await jobs.harness.run("encode-piece", job, { store })).toEqual(
    await jobs.harness.run("encode-piece", job),
  );
});
