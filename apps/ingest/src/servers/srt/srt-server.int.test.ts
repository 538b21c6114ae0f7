import { type ChildProcess, spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { detectSandbox, type Sandbox, startLiveProcess, tsToFlvArgs } from "@shoal/media";
import { type EndReason, type MediaMessage, Publishers, readAudioHeader, readVideoHeader } from "@shoal/rtmp";
import { eventually, H264, testPicture, testTone } from "@shoal/testkit";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type LossyRelay, openLossyRelay } from "../../testing/lossy-relay.ts";
import type { LinkCounts } from "./srt-link.ts";
import { startSrtServer } from "./srt-server.ts";
import type { SrtLimits, SrtServer } from "./srt-server.types.ts";

const UUID = "7f3c1c7e-6d1e-4f57-9a43-0c6a0c8a4a11";
const STOPPED_UUID = "7f3c1c7e-6d1e-4f57-9a43-0c6a0c8a4a12";
const KEY = "MhE2V1Kq0b9cTz_4uPqkX3xY-7aBcDeF";
const STOPPED_KEY = "a-key-of-a-live-that-was-stopped";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await detectSandbox("auto");
});

let server: SrtServer;
let relay: LossyRelay | undefined;
let messages: MediaMessage[];
let endings: EndReason[];
let faults: string[];
let counted: LinkCounts[];
let callers: ChildProcess[];
beforeEach(async () => {
  [messages, endings, faults, counted, callers] = [[], [], [], [], []];
  server = await start({});
});
afterEach(async () => {
  for (const caller of callers) caller.kill("SIGKILL");
  relay?.close();
  relay = undefined;
  await server.close();
});

const start = (limits: Partial<SrtLimits>) =>
  startSrtServer({
    ...{ host: "127.0.0.1", port: 0, publishers: new Publishers(), limits },
    findKey: async (id) => ({ [UUID]: KEY, [STOPPED_UUID]: STOPPED_KEY })[id],
    async admit({ key }) {
      if (key !== KEY) return { isAdmitted: false, refusal: "stopped", reason: "This live was stopped" };
      const sink = {
        write: (message: MediaMessage) => void messages.push(message),
        end: (reason: EndReason) => void endings.push(reason),
      };
      return { isAdmitted: true, id: UUID, open: () => sink, attend: undefined };
    },
    startRemuxer: (options) =>
      startLiveProcess(tsToFlvArgs(options), { sandbox, pipeCount: 1, format: "mpegts" }),
    onFault: ({ detail }) => faults.push(detail),
    onEnded: (counts) => counted.push({ ...counts }),
  });

interface Call {
  port?: number;
  streamId?: string;
  passphrase?: string | undefined;
  /** What libsrt is told beside that. */
  more?: string;
  seconds?: number;
  encoding?: readonly string[];
}

/** A real caller. */
function call({
  port = server.port,
  streamId = UUID,
  passphrase = KEY,
  more = "",
  seconds = 60,
  encoding = H264,
}: Call = {}) {
  const secret = passphrase === "" ? "" : `&passphrase=${passphrase}`;
  const url = `srt://127.0.0.1:${port}?streamid=${streamId}${secret}${more}`;
  const input = ["-re", ...testPicture({ durationSec: seconds }), "-re", ...testTone(seconds)];
  const child = spawn(
    "ffmpeg",
    ["-v", "error", "-nostdin", ...input, ...encoding, "-g", "25", "-c:a", "aac", "-f", "mpegts", url],
    { stdio: "ignore" },
  );
  callers.push(child);
  return { child, ended: new Promise<number | null>((resolve) => child.once("close", resolve)) };
}

const pictures = () =>
  messages.flatMap((message) => (message.kind === "video" ? (readVideoHeader(message) ?? []) : []));
const sounds = () =>
  messages.flatMap((message) => (message.kind === "audio" ? (readAudioHeader(message) ?? []) : []));

async function awaitPictures(count: number): Promise<void> {
  await eventually(() => pictures().filter(({ isMedia }) => isMedia).length > count);
  expect(pictures().every(({ codec }) => codec === "h264")).toBe(true);
  expect(pictures().find(({ isMedia }) => isMedia)?.isKeyFrame).toBe(true);
  await eventually(() => sounds().some(({ codec, isMedia }) => codec === "aac" && isMedia));
}

test("what ffmpeg sends by SRT arrives as encoders publish it, and ends when it says so", async () => {
  // Libsrt waits until all that it was given is acknowledged.
  const { ended } = call({ seconds: 3, more: "&linger=5" });
  await awaitPictures(50);
  expect(await ended).toBe(0);
  await eventually(() => endings.length === 1);
  expect([endings, faults]).toEqual([["unpublished"], []]);
  // To the last picture of three seconds.
  expect(pictures().filter(({ isMedia }) => isMedia)).toHaveLength(75);
  expect(counted).toEqual([{ received: expect.any(Number) as number, lost: 0, dropped: 0 }]);
});

test.each([
  ["another passphrase", { passphrase: "not-the-passphrase-of-this-live" }, "A wrong passphrase"],
  ["nothing encrypted", { passphrase: "" }, "notEncrypted"],
  ["the name of nothing", { streamId: UUID.replace("7f", "8f") }, "No such stream"],
  ["no name", { streamId: "live/stream" }, "No such stream"],
  ["the wish to watch", { streamId: `#!::r=${UUID},m=request` }, "No such stream"],
  ["the key of a stopped live", { streamId: STOPPED_UUID, passphrase: STOPPED_KEY }, "This live was stopped"],
])("who comes with %s is refused at once, and is told without the key", async (_, options, detail) => {
  expect(await call(options).ended).not.toBe(0);
  expect(messages).toEqual([]);
  expect(faults).toEqual([detail]);
  expect(server.connections).toBe(0);
});

test("what is asked for as a list of SRT's, with a shorter key, is the same", async () => {
  call({ streamId: `#!::m=publish,r=${UUID}`, more: "&pbkeylen=16" });
  await awaitPictures(10);
});

test("who is gone and comes back replaces who he was", async () => {
  const first = call();
  await awaitPictures(10);
  first.child.kill("SIGSTOP");
  const before = messages.length;
  call();
  await eventually(() => endings.length === 1);
  expect(endings).toEqual(["replaced"]);
  await eventually(() => messages.length > before + 50);
  first.child.kill("SIGCONT");
  expect(await first.ended).not.toBe(0);
  expect(endings).toEqual(["replaced"]);
});

test("who is gone without a word is known after a while", async () => {
  await server.close();
  server = await start({ silentMs: 1_500 });
  const { child } = call();
  await awaitPictures(10);
  child.kill("SIGKILL");
  await eventually(() => endings.length === 1);
  expect(endings).toEqual(["disconnected"]);
});

test("on a bad way what is lost is asked for again, and nothing is missing in between", async () => {
  relay = await openLossyRelay(server.port, (number) => number % 13 === 5);
  const { ended } = call({ port: relay.port, seconds: 5, more: "&latency=8000000&linger=5" });
  expect(await ended).toBe(0);
  await eventually(() => endings.length === 1);
  expect(relay.lost).toBeGreaterThan(10);
  expect(counted[0]?.lost).toBeGreaterThan(5);
  expect(counted[0]?.dropped).toBe(0);
  // Of what libsrt sent last it asks nobody: it goes when its time to linger is over. 118 of 125 came on a busy machine.
  expect(pictures().filter(({ isMedia }) => isMedia).length).toBeGreaterThan(100);
  const times = messages.filter(({ kind }) => kind === "video").map(({ timestampMs }) => timestampMs);
  expect(Math.max(...times.slice(2).map((time, n) => time - (times[n + 1] ?? 0)))).toBeLessThan(60);
});

test("keys that a caller changes on his way are taken", async () => {
  call({ more: "&kmrefreshrate=60&kmpreannounce=20", encoding: [...H264, "-b:v", "2M", "-minrate", "2M"] });
  await eventually(() => pictures().filter(({ isMedia }) => isMedia).length > 100);
  const times = messages.filter(({ kind }) => kind === "video").map(({ timestampMs }) => timestampMs);
  expect(Math.max(...times.slice(2).map((time, n) => time - (times[n + 1] ?? 0)))).toBeLessThan(60);
});

test("a picture that is not H.264 is encoded anew", async () => {
  call({ encoding: ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none"] });
  await awaitPictures(25);
});

test("what is no SRT, and who never comes back with his cookie, leaves nothing", async () => {
  call();
  await awaitPictures(5);
  const stranger = createSocket("udp4");
  const send = (bytes: Buffer) =>
    new Promise<void>((sent) => stranger.send(bytes, server.port, "127.0.0.1", () => sent()));
  const conclusion = Buffer.alloc(64);
  conclusion.writeUInt16BE(0x8000, 0);
  conclusion.writeUInt32BE(5, 16);
  conclusion.writeUInt32BE(0xffff_ffff, 36);
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(15), Buffer.alloc(1_400, 0xff), conclusion])
    await send(bytes);
  const before = messages.length;
  await eventually(() => messages.length > before + 25);
  stranger.close();
  expect([server.connections, endings, faults]).toEqual([1, [], []]);
});
