import { type ChildProcess, spawn } from "node:child_process";
import { detectSandbox, type Sandbox, startLiveProcess, tsToFlvArgs } from "@shoal/media";
import { type EndReason, type MediaMessage, Publishers, readAudioHeader, readVideoHeader } from "@shoal/rtmp";
import { eventually, H264, testPicture, testTone } from "@shoal/testkit";
import { afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { LinkCounts } from "../servers/srt/srt-link.ts";
import { startSrtServer } from "../servers/srt/srt-server.ts";
import type { SrtLimits, SrtServer } from "../servers/srt/srt-server.types.ts";

/** The uuid of a live that can be published with `STREAM_KEY`. */
export const LIVE_UUID = "7f3c1c7e-6d1e-4f57-9a43-0c6a0c8a4a11";
const STREAM_KEY = "MhE2V1Kq0b9cTz_4uPqkX3xY-7aBcDeF";
export const STOPPED_UUID = "7f3c1c7e-6d1e-4f57-9a43-0c6a0c8a4a12";
export const STOPPED_KEY = "a-key-of-a-live-that-was-stopped";

interface CallOptions {
  port?: number;
  streamId?: string;
  passphrase?: string | undefined;
  /** Options for libsrt in addition to the default ones. */
  more?: string;
  seconds?: number;
  encoding?: readonly string[];
}

/** A server that records the results of the test's callers. */
export interface SrtHarness {
  readonly server: SrtServer;
  readonly messages: readonly MediaMessage[];
  readonly endings: readonly EndReason[];
  readonly faults: readonly string[];
  readonly counted: readonly LinkCounts[];
  /** Replaces the test's server. */
  restart(limits: Partial<SrtLimits>): Promise<void>;
  /** Starts ffmpeg as a real caller. */
  call(options?: CallOptions): { child: ChildProcess; ended: Promise<number | null> };
  /** Counts frames, but not parameter sets. */
  countFrames(): number;
  /** Waits until more frames have arrived, each intact. */
  awaitFrames(count: number): Promise<void>;
  /** Returns the longest interval between two consecutive frames, in ms. */
  longestGapMs(): number;
}

/**
 * Creates the harness of a test file.
 * @example const harness = useSrt(); // at the top of the file; later: harness.call(); await harness.awaitFrames(10);
 */
export function useSrt(): SrtHarness {
  let sandbox: Sandbox;
  let server: SrtServer;
  let messages: MediaMessage[];
  let endings: EndReason[];
  let faults: string[];
  let counted: LinkCounts[];
  let callers: ChildProcess[];
  beforeAll(async () => {
    sandbox = await detectSandbox("auto");
  });
  beforeEach(async () => {
    [messages, endings, faults, counted, callers] = [[], [], [], [], []];
    server = await start({});
  });
  afterEach(async () => {
    for (const caller of callers) caller.kill("SIGKILL");
    await server.close();
  });

  const start = (limits: Partial<SrtLimits>) =>
    startSrtServer({
      host: "127.0.0.1",
      port: 0,
      publishers: new Publishers(),
      limits,
      findKey: async (id) => ({ [LIVE_UUID]: STREAM_KEY, [STOPPED_UUID]: STOPPED_KEY })[id],
      async admit({ key }) {
        if (key !== STREAM_KEY)
          return { isAdmitted: false, refusal: "stopped", reason: "This live was stopped" };
        const sink = {
          write: (message: MediaMessage) => void messages.push(message),
          end: (reason: EndReason) => void endings.push(reason),
        };
        return {
          isAdmitted: true,
          id: LIVE_UUID,
          open: () => sink,
          openDirectSession: undefined,
          decline: () => undefined,
        };
      },
      startRemuxer: (options) =>
        startLiveProcess(tsToFlvArgs(options), { sandbox, pipeCount: 1, format: "mpegts" }),
      onFault: ({ detail }) => faults.push(detail),
      onEnded: (counts) => counted.push({ ...counts }),
    });
  const pictures = () =>
    messages.flatMap((message) => (message.kind === "video" ? (readVideoHeader(message) ?? []) : []));
  const sounds = () =>
    messages.flatMap((message) => (message.kind === "audio" ? (readAudioHeader(message) ?? []) : []));
  const countFrames = () => pictures().filter(({ isMedia }) => isMedia).length;

  return {
    get server() {
      return server;
    },
    get messages() {
      return messages;
    },
    get endings() {
      return endings;
    },
    get faults() {
      return faults;
    },
    get counted() {
      return counted;
    },
    async restart(limits) {
      await server.close();
      server = await start(limits);
    },
    call({ port = server.port, ...options } = {}) {
      const child = startCaller(port, options);
      callers.push(child);
      return { child, ended: new Promise<number | null>((resolve) => child.once("close", resolve)) };
    },
    countFrames,
    async awaitFrames(count) {
      await eventually(() => countFrames() > count);
      expect(pictures().every(({ codec }) => codec === "h264")).toBe(true);
      expect(pictures().find(({ isMedia }) => isMedia)?.isKeyFrame).toBe(true);
      await eventually(() => sounds().some(({ codec, isMedia }) => codec === "aac" && isMedia));
    },
    longestGapMs() {
      const times = messages.filter(({ kind }) => kind === "video").map(({ timestampMs }) => timestampMs);
      return Math.max(...times.slice(2).map((time, n) => time - (times[n + 1] ?? 0)));
    },
  };
}

function startCaller(
  port: number,
  {
    streamId = LIVE_UUID,
    passphrase = STREAM_KEY,
    more = "",
    seconds = 60,
    encoding = H264,
  }: Omit<CallOptions, "port">,
): ChildProcess {
  const secret = passphrase === "" ? "" : `&passphrase=${passphrase}`;
  const url = `srt://127.0.0.1:${port}?streamid=${streamId}${secret}${more}`;
  const input = ["-re", ...testPicture({ durationSec: seconds }), "-re", ...testTone(seconds)];
  return spawn(
    "ffmpeg",
    ["-v", "error", "-nostdin", ...input, ...encoding, "-g", "25", "-c:a", "aac", "-f", "mpegts", url],
    { stdio: "ignore" },
  );
}
