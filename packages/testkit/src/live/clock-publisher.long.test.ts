import { execFile } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type RtmpServer, startRtmpServer } from "../../../rtmp/src/index.ts";
import { eventually } from "../wait/eventually.ts";
import { CLOCK_LAYOUT, CLOCK_SQUARES, drawClock } from "./clock-picture.ts";
import { endPublisher, publishClock, publishContinuously } from "./clock-publisher.ts";

let folder: string;
let server: RtmpServer | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-clock-"));
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

/** Reads the squares of each frame at 360p; 1 is white. */
async function squaresOf(file: string): Promise<number[][]> {
  const row = `scale=640:360,crop=640:40:0:0,scale=${CLOCK_SQUARES}:1:flags=area,format=gray`;
  const { stdout } = await promisify(execFile)(
    "ffmpeg",
    ["-v", "error", "-i", file, "-an", "-vf", row, "-f", "rawvideo", "pipe:1"],
    { encoding: "buffer" },
  );
  return Array.from({ length: stdout.length / CLOCK_SQUARES }, (_, n) =>
    [...stdout.subarray(n * CLOCK_SQUARES, (n + 1) * CLOCK_SQUARES)].map((light) => (light > 127 ? 1 : 0)),
  );
}

const decodeTime = (squares: number[]) =>
  squares.slice(0, CLOCK_LAYOUT.timeBits).reduce((time, bit) => time * 2 + bit, 0);

test("every published picture shows when it was made, even in a small rendition", async () => {
  const file = join(folder, "clock.flv");
  const sinceMs = Date.now();
  const publisher = publishClock(file);
  await eventually(async () => (await stat(file)).size > 500_000);
  await endPublisher(publisher);
  const pictures = await squaresOf(file);
  const times = pictures.map(decodeTime);
  expect(pictures).toEqual(
    times.map((time) => [...drawClock(time).subarray(0, CLOCK_SQUARES)].map((light) => light / 255)),
  );
  expect(times.length).toBeGreaterThan(10);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const wrapMs = 2 ** CLOCK_LAYOUT.timeBits;
  expect(times[0]).toBeGreaterThanOrEqual(sinceMs % wrapMs);
  expect(times.at(-1)).toBeLessThanOrEqual(Date.now() % wrapMs);
});

test("a looping publisher reconnects after each disconnection until it is stopped", async () => {
  let publishings = 0;
  const cut = () => {
    throw new Error("A cable is pulled");
  };
  const open = () => {
    publishings += 1;
    return { write: cut, end: () => undefined };
  };
  const admit = async () => ({ isAdmitted: true as const, id: "harbour", open });
  server = await startRtmpServer({ host: "127.0.0.1", port: 0, admit });
  const ending = new AbortController();
  const codes: (number | null)[] = [];
  const publishing = publishContinuously(`rtmp://127.0.0.1:${server.port}/live/s3cret-key`, {
    signal: ending.signal,
    onCut: (code) => codes.push(code),
  });
  await eventually(() => publishings >= 3);
  ending.abort();
  await publishing;
  expect(codes.length).toBeGreaterThanOrEqual(2);
  await eventually(() => server?.connections === 0);
});
