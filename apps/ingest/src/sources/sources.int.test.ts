import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import type { LiveFault } from "@shoal/contract";
import { detectSandbox, type Sandbox, startSourceProcess } from "@shoal/media";
import { type EndReason, type MediaMessage, readAudioHeader, readVideoHeader } from "@shoal/rtmp";
import {
  type ClipFolder,
  eventually,
  freePorts,
  H264,
  makeClipFolder,
  testPicture,
  testTone,
} from "@shoal/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { SourceRuns } from "./source-runs.ts";
import { openSourceTunnel } from "./source-tunnel.ts";

const LIVE_UUID = "7f3c1c7e-6d1e-4f57-9a43-0c6a0c8a4a11";
const STREAM_KEY = "s3cret-key";
const HEVC_ARGS = ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none"];
const AAC_ARGS = ["-c:a", "aac"];

let sandbox: Sandbox;
let clips: ClipFolder;
let server: Server;
let origin: string;
beforeAll(async () => {
  sandbox = await detectSandbox("auto");
  clips = await makeClipFolder();
  const [flv, hevc] = await Promise.all([
    clips.make("a.flv", [...testPicture({ durationSec: 12 }), ...testTone(12), ...H264, ...AAC_ARGS]),
    clips.make("hevc.ts", [...testPicture({ durationSec: 6 }), ...testTone(6), ...HEVC_ARGS, ...AAC_ARGS]),
  ]);
  const segments = [
    "-c",
    "copy",
    "-f",
    "hls",
    "-hls_time",
    "2",
    "-hls_list_size",
    "0",
    join(clips.path, "a.m3u8"),
  ];
  await promisify(execFile)("ffmpeg", ["-v", "error", "-i", flv, ...segments]);
  server = createServer((request, response) => void serveSource(request.url ?? "", response, hevc));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await clips.dispose();
});

/** Serves a playlist of MPEG-TS behind a redirect, a stream with HEVC, and redirects to forbidden addresses. */
async function serveSource(path: string, response: ServerResponse, hevc: string): Promise<void> {
  if (path === "/live") response.writeHead(302, { location: "/a.m3u8" }).end();
  else if (path === "/inside") response.writeHead(302, { location: "http://169.254.169.254/" }).end();
  else if (path === "/hevc.ts") createReadStream(hevc).pipe(response);
  else if (/^\/a\w*\.(m3u8|ts)$/.test(path)) response.end(await readFile(join(clips.path, path)));
  else response.writeHead(404).end();
}

let runs: SourceRuns;
let messages: MediaMessage[];
let endings: EndReason[];
let publications: ("begins" | "ends")[];
let publishers: ChildProcess[];
beforeEach(() => {
  messages = [];
  endings = [];
  publications = [];
  publishers = [];
  runs = new SourceRuns({
    openTunnel: (address) => openSourceTunnel(address, { isPrivateAllowed: true, ports: "any" }),
    start: (options) => startSourceProcess({ ...options, sandbox }),
    async admit(key) {
      expect(key).toBe(STREAM_KEY);
      const sink = {
        write: (message: MediaMessage) => void messages.push(message),
        end(reason: EndReason) {
          endings.push(reason);
          publications.push("ends");
        },
      };
      const open = () => {
        publications.push("begins");
        return sink;
      };
      return { isAdmitted: true, id: LIVE_UUID, open };
    },
    onTrouble: () => undefined,
  });
});
afterEach(async () => {
  await runs.close();
  for (const child of publishers) child.kill("SIGKILL");
});

const requestSource = (url: string) => runs.want([{ uuid: LIVE_UUID, url, key: STREAM_KEY }]);
const faultOf = (): LiveFault | null | undefined => runs.conditions[0]?.fault;
const countVideoMessages = () =>
  messages.flatMap((message) => (message.kind === "video" ? (readVideoHeader(message) ?? []) : []));
const countAudioMessages = () =>
  messages.flatMap((message) => (message.kind === "audio" ? (readAudioHeader(message) ?? []) : []));

async function awaitFrames(count: number): Promise<void> {
  await eventually(() => countVideoMessages().filter(({ isMedia }) => isMedia).length > count);
  expect(countVideoMessages().every(({ codec }) => codec === "h264")).toBe(true);
  expect(countVideoMessages().find(({ isMedia }) => isMedia)?.isKeyFrame).toBe(true);
  await eventually(() => countAudioMessages().some(({ codec, isMedia }) => codec === "aac" && isMedia));
}

test("a playlist behind a redirect is read at its own pace", async () => {
  // The time is measured from before the first byte, so that a delay of this process does not make the source look fast.
  const beganAt = performance.now();
  requestSource(`${origin}/live`);
  await awaitFrames(100);
  const [first] = messages.filter(({ kind }) => kind === "video");
  const last = messages.findLast(({ kind }) => kind === "video");
  const mediaSec = ((last?.timestampMs ?? 0) - (first?.timestampMs ?? 0)) / 1_000;
  expect(mediaSec).toBeLessThan((performance.now() - beganAt) / 1_000 + 3);
  expect(faultOf()).toBeNull();
});

test("video in another codec than H.264 is encoded again", async () => {
  requestSource(`${origin}/hevc.ts`);
  await awaitFrames(25);
});

test("an RTMP server is requested again after a disconnection, until it is no longer needed", async () => {
  const [port] = await freePorts(1);
  const url = `rtmp://127.0.0.1:${port}/live/camera`;
  const publish = () => {
    const input = ["-re", "-i", join(clips.path, "a.flv"), "-c", "copy", "-f", "flv"];
    const child = spawn("ffmpeg", ["-v", "quiet", ...input, "-listen", "1", url], { stdio: "ignore" });
    publishers.push(child);
    return child;
  };
  const first = publish();
  requestSource(url);
  await awaitFrames(25);
  first.kill("SIGKILL");
  await eventually(() => endings.length === 1);
  messages = [];
  publish();
  await awaitFrames(25);
  runs.want([]);
  await eventually(() => endings.length === 2);
  expect(runs.conditions).toEqual([]);
});

test("a live with a new URL is published from it once the old one ends", async () => {
  requestSource(`${origin}/live`);
  await awaitFrames(25);
  requestSource(`${origin}/hevc.ts`);
  await eventually(() => endings.length === 1);
  messages = [];
  await awaitFrames(25);
  expect(publications).toEqual(["begins", "ends", "begins"]);
});

test("internal addresses are not requested, and are reported differently from missing ones", async () => {
  requestSource(`${origin}/inside`);
  await eventually(() => faultOf() === "source_not_allowed");
  requestSource(`${origin}/nothing`);
  await eventually(() => faultOf() === "source_unreachable");
  const [port] = await freePorts(1);
  requestSource(`rtsp://127.0.0.1:${port}/camera`);
  await eventually(() => faultOf() === "source_unreachable");
  expect(messages).toEqual([]);
});
