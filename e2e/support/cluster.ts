import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createApiClient, routes, UPLOAD_CHUNK_BYTES, type VideoView } from "@shoal/contract";
import { PlaySession } from "@shoal/contract/player";
import { eventually } from "@shoal/testkit";
import { type Account, openAccount, uploadChunk } from "../../harness/account.ts";
import { type ClusterOptions, startCluster, type TestCluster } from "../../harness/cluster/cluster.ts";
import { openPlatformLog } from "../../harness/test-artifacts.ts";

/** A single rung, which suffices for these tests. */
export const INPUT_QUALITIES = [{ bitrate: 400, resolution: { width: 640, height: 360 }, FPS: 30 }];

export interface OpenCluster {
  cluster: TestCluster;
  /** The administrator's account, through the balancer. */
  account: Account;
  /** What the cluster has logged about processes that started or ended. */
  starts: string[];
  close(): Promise<void>;
}

/** Opens a cluster in a separate folder. @param options `onLine` is called for all other lines that the cluster's processes log. */
export async function openCluster({
  onLine: onLogged = () => undefined,
  ...options
}: Omit<ClusterOptions, "dataDir" | "onLine"> &
  Partial<Pick<ClusterOptions, "onLine">> = {}): Promise<OpenCluster> {
  const folder = await mkdtemp(join(tmpdir(), "shoal-cluster-"));
  const log = openPlatformLog(folder);
  const starts: string[] = [];
  const remove = async () => {
    await log.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const onLine = (name: string, line: string) => {
    log.write(name, line);
    onLogged(name, line);
    if (name === "start") starts.push(line);
  };
  const cluster = await startCluster({ ...options, dataDir: folder, onLine }).catch(
    async (error: unknown) => {
      await remove();
      throw error;
    },
  );
  return {
    cluster,
    account: await openAccount(cluster),
    starts,
    async close() {
      await cluster.stop();
      await remove();
    },
  };
}

/** Returns the same account for calls to another URL of the api. */
export const accountAt = ({ credential }: Account, apiUrl: string): Account => ({
  apiUrl,
  credential,
  call: createApiClient({ baseUrl: apiUrl, credential: () => credential }),
});

/** Announces a video and sends its chunks to several APIs in turn. Each chunk is sent until an API acknowledges it. */
export async function uploadVia(title: string, bytes: Buffer, via: readonly Account[]): Promise<string> {
  const body = { title, size: bytes.length, originalname: `${title}.mp4`, inputQualities: INPUT_QUALITIES };
  const by = (number: number) => via[number % via.length] as Account;
  const { uuid } = await retryUntilAnswered(() => by(0).call(routes.createVideo, { body }));
  for (let number = 0; number * UPLOAD_CHUNK_BYTES < bytes.length; number++)
    await retryUntilAnswered(() => uploadChunk(by(number), { uuid, number, bytes }));
  return uuid;
}

/** The request is repeated until an API responds. */
export const retryUntilAnswered = <T>(work: () => Promise<T>): Promise<T> =>
  eventually(async () => ({ answer: await work() }), { what: "an answer", limitMs: 180_000 }).then(
    ({ answer }) => answer,
  );

export const isEncoded = ({ encodingStatus, playable }: VideoView) =>
  encodingStatus === "encoded" && playable;

/**
 * Returns the URL of a video's playlist in a play session from an edge.
 * @param waitSec the time for which the edge may hold its response while nothing can be played, as players request it.
 * @throws Error with the edge's response if the edge rejects the call.
 */
export async function startSessionAt(edgeUrl: string, uuid: string, waitSec = 0): Promise<URL> {
  const response = await fetch(`${edgeUrl}/play/${uuid}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(waitSec > 0 ? { prefer: `wait=${waitSec}` } : {}) },
    body: "{}",
  });
  if (!response.ok) throw new Error(`play: ${response.status} ${await response.text()}`);
  return new URL(PlaySession.parse(await response.json()).hlsUrl, edgeUrl);
}

/** Returns the error messages that ffmpeg prints while it plays a whole video from one edge. */
export async function listPlaybackErrorsAt(edgeUrl: string, uuid: string): Promise<string> {
  const args = [
    "-v",
    "error",
    "-i",
    (await startSessionAt(edgeUrl, uuid)).href,
    "-map",
    "0:v:0",
    "-f",
    "null",
    "-",
  ];
  const { stderr } = await promisify(execFile)("ffmpeg", args, { timeout: 120_000, killSignal: "SIGKILL" });
  return stderr;
}

/** Returns the URLs of the segments that an edge currently lists for one rendition. */
export async function listSegmentsAt(edgeUrl: string, uuid: string): Promise<URL[]> {
  const main = await startSessionAt(edgeUrl, uuid);
  const [list] = await entriesOf(main);
  return list === undefined
    ? []
    : (await entriesOf(new URL(list, main))).map((line) => new URL(line, new URL(list, main)));
}

/** Returns the entries of a playlist. */
async function entriesOf(url: URL): Promise<string[]> {
  const text = await (await fetch(url)).text();
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}
