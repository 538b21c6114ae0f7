import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type ClipFolder, H264, makeClipFolder, testPicture, testTone } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runFfmpeg, runFfprobe } from "../../ffmpeg/run-tool.ts";
import { detectSandbox, type Sandbox } from "../../ffmpeg/sandbox.ts";
import { startLiveProcess } from "../encoder/live-process.ts";
import { readAvcConfig } from "./avc-config.ts";
import { webmToFlvArgs } from "./webm-to-flv.ts";

const AUDIO_ARGS = ["-c:a", "libopus", "-ar", "48000"];
const VP8_ARGS = ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8"];

let clips: ClipFolder;
let sandbox: Sandbox;
beforeAll(async () => {
  clips = await makeClipFolder();
  sandbox = await detectSandbox("auto");
});
afterAll(() => clips.dispose());

/** Converts a WebM file to FLV. */
async function remuxToFlv(path: string, isH264: boolean) {
  const remuxer = startLiveProcess(webmToFlvArgs({ isH264 }), { sandbox, pipeCount: 1, format: "webm" });
  const chunks: Buffer[] = [];
  remuxer.outputs[0]?.on("data", (bytes: Buffer) => chunks.push(bytes));
  await pipeline(createReadStream(path, { highWaterMark: 8_192 }), remuxer.input).catch(() => undefined);
  const end = await remuxer.ended;
  const flv = join(clips.path, "out.flv");
  await writeFile(flv, Buffer.concat(chunks));
  return { ...end, flv };
}

async function probePackets(inputPath: string) {
  const shown = ["-count_packets", "-show_entries", "stream=codec_name,width,height,nb_read_packets"];
  const { stdout, warnings } = await runFfprobe([...shown, "-of", "json"], { sandbox, inputPath });
  const { streams } = JSON.parse(stdout) as { streams: Record<string, unknown>[] };
  return { streams, warnings };
}

/** Reads the description of the video in the first video tag. */
function readPicture(flv: Buffer) {
  for (let at = 13; at < flv.length; ) {
    const length = flv.readUIntBE(at + 1, 3);
    if (flv[at] === 9) return readAvcConfig(flv.subarray(at + 16, at + 11 + length));
    at += 15 + length;
  }
  return undefined;
}

// The muxer writes H.264 only into Matroska, which browsers also call WebM.
test.each([
  ["H.264 is copied", "h264.mkv", true, "640x360", H264],
  ["VP8 is encoded again", "vp8.webm", false, "640x360", VP8_ARGS],
  ["a picture of odd sides loses a line", "odd.webm", false, "641x361", VP8_ARGS],
])("the FLV of a recording has every frame, and AAC audio: %s", async (_, name, isH264, size, codec) => {
  const input = [...testPicture({ size, durationSec: 4 }), ...testTone(4)];
  const { exitCode, flv } = await remuxToFlv(
    await clips.make(name, [...input, ...codec, ...AUDIO_ARGS]),
    isH264,
  );
  expect(exitCode).toBe(0);
  const { streams, warnings } = await probePackets(flv);
  expect(warnings).toBe("");
  expect(streams).toContainEqual({ codec_name: "h264", width: 640, height: 360, nb_read_packets: "100" });
  expect(streams).toContainEqual(expect.objectContaining({ codec_name: "aac" }));
  expect(readPicture(await readFile(flv))).toMatchObject({ width: 640, height: 360 });
});

test.each([
  ["a picture alone", "silent.webm", [...testPicture({ durationSec: 2 }), ...VP8_ARGS], ["h264"]],
  ["a sound alone", "dark.webm", [...testTone(2), ...AUDIO_ARGS], ["aac"]],
])("a recording with %s is converted", async (_, name, args, codecs) => {
  const { flv } = await remuxToFlv(await clips.make(name, args), false);
  expect((await probePackets(flv)).streams.map(({ codec_name }) => codec_name)).toEqual(codecs);
});

test("mono audio keeps its level", async () => {
  const tone = ["-f", "lavfi", "-i", "aevalsrc='0.5*sin(2*PI*440*t)':c=mono:s=48000:d=2"];
  const { flv } = await remuxToFlv(
    await clips.make("mono.webm", [...tone, ...AUDIO_ARGS, "-b:a", "128k"]),
    false,
  );
  const { log } = await runFfmpeg(
    { input: [], output: () => ["-af", "astats=measure_perchannel=none", "-f", "null", "-"] },
    { sandbox, inputPath: flv },
  );
  expect(Number(/Peak level dB: (-?[\d.]+)/.exec(log)?.[1])).toBeCloseTo(-6, 0);
});

test("input in another format than WebM is rejected without output", async () => {
  const { exitCode, flv } = await remuxToFlv(
    await clips.make("other.flv", [...testPicture({ durationSec: 1 }), ...H264]),
    false,
  );
  expect(exitCode).not.toBe(0);
  expect((await readFile(flv)).length).toBe(0);
});
