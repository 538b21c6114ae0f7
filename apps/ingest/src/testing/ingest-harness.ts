import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { fillPath, OPTIMIZED_QUALITIES } from "@shoal/contract";
import { INTERNAL_SECRET_HEADER } from "@shoal/contract/edge";
import {
  type AdmittedLive,
  LIVE_BYTES_PATH,
  LIVE_FEED_PATH,
  LiveFeedLine,
  type LiveReport,
  type LiveSource,
  type SourceCondition,
} from "@shoal/contract/ingest";
import type { ByteRange } from "@shoal/contract/stored-data";
import { LiveWindow } from "@shoal/media";
import { eventually } from "@shoal/testkit";
import { readConfig } from "../config.ts";
import { type RunningIngest, startIngest } from "../ingest.ts";

const TEST_SECRET = "an-internal-secret-of-tests";
const STREAM_KEY = "s3cret-key-of-a-live";
/** The live that the stream key belongs to. */
const ADMITTED_LIVE: AdmittedLive = {
  uuid: "7f3c1c7e-6d1e-4f57-9a43-0c6a0c8a4a11",
  generation: 1,
  qualities: OPTIMIZED_QUALITIES,
  seekBackSec: 600,
  isKept: false,
  delay: "yes",
};

/** An ingest that has one live and a fake api. */
export interface IngestHarness {
  readonly ingest: RunningIngest;
  /** The folder for the test's media and files. */
  readonly folder: string;
  readonly rtmpUrl: string;
  /** The reports about lives that the api received. */
  readonly reports: readonly LiveReport[];
  readonly fetched: readonly SourceCondition[];
  /** Makes the ingest fetch the live from a URL. */
  fetchFrom(url: string): void;
  /** Runs ffmpeg until the harness is closed. Its last argument is the target. */
  ffmpeg(...args: string[]): ChildProcess;
  /** Follows the live as an edge does. */
  follow(): Promise<() => LiveWindow>;
  /** Writes the playable part of a rendition to a file, with audio if there is any. @returns the path. */
  save(window: LiveWindow, trackId: string): Promise<string>;
  close(): Promise<void>;
}

export async function startIngestHarness(changes: Partial<AdmittedLive> = {}): Promise<IngestHarness> {
  const live = { ...ADMITTED_LIVE, ...changes };
  const api = await startApi(live);
  const folder = await mkdtemp(join(tmpdir(), "shoal-harness-"));
  const ingest = await startIngest(buildConfig(api.url, folder));
  const children: ChildProcess[] = [];
  const call = (path: string, query = "") =>
    fetch(`${ingest.url}${fillPath(path, live)}${query}`, {
      headers: { [INTERNAL_SECRET_HEADER]: TEST_SECRET },
    });
  const read = async ({ object, offset, length }: ByteRange) => {
    const response = await call(
      LIVE_BYTES_PATH,
      `?object=${encodeURIComponent(object)}&offset=${offset}&length=${length}`,
    );
    if (!response.ok) throw new Error(`Bytes of the live answer ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  };
  return {
    ingest,
    folder,
    rtmpUrl: `rtmp://127.0.0.1:${ingest.rtmpPort}/live/${STREAM_KEY}`,
    reports: api.state.reports,
    get fetched() {
      return api.state.fetched;
    },
    fetchFrom(url) {
      api.state.sources = [{ uuid: live.uuid, url, key: STREAM_KEY }];
    },
    ffmpeg(...args) {
      const child = spawn("ffmpeg", ["-v", "error", "-nostdin", "-y", ...args], { stdio: "ignore" });
      children.push(child);
      return child;
    },
    async follow() {
      const response = await eventually(async () => {
        const answer = await call(LIVE_FEED_PATH);
        return answer.ok && answer;
      });
      const lines = linesOf(response);
      let window = applyLine((await lines.next()).value, undefined);
      const readOn = async () => {
        for await (const line of lines) window = applyLine(line, window);
      };
      void readOn().catch(() => undefined);
      return () => window;
    },
    async save(window, trackId) {
      const [first] = window.listed;
      const init = window.findInit(trackId, first?.period.initNumber ?? 0) as ByteRange;
      const parts = window.listed.flatMap(
        ({ media }) => media[trackId]?.parts.map(({ range }) => range) ?? [],
      );
      const path = join(folder, `${trackId}.mp4`);
      await writeFile(path, Buffer.concat(await Promise.all([init, ...parts].map(read))));
      return path;
    },
    async close() {
      for (const child of children) child.kill("SIGKILL");
      await ingest.close();
      await api.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a fake api that knows one key and stores the reports. */
async function startApi(live: AdmittedLive) {
  const state = {
    reports: [] as LiveReport[],
    fetched: [] as SourceCondition[],
    sources: [] as LiveSource[],
  };
  const server = createServer(async (request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const body = (await json(request)) as {
      key?: string;
      reports?: LiveReport[];
      fetched?: SourceCondition[];
    };
    state.reports.push(...(body.reports ?? []));
    state.fetched = body.fetched ?? state.fetched;
    const isKnown = body.key === STREAM_KEY;
    const admission = { live: isKnown ? live : null, isBegun: true, refusal: isKnown ? null : "unknown_key" };
    const wanted = { unwanted: [], relays: [], sources: state.sources };
    response.end(JSON.stringify(body.reports ? wanted : admission));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const buildConfig = (apiUrl: string, folder: string) =>
  readConfig({
    API_INTERNAL_URL: apiUrl,
    API_PUBLIC_URL: "https://dashboard.example.org",
    INTERNAL_SECRET: TEST_SECRET,
    MEDIA_STORE: join(folder, "media"),
    RTMP_PORT: "0",
    RTMP_HOST: "127.0.0.1",
    SRT_PORT: "0",
    SRT_HOST: "127.0.0.1",
    CAPTURE_PORT: "0",
    CAPTURE_HOST: "127.0.0.1",
    FETCH_ALLOW_PRIVATE: "true",
    SOURCE_PORTS: "any",
    LOG_LEVEL: "fatal",
  });

async function* linesOf({ body }: Response): AsyncGenerator<LiveFeedLine> {
  let rest = "";
  for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield LiveFeedLine.parse(JSON.parse(line));
  }
}

function applyLine(line: LiveFeedLine | undefined, window: LiveWindow | undefined): LiveWindow {
  if (line?.type === "snapshot") return LiveWindow.from(line.snapshot);
  if (!line || !window) throw new Error("The feed does not begin with a snapshot");
  if (line.type === "step") window.addStep(line.step);
  if (line.type === "segmentEnd") window.endSegment(line.sha256ById);
  if (line.type === "end") window.end();
  return window;
}
