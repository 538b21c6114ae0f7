import { OPTIMIZED_QUALITIES } from "@shoal/contract";
import { SOURCE_URLS } from "@shoal/contract/jobs";
import { H264, makeClipFolder, testPicture, testTone } from "@shoal/testkit";
import { createSecretBox } from "@shoal/tokens";
import { JobHarness, videoIdentity } from "./job-harness.ts";
import type { QueueHarness } from "./queue-harness.ts";

/** The options of `open-video` jobs in tests, with several qualities and no first pass. */
export const OPEN_OPTIONS = {
  qualities: OPTIMIZED_QUALITIES,
  firstPass: false,
  encoding: "encoding",
} as const;

type AddedSource = Awaited<ReturnType<JobHarness["addSource"]>>;

/** Adds two files to a worker's store, one that is encoded quickly and one that takes long. */
export async function addSources(harness: QueueHarness): Promise<{ quick: AddedSource; slow: AddedSource }> {
  const clips = await makeClipFolder();
  const files = new JobHarness(harness.folder, {} as never);
  await files.store.prepare();
  const short = [...testPicture({ durationSec: 5 }), ...testTone(5), ...H264, "-c:a", "aac"];
  const large = [...testPicture({ durationSec: 14, size: "960x540" }), ...H264];
  const quick = await files.addSource(await clips.make("a.mkv", short), "quick");
  const slow = await files.addSource(await clips.make("b.mkv", large), "slow");
  await clips.dispose();
  return { quick, slow };
}

/** Encrypts a URL to fetch, as the api does. */
export const sealUrl = (harness: QueueHarness, url: string): string =>
  createSecretBox(harness.config.INTERNAL_SECRET, SOURCE_URLS).seal(url, videoIdentity.videoUuid);

/** Returns the state of a job; undefined if there is no such job. */
export async function readJobState(
  harness: QueueHarness,
  queue: string,
  id: string,
): Promise<string | undefined> {
  const [job] = await harness.boss.findJobs(queue, { id });
  return job?.state;
}
