import { spawn } from "node:child_process";
import type { Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { CLOCK_LAYOUT, CLOCK_LINES, CLOCK_SQUARES, drawClock } from "./clock-picture.ts";
import type { Publisher } from "./ffmpeg-publisher.ts";

/** The interval at which due frames are sent. Frames are made at fixed times, and each is late by at most this interval. */
const PACE_INTERVAL_MS = 5;
/** The number of bytes that ffmpeg may be behind. Beyond it, ffmpeg receives no more frames. */
const MAX_WAITING_BYTES = 300 * CLOCK_SQUARES * CLOCK_LINES;
/** The delay before a disconnected publisher reconnects. */
const RECONNECT_DELAY_MS = 1_000;
/** The time after which ffmpeg is killed if it has not ended on request, in ms. */
const END_TIMEOUT_MS = 5_000;
const FPS = 30;

/** The stream that is published. */
export interface ClockPublisherOptions {
  width?: number;
  height?: number;
  /** A promise after which all frames but the first are made. By default, they are made immediately. */
  begins?: Promise<unknown>;
}

/**
 * Starts ffmpeg, which publishes a test image and a tone in real time. The test image shows the elapsed time. A row of squares
 * above it shows when each frame was made, which pages read with `readClock`.
 */
export function publishClock(url: string, options: ClockPublisherOptions = {}): Publisher {
  const child = spawn("ffmpeg", [...clockArgs(options), url], { stdio: ["pipe", "ignore", "pipe"] });
  let stderr = "";
  child.stderr.on("data", (text: Buffer) => {
    stderr = (stderr + text.toString()).slice(-4_000);
  });
  const stopFeeding = feedPictures(child.stdin, options.begins ?? Promise.resolve());
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve) => {
    child.once("close", (code) => {
      stopFeeding();
      resolve({ code, stderr });
    });
  });
  return { child, ended };
}

/** Ends a publisher as an encoder ends on request. Kills a publisher that does not respond. */
export async function endPublisher({ child, ended }: Publisher): Promise<void> {
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), END_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

/**
 * Publishes until the signal aborts, and reconnects whenever the connection is closed.
 * @param onCut called with ffmpeg's exit code, but not with its output, which may contain the key.
 */
export async function publishContinuously(
  url: string,
  { signal, onCut }: { signal: AbortSignal; onCut?: (code: number | null) => void },
): Promise<void> {
  while (!signal.aborted) {
    const publisher = publishClock(url);
    const end = () => void endPublisher(publisher);
    signal.addEventListener("abort", end, { once: true });
    const { code } = await publisher.ended;
    signal.removeEventListener("abort", end);
    if (signal.aborted) return;
    onCut?.(code);
    await delay(RECONNECT_DELAY_MS, undefined, { signal }).catch(() => undefined);
  }
}

function clockArgs({ width = 1280, height = 720 }: ClockPublisherOptions): string[] {
  const clockHeight = Math.round((height * CLOCK_LAYOUT.heightShare) / 2) * 2;
  const graph = [
    `testsrc2=s=${width}x${height - clockHeight}:r=${FPS},format=yuv420p[test]`,
    `[0:v]scale=${width}:${clockHeight}:flags=neighbor,format=yuv420p,setsar=1[clock]`,
    "[clock][test]vstack=shortest=1[picture]",
    "sine=f=440:r=48000[tone]",
  ];
  return [
    "-v",
    "error",
    "-nostdin",
    "-probesize",
    "32",
    "-analyzeduration",
    "0",
    "-fpsprobesize",
    "0",

    "-f",
    "rawvideo",
    "-pix_fmt",
    "gray",
    "-s",
    `${CLOCK_SQUARES}x${CLOCK_LINES}`,

    "-framerate",
    `${FPS}`,
    "-i",
    "pipe:0",
    "-filter_complex",
    graph.join(";"),

    "-map",
    "[picture]",
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-tune",
    "zerolatency",

    "-threads",
    "1",
    "-g",
    `${FPS}`,
    "-map",
    "[tone]",
    "-c:a",
    "aac",
    "-b:a",
    "96k",

    "-f",
    "flv",
    "-flvflags",
    "no_duration_filesize",
    "-flush_packets",
    "1",
  ];
}

/** Writes each frame's clock when it is due. @returns a function that stops it. */
function feedPictures(input: Writable, begins: Promise<unknown>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  // `ended` already reports the end of the process, so this error is ignored.
  input.on("error", () => undefined);
  const write = () => {
    if (input.writable && input.writableLength < MAX_WAITING_BYTES) input.write(drawClock(Date.now()));
  };
  // ffmpeg connects only once it has a first frame.
  write();
  const begin = () => {
    if (isStopped) return;
    const beganAtMs = performance.now();
    let made = 1;
    timer = setInterval(() => {
      for (; made <= ((performance.now() - beganAtMs) * FPS) / 1_000; made += 1) write();
    }, PACE_INTERVAL_MS);
  };
  begins.then(begin, () => undefined);
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
