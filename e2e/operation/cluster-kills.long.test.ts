import { readFile } from "node:fs/promises";
import { routes } from "@shoal/contract";
import { type ClipFolder, makeClipFolder } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitForVideo } from "../../harness/account.ts";
import {
  isEncoded,
  listPlaybackErrorsAt,
  type OpenCluster,
  openCluster,
  uploadVia,
} from "../support/cluster.ts";
import { cameraClipArgs } from "../support/faults-media.ts";

let openedCluster: OpenCluster;
let clips: ClipFolder;
beforeAll(async () => {
  openedCluster = await openCluster();
  clips = await makeClipFolder();
});
afterAll(async () => {
  await openedCluster?.close();
  await clips?.dispose();
});

test("after each process was killed once, in a seeded order, all acknowledged uploads exist and play", async () => {
  const { cluster, account } = openedCluster;
  const seed = Number(process.env.SHOAL_TEST_SEED ?? 1);
  const random = randomOf(seed);
  const film = await readFile(
    await clips.make("short.mp4", cameraClipArgs({ size: "640x360", durationSec: 12 })),
  );
  const uploads: Promise<string>[] = [];
  const killed: string[] = [];
  const order = [...cluster.members.keys()]
    .map((name) => ({ name, at: random() }))
    .toSorted((one, other) => one.at - other.at);
  for (const { name } of order) {
    uploads.push(uploadVia(`Film ${killed.length}`, film, [account]));
    killed.push(name);
    const pid = cluster.members.get(name)?.pid();
    await cluster.kill(name);
    await cluster.untilAgain(name, pid);
  }
  const uuids = await Promise.all(uploads);
  for (const uuid of uuids) {
    await waitForVideo(account, uuid, isEncoded);
    for (const edgeUrl of cluster.edgeUrls)
      expect(await listPlaybackErrorsAt(edgeUrl, uuid), `seed ${seed}: ${killed.join(", ")}`).toBe("");
  }
  const listed = await account.call(routes.listVideos, { query: { page: 1, pagesize: 100 } as never });
  expect(listed._embedded.map(({ uuid }) => uuid)).toEqual(expect.arrayContaining(uuids));
});

/** Returns a source of pseudorandom numbers from 0 to 1. The same seed always gives the same numbers. */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_769;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}
