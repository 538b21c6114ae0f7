import { unpackAlignment } from "@shoal/align";
import type { JobResult } from "@shoal/contract/jobs";
import type { SegmentIndex } from "@shoal/contract/stored-data";
import { H264, testPicture } from "@shoal/testkit";
import { beforeAll, expect, it } from "vitest";
import { openedOf, videoIdentity } from "../testing/job-harness.ts";
import { useJobHarness } from "../testing/use-job-harness.ts";

const jobs = useJobHarness();
const alignmentUuid = "00000000-0000-4000-8000-00000000000a";
const OLD_VERSION = { videoUuid: "00000000-0000-4000-8000-000000000002", generation: 1 };
const FPS = 25;
/** The frames that the new version omits. */
const OMITTED_FRAMES = { first: 50, end: 100 };

let oldIndex = "";
let newIndex = "";
// The video has two versions, of which the newer one omits two seconds.
beforeAll(async () => {
  [oldIndex, newIndex] = [await rungOf("old", "null"), await rungOf("new", cutFilter())];
});
const cutFilter = () =>
  `select='not(between(n,${OMITTED_FRAMES.first},${OMITTED_FRAMES.end - 1}))',setpts=N/${FPS}/TB`;

/** Publishes a version's lowest rung. @returns the name of its index. */
async function rungOf(name: string, filter: string): Promise<string> {
  const path = await jobs.clips.make(`${name}.mkv`, [
    ...testPicture({ durationSec: 8 }),
    "-vf",
    filter,
    ...H264,
  ]);
  const source = await jobs.harness.addSource(path, name);
  const opened = openedOf(await jobs.harness.open(source));
  const indexes = await jobs.harness.finish(source, opened);
  const object = `${name}-index.json`;
  await jobs.harness.store.put(object, Buffer.from(JSON.stringify(indexes.get("v0") as SegmentIndex)));
  return object;
}

const alignVersions = (changes: Parameters<typeof jobs.harness.run>[2] = {}) =>
  jobs.harness.run(
    "align-versions",
    {
      job: "align-versions",
      alignmentUuid,
      ...videoIdentity,
      indexObject: newIndex,
      old: { ...OLD_VERSION, indexObject: oldIndex },
    },
    changes,
  );
function alignmentOf(result: JobResult) {
  if (result.type !== "aligned" || !result.alignment) throw new Error(JSON.stringify(result));
  return unpackAlignment(result.alignment);
}

it("a version that omits two seconds shows all other frames, and the missing ones are known", async () => {
  const result = await alignVersions();
  expect(result).toMatchObject({ type: "aligned", ...videoIdentity, alignmentUuid });
  const { gone, newOfOld, oldFrames, newFrames } = alignmentOf(result);
  expect([oldFrames, newFrames]).toEqual([200, 150]);
  expect(gone).toEqual([{ firstFrame: OMITTED_FRAMES.first, endFrame: OMITTED_FRAMES.end }]);
  expect([newOfOld[10], newOfOld[120]]).toEqual([10, 70]);
});

it("a version is decoded once, and its stored signatures give the same result", async () => {
  const first = await alignVersions();
  // Without a sandbox no video can be decoded, so the stored signatures must have been used.
  expect(await alignVersions({ sandbox: undefined as never })).toEqual(first);
});

it("a comparison ends when its signal is aborted", async () => {
  const signal = AbortSignal.abort(new Error("no longer wanted"));
  await expect(alignVersions({ signal })).rejects.toThrow("no longer wanted");
});
